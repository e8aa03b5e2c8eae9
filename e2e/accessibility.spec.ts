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
  '/resources/help/numbers',
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

test('axe finds nothing serious on any page, in either theme, and no page crashes', async ({ page }) => {
  test.setTimeout(300_000)
  await page.goto(`${binnacle.url}/signin`)
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  await expectNothingSerious(page, '/signin')
  await binnacle.open(page, 'super-admin', '/trips')
  for (const path of PAGES) {
    await page.goto(`${binnacle.url}${path}`)
    await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect.soft(page.getByText('Oops! Something went wrong...'), path).toBeHidden()
    await expectNothingSerious(page, path)
  }
  await page.getByRole('button', { name: 'User menu' }).click()
  await expect(page.getByRole('link', { name: 'Sign out' })).toBeVisible()
  await expectNothingSerious(page, 'user menu')
})

/** The themes differ in colours alone: the second one is asked about those only. */
async function expectNothingSerious(page: Page, where: string) {
  await wear(page, 'light')
  expect.soft(await seriousOn(page, ['color-contrast', 'link-in-text-block']), `${where}, light`).toEqual([])
  await wear(page, 'dark')
  expect.soft(await seriousOn(page), `${where}, dark`).toEqual([])
}

/** As if another window of the console had chosen the theme. */
async function wear(page: Page, theme: 'light' | 'dark') {
  await page.evaluate(`
    localStorage.setItem('theme', '${theme}')
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: '${theme}', storageArea: localStorage }))`)
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
  await page.evaluate(
    'Promise.all(document.getAnimations().map(({ finished }) => finished)).then(() => null)',
  )
}

async function seriousOn(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page })
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}
