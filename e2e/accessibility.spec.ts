import { expect } from '@playwright/test'
import { alerts, comments } from '#server/stores/relational/schema.ts'
import { expectNoViolation } from './expectNoViolation.ts'
import { goOn } from './goOn.ts'
import { BEGIN_MS, sailTrip } from './sailTrip.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

const PAGES = [
  '/map',
  '/board',
  '/first-boat',
  '/reports',
  '/trips',
  '/comments',
  '/vessels',
  '/captains',
  '/captains/new',
  '/users',
  '/alerts',
  '/rules',
  '/rules/new',
  '/geofences',
  '/organizations',
  '/departments',
  '/api-keys',
  '/settings/personal',
  '/settings/password',
  '/settings/organization',
  '/settings/department',
  '/settings/wall-screens',
  '/settings/audit',
  '/resources/help',
  '/resources/help/numbers',
  '/resources/announcements',
  '/resources/release-notes',
  '/resources/documentation',
  '/resources/feedback',
  '/no/such/page',
]

/** Words that the tabs of a trip show once they are loaded, for tabs that no other test checks with axe. */
const TABS: readonly [string, string][] = [
  ['Impacts', 'Smooth sailing'],
  ['Alerts', 'SOG above 20 kn'],
  ['Comments', 'Scratch on the bow'],
  ['Data studio', 'Select data to display'],
]

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
  const { organizationId, vesselId, vesselNumber, tripId } = taffrail.things.own
  const { db } = taffrail.api.records
  await sailTrip(taffrail.api.telemetry, vesselNumber)
  const alert = {
    organizationId,
    vesselId,
    tripId,
    type: 'threshold',
    severity: 'critical',
    text: 'SOG above 20 kn',
  }
  const position = { latitudeDeg: 64.3, longitudeDeg: -21.9 }
  await db.insert(alerts).values({ ...alert, ...position, triggerUs: (BEGIN_MS + 1_200_000) * 1000 })
  await db.insert(comments).values({ organizationId, vesselId, tripId, text: 'Scratch on the bow' })
})
test.afterAll(() => taffrail?.api.close())

