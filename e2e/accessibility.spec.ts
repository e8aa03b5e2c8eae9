import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { startConsole, type TestConsole } from './testConsole.ts'

const PAGES = [
  '/map',
  '/reports',
  '/trips',
  '/comments',
  '/vessels',
  '/captains',
  '/users',
  '/alerts',
  '/rules',
  '/geofences',
  '/organizations',
  '/departments',
  '/api-keys',
  '/settings/personal',
  '/settings/password',
  '/settings/notifications',
  '/settings/organization',
  '/settings/department',
  '/settings/audit',
  '/resources/help',
  '/resources/announcements',
  '/resources/release-notes',
  '/resources/documentation',
  '/resources/feedback',
  '/no/such/page',
]

let binnacle: TestConsole
test.beforeAll(async () => {
  binnacle = await startConsole()
})
test.afterAll(() => binnacle?.api.close())

for (const theme of ['dark', 'light']) {
  test(`axe finds nothing serious on any page in the ${theme} theme`, async ({ page }) => {
    test.setTimeout(300_000)
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
    await page.goto(`${binnacle.url}/signin`)
    await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
    expect.soft(await seriousOn(page)).toEqual([])
    await binnacle.open(page, 'super-admin', '/trips')
    for (const path of PAGES) {
      await page.goto(`${binnacle.url}${path}`)
      await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect.soft(await seriousOn(page), path).toEqual([])
    }
    await page.getByRole('button', { name: 'User menu' }).click()
    await expect(page.getByRole('link', { name: 'Sign out' })).toBeVisible()
    expect.soft(await seriousOn(page), 'user menu').toEqual([])
  })
}

async function seriousOn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}
