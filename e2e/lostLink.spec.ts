import { expect, type Page } from '@playwright/test'
import { type CuttableProxy, cuttableProxy } from '#server/testing/cuttableProxy.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

let taffrail: TestConsole
let link: CuttableProxy
let publishing: ReturnType<typeof setInterval>
test.beforeAll(async () => {
  link = await cuttableProxy()
  taffrail = await startConsole(async () => ({ PUBLIC_URL: link.url }))
  link.leadTo(taffrail.url)
  taffrail.url = link.url
  publishing = setInterval(publish, 1000)
})
test.describe.configure({ timeout: 240_000 })
test.afterEach(() => link.mend())
test.afterAll(async () => {
  clearInterval(publishing)
  await link?.close()
  await taffrail?.api.close()
})

/** Publishes the vessel's state, once a second. */
function publish() {
  const { organizationId, departmentId, vesselId } = taffrail.things.own
  const live = {
    lat: 64.15,
    lon: -21.95,
    cog: 90,
    sog: 5.9,
    sog_derived: false,
    impact: 0.4,
    impact_time: null,
    last_updated: Date.now(),
  }
  const weather = { temperature: null, wind_speed: null, wind_direction: null, wave_height: null }
  taffrail.api.bus.publish({
    type: 'vessel.moved',
    ...{ organizationId, departmentId, vesselId },
    live: { ...live, ...weather },
  })
}

/** Weakest text colour of the dark theme. */
const GREY = 'rgb(136, 153, 172)'
const line = (page: Page) => page.getByText(/^No connection since \d\d:\d\d:\d\d/)
const popup = (page: Page) => page.getByRole('dialog', { name: 'Vessel own' })
const speed = (page: Page) => popup(page).locator('[data-age]').first()

test('marks all data as not live when the connection goes silent', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', `/map?vessel=${taffrail.things.own.vesselId}`)
  await expect(speed(page)).toContainText('5.9')
  await expect(speed(page)).toHaveAttribute('data-age', 'fresh')
  const pill = popup(page).getByText('Sailing')
  await expect(pill).not.toHaveCSS('color', GREY)
  // Longer than the console waits for a message: a working connection does not count as lost.
  await page.waitForTimeout(15_000)
  await expect(line(page)).toHaveCount(0)

  link.silence()
  await expect(line(page)).toBeVisible({ timeout: 25_000 })
  await expect(speed(page)).toHaveAttribute('data-age', 'old')
  await expect(pill).toHaveCSS('color', GREY)

  await link.mend()
  await expect(line(page)).toHaveCount(0, { timeout: 35_000 })
  await expect(speed(page)).toHaveAttribute('data-age', 'fresh')
})

test('follows the browser at once when the browser reports its network as lost or back', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await taffrail.open(page, 'organization-admin', '/captains')
  await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible()
  await expect.poll(() => taffrail.api.app.websocketServer.clients.size).toBeGreaterThan(0)
  await context.setOffline(true)
  await expect(line(page)).toBeVisible({ timeout: 8000 })
  await context.setOffline(false)
  await expect(line(page)).toHaveCount(0)
})

test('a page that is not loaded yet waits inside the console while the server is away', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', '/captains')
  await expect(page.getByRole('row').first()).toBeVisible()
  await page.evaluate('globalThis.sameDocument = true')
  await link.refuse()
  await page.getByRole('link', { name: 'Reports' }).click()
  await expect(page.getByRole('heading', { name: 'The server cannot be reached.' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'The server cannot be reached.' })).toBeVisible()
  // A page loaded before the break still shows; the user menu opens once the connection is back.
  await page.getByRole('link', { name: 'Captains' }).click()
  await expect(page.getByRole('row').first()).toBeVisible()
  await page.getByRole('link', { name: 'Reports' }).click()
  await expect(page.getByRole('heading', { name: 'The server cannot be reached.' })).toBeVisible()
  await page.getByRole('button', { name: 'User menu' }).click()

  await link.mend()
  await expect(page.getByRole('heading', { name: 'The server cannot be reached.' })).toHaveCount(0)
  await expect(page).toHaveURL(/\/reports/)
  await expect(page.getByRole('main').getByRole('button', { name: /–/ }).first()).toBeVisible()
  await expect(page.getByText('Sign out')).toBeVisible()
  expect(await page.evaluate('sameDocument')).toBe(true)
})

test('a deletion without a connection fails with a message, and the captain remains', async ({
  page,
  context,
}) => {
  const { captainId } = taffrail.things.own
  const failed = page.getByText('Failed to delete captain. Please try again')
  const confirm = page.getByRole('button', { name: 'Delete captain' })
  await taffrail.open(page, 'organization-admin', `/captains/${captainId}/delete`)
  await expect(confirm).toBeVisible()
  await context.setOffline(true)
  await confirm.click()
  await expect(failed).toBeVisible({ timeout: 3000 })
  await context.setOffline(false)
  await expect(line(page)).toHaveCount(0)
  await expect(failed).toHaveCount(0, { timeout: 10_000 })

  // On a connection that loses every byte, the deletion fails as soon as the silence is noticed.
  await page.goto(`${taffrail.url}/captains/${captainId}/delete`)
  await expect(confirm).toBeVisible()
  await expect.poll(() => taffrail.api.app.websocketServer.clients.size).toBeGreaterThan(0)
  link.silence()
  await confirm.click()
  await expect(failed).toBeVisible({ timeout: 25_000 })
  await link.mend()
  await expect(line(page)).toHaveCount(0, { timeout: 35_000 })
  await page.goto(`${taffrail.url}/captains/${captainId}`)
  await expect(page.getByRole('heading', { name: 'Captain own' })).toBeVisible()
})