test('the sign-in page has its form before its scripts, as the user likes it, and keeps what is typed', async ({
  page,
}) => {
  const scripts = Promise.withResolvers<void>()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.goto(`${taffrail.url}/signin`)
  await page.evaluate(`localStorage.setItem('theme', 'light'); localStorage.setItem('language', 'it')`)
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto(`${taffrail.url}/signin`, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Accedi' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  const email = page.getByRole('textbox', { name: 'Email' })
  await email.fill('ada@harbour.example')
  const form = await page.locator('form').elementHandle()
  scripts.resolve()
  await expect(page).toHaveTitle(/^Accedi/)
  await expect(email).toHaveValue('ada@harbour.example')
  // React reports a page that it could not take over.
  expect(errors).toEqual([])
  expect(await form?.isVisible()).toBe(true)
  // Inter, which comes after the first paint, may change where a line breaks.
  expect(await page.evaluate(SHIFTS)).toBeLessThan(0.005)
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(email).toHaveValue('ada@harbour.example')
})

/** Sum of all layout shifts of the page. */
const SHIFTS = `new Promise((resolve) => {
  let sum = 0
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (sum += value)))
  observer.observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => resolve(sum), 200)
})`

test('axe finds nothing on any page in any theme, and no page crashes', async ({ page }) => {
  test.setTimeout(300_000)
  await page.goto(`${taffrail.url}/signin`)
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  await expectNoViolation(page, '/signin')
  await taffrail.open(page, 'super-admin', '/trips')
  for (const path of PAGES) {
    await goOn(page, path)
    await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible()
    await expect.soft(page.getByText('Oops! Something went wrong...'), path).toBeHidden()
    await expectNoViolation(page, path)
  }
  await page.getByRole('button', { name: 'User menu' }).click()
  await expect(page.getByRole('link', { name: 'Sign out' })).toBeVisible()
  await expectNoViolation(page, 'user menu')
})

test('axe finds nothing on a trip, its map, and its dialogs', async ({ page }) => {
  test.setTimeout(240_000)
  const { tripId, alertId, geofenceId, ruleId } = taffrail.things.own
  const opened = (role: 'dialog' | 'menu', name?: string) => page.getByRole(role, name ? { name } : {})
  await taffrail.open(page, 'organization-admin', `/trips/${tripId}`)
  const tabs = page.getByRole('navigation', { name: 'Views of the trip' })
  for (const [tab, evidence] of TABS) {
    await tabs.getByRole('link', { name: tab }).click()
    await expect(page.locator('main').getByText(evidence).first(), tab).toBeVisible()
    await expectNoViolation(page, `trip, ${tab}`)
  }
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await expect(opened('menu')).toBeVisible()
  await expectNoViolation(page, 'trip menu')
  await page.getByRole('menuitem', { name: 'Download data' }).click()
  await expect(opened('dialog', 'Download data')).toBeVisible()
  await expectNoViolation(page, 'download')

  await goOn(page, `/trips/${tripId}/alerts/${alertId}`)
  await expect(opened('dialog', 'Alert')).toBeVisible()
  await expectNoViolation(page, 'alert')

  await goOn(page, `/map/trips/${tripId}`)
  await expect(page.getByRole('slider', { name: 'Trip chart' })).toBeVisible()
  await page.getByRole('button', { name: '3D View', exact: true }).click()
  await page.getByRole('button', { name: 'Map settings', exact: true }).click()
  await expect(opened('dialog', 'Map settings')).toBeVisible()
  await expectNoViolation(page, 'trip map')

  await goOn(page, `/geofences?geofence=${geofenceId}`)
  await page.getByRole('button', { name: 'Edit Info' }).click()
  await expect(opened('dialog', 'Edit Info')).toBeVisible()
  await expectNoViolation(page, 'geofence')
  await page.keyboard.press('Escape')

  await goOn(page, '/geofences')
  await page.getByRole('button', { name: 'Import and export' }).click()
  await page.getByRole('menuitem', { name: 'Import geofences' }).click()
  await expect(opened('dialog', 'Import geofences')).toBeVisible()
  await expectNoViolation(page, 'import of geofences')

  await goOn(page, `/rules/${ruleId}`)
  await page.getByText('Finer settings').click()
  await expectNoViolation(page, 'rule')
  await goOn(page, '/rules/new')
  await page.getByRole('button', { name: /Engine overheating/ }).click()
  await expect(page.getByRole('button', { name: 'Create rule' })).toBeVisible()
  await expectNoViolation(page, 'new rule')

  // A link would ask before it discards the new rule.
  await page.goto(`${taffrail.url}/vessels`)
  await page.getByRole('button', { name: 'Actions for Vessel own' }).click()
  await expect(opened('menu')).toBeVisible()
  await expectNoViolation(page, 'vessel menu')
  await page.getByRole('menuitem', { name: 'Guard this boat' }).click()
  await expect(opened('dialog', 'Guard Vessel own')).toBeVisible()
  await expectNoViolation(page, 'guard')
})

/** Pages of a vessel, a captain and people whose look no other page has, with their dialogs. */
function ofFleet() {
  const { vesselId, captainId, sensorId, userId } = taffrail.things.own
  const days = '?from=2026-06-01&to=2026-06-30'
  const vessel = ['', `/safety${days}`, '/comments', '/specifications', `/sensors/${sensorId}`, '/edit']
  return [
    ...vessel.map((path) => `/vessels/${vesselId}${path}`),
    ...['', '/ranks', '/sea-service'].map((path) => `/captains/${captainId}${path}`),
    `/users/${userId}/edit`,
  ]
}

test('axe finds nothing on the pages of a vessel, a captain and people', async ({ page }) => {
  test.setTimeout(600_000)
  await taffrail.open(page, 'organization-admin', '/vessels')
  for (const path of ofFleet()) {
    await goOn(page, path)
    await expect(page.getByRole('button', { name: 'User menu', includeHidden: true })).toBeVisible()
    await expect.soft(page.getByText('Oops! Something went wrong...'), path).toBeHidden()
    await expectNoViolation(page, path)
  }
})
