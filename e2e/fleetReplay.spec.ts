import { expect, type Page } from '@playwright/test'
import { press } from './byKeyboard.ts'
import { expectNoViolation } from './expectNoViolation.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
  await sailADay()
})
test.afterAll(() => taffrail?.api.close())

test.use({ timezoneId: 'UTC' })
const DAY = '2026-06-18'
const DAY_MS = Date.UTC(2026, 5, 18)
const MINUTE_US = 60_000_000
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const bar = (page: Page) => page.getByRole('region', { name: 'Fleet replay' })

/**
 * Two boats under way from eight to six, with a fix a minute; one is silent from noon to two. A boat of another
 * organization is near.
 */
async function sailADay() {
  const { own, child, foreign } = taffrail.things
  const day = (vesselNumber: number, east: number, silent: (minute: number) => boolean) => ({
    ...{ vesselNumber, scalars: [], motion: [], ais: [], faults: [] },
    fixes: Array.from({ length: 601 }, (_, index) => 480 + index)
      .filter((minute) => !silent(minute))
      .map((minute) => ({
        timeUs: DAY_MS * 1000 + minute * MINUTE_US,
        ...{ latitudeDeg: 64 + minute * 0.002, longitudeDeg: -22.5 + east, hdop: 1, valid: true },
      })),
  })
  await taffrail.api.telemetry.append([
    day(own.vesselNumber, 0, (minute) => minute > 720 && minute < 840),
    day(child.vesselNumber, 0.5, () => false),
    day(foreign.vesselNumber, 1, () => false),
  ])
}

test('replays a day of the fleet with its gaps, by mouse and by keyboard, and keeps the moment in the address', async ({
  page,
}) => {
  const { own } = taffrail.things
  const at = (hour: number, minute = 0) => (DAY_MS + (hour * 60 + minute) * 60_000) / 1000
  const address = (atS: number) =>
    `/map?lat=65&lng=-22&zoom=7&from=${DAY}&to=${DAY}&at=${atS}&vessel=${own.vesselId}`
  await taffrail.open(page, 'department-viewer', address(at(9, 0) + 30))
  await expect(bar(page)).toContainText('18 Jun, 2026 09:00:30')
  // Three boats sailed; the boat of another organization is left out.
  await expect(bar(page)).toContainText('2 of 2 boats reporting')
  // Half a minute on her way: 0.002 degrees a minute are 7.2 knots.
  await expect(bar(page)).toContainText(/Vessel own: 7\.2 kn \(derived\) · 0° N · 65° 04\.860′ N/)

  await press(page, button(page, 'A minute forward'))
  await expect(bar(page)).toContainText('65° 04.980′ N')
  await expect(page).toHaveURL(new RegExp(`at=${at(9, 1) + 30}`))
  const slider = bar(page).getByRole('slider')
  await slider.focus()
  await page.keyboard.press('ArrowRight')
  await expect(bar(page)).toContainText('09:02:30')

  await bar(page).getByText('600×').click()
  await press(page, button(page, 'Play'))
  await expect.poll(async () => Number(await slider.getAttribute('aria-valuenow'))).toBeGreaterThan(10 * 3600)
  await press(page, button(page, 'Pause'))
  await expect(page).toHaveURL(/speed=600/)

  // During the gap she stays at her last fix, and the bar shows it.
  await page.goto(`${taffrail.url}${address(at(13))}`)
  await expect(bar(page)).toContainText('1 of 2 boats reporting')
  await expect(bar(page)).toContainText('Vessel own: last report 18 Jun, 2026 12:00')
  await expectNoViolation(page, 'fleet replay')

  await press(page, button(page, 'Back to the present'))
  await expect(bar(page)).toHaveCount(0)
  await expect(page).not.toHaveURL(/from=/)
})

test('skips the hours in which no boat moves', async ({ page }) => {
  const at = (hour: number) => `/map?from=${DAY}&to=${DAY}&at=${DAY_MS / 1000 + hour * 3600}`
  await taffrail.open(page, 'department-viewer', at(2))
  await expect(bar(page)).toContainText('02:00:00')
  await press(page, button(page, 'Play'))
  await expect(bar(page)).toContainText(/18 Jun, 2026 0(7:59|8:\d\d)/)
  await press(page, button(page, 'Pause'))
  // Both boats are back at six.
  await page.goto(`${taffrail.url}${at(20)}`)
  await expect(bar(page)).toContainText('20:00:00')
  await press(page, button(page, 'Play'))
  await expect(bar(page)).toContainText('19 Jun, 2026 00:00:00')
})

test('says which data failed to load, and tries again', async ({ page }) => {
  let fails = true
  await page.route('**/fetcher/fleet-tracks', (route) =>
    fails ? route.fulfill({ status: 400, json: {} }) : route.continue(),
  )
  await taffrail.open(page, 'department-viewer', `/map?from=${DAY}&to=${DAY}`)
  await expect(bar(page)).toContainText('Could not load positions.')
  fails = false
  await button(page, 'Try again').click()
  // The period begins at midnight, and the boats leave at eight.
  await expect(bar(page)).toContainText('18 Jun, 2026 07:59:00')
  await expect(bar(page)).toContainText('Calm hours, skipped while playing')
})

test('loads recent tracks of all boats in one request, as long as the user chooses', async ({ page }) => {
  const { api, things } = taffrail
  const { organizationId, departmentId, vesselId, vesselNumber } = things.own
  const nowMs = Date.now()
  const fixes = Array.from({ length: 120 }, (_, index) => ({
    timeUs: (nowMs - (120 - index) * 60_000) * 1000,
    ...{ latitudeDeg: 64 + index * 0.002, longitudeDeg: -22.5, hdop: 1, valid: true },
  }))
  await api.telemetry.append([{ vesselNumber, scalars: [], motion: [], ais: [], faults: [], fixes }])
  const weather = { temperature: null, wind_speed: null, wind_direction: null, wave_height: null }
  const here = { lat: 64.24, lon: -22.5, cog: 0, sog: 7, sog_derived: false, impact: 0, impact_time: null }
  const publish = () =>
    api.bus.publish({
      ...{ type: 'vessel.moved', organizationId, departmentId, vesselId },
      live: { ...here, ...weather, last_updated: Date.now() },
    })
  const asked: { vessel_ids: string[]; hours: number }[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/fetcher/fleet-tracks')) return
    const { vessel_ids, start_time, end_time } = request.postDataJSON()
    asked.push({ vessel_ids, hours: (end_time - start_time) / 3600 })
  })
  await taffrail.open(page, 'department-viewer', '/map?lat=64.2&lng=-22.5&zoom=9')
  await expect(async () => {
    publish()
    await page.getByRole('tab', { name: 'Vessels' }).click()
    await expect(page.getByText('7.0')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect.poll(() => asked).toContainEqual({ vessel_ids: [vesselId], hours: 6 })
  await button(page, 'Map settings').click()
  const drawer = page.getByRole('dialog', { name: 'Map settings' })
  const tracks = drawer.getByRole('switch', { name: 'Recent tracks of all boats' })
  await tracks.click()
  await expect(drawer.getByText('24 h')).toBeHidden()
  await tracks.click()
  await drawer.getByText('24 h').click()
  await expect.poll(() => asked).toContainEqual({ vessel_ids: [vesselId], hours: 24 })
  await drawer.getByText('Own', { exact: true }).click()
  await drawer.getByRole('textbox', { name: 'Hours' }).fill('48')
  await expect.poll(() => asked).toContainEqual({ vessel_ids: [vesselId], hours: 48 })
})
