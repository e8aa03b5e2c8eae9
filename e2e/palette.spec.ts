import { expect, type Page } from '@playwright/test'
import { goOn } from './goOn.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
})
test.afterAll(() => taffrail?.api.close())

async function openPalette(page: Page) {
  await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const search = page.getByRole('textbox', { name: 'Search' })
  await expect(search).toBeFocused()
  return search
}

test('opens pages, vessels and captains by name with the keyboard alone', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', '/trips')
  await (await openPalette(page)).fill('capt')
  for (const group of ['Pages', 'Captains']) await expect(groupOf(page, group)).toBeVisible()
  // The page and its actions come first, then the captains.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/captains\/[\da-f-]{36}$/)

  await (await openPalette(page)).fill('captains')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/captains$/)

  await (await openPalette(page)).fill('vessel SIB')
  await expect(page.getByRole('button', { name: /^Vessel sibling/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Vessel foreign/ })).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/map\\?.*vessel=${taffrail.things.sibling.vesselId}`))
})

test('toggles the theme and the sidebar', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', '/trips')
  const scheme = page.locator('html')
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await (await openPalette(page)).fill('theme')
  await page.getByRole('button', { name: 'Toggle theme' }).click()
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light')
  await (await openPalette(page)).fill('sidebar')
  await page.getByRole('button', { name: 'Collapse sidebar' }).last().click()
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible()
})

test('locks what a department viewer may not open, and gives the reason', async ({ page }) => {
  await taffrail.open(page, 'department-viewer', '/trips')
  await openPalette(page)
  for (const name of [
    'Users',
    'API keys',
    'Create user',
    'Create vessel',
    'Create captain',
    'Create rule',
    'Create geofence',
  ]) {
    const entry = page.getByRole('button', { name: new RegExp(`^${name}\\s*Insufficient permissions`) })
    await expect(entry).toBeDisabled()
  }
  await expect(page.getByRole('button', { name: 'Comments', exact: true })).toBeEnabled()
  await page.getByRole('textbox', { name: 'Search' }).fill('nothing is called so')
  await expect(page.getByText('No results found.')).toBeVisible()
})

test('offers the actions on the trip and the vessel in view, also by single keys, to those who may', async ({
  page,
}) => {
  const { tripId, vesselId } = taffrail.things.own
  const entry = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
  await taffrail.open(page, 'organization-admin', `/trips/${tripId}`)
  await (await openPalette(page)).fill('split')
  await expect(groupOf(page, 'This trip')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Split trip' })).toBeVisible()
  // A dialog has its own keys.
  await page.keyboard.press('p')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Pin', exact: true })).toBeVisible()
  await page.keyboard.press('p')
  await expect(page.getByRole('button', { name: 'Pinned' })).toBeVisible()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys.getByRole('heading', { name: 'This trip' })).toBeVisible()
  await expect(keys).toContainText('Unpin tripP')
  await page.keyboard.press('Escape')

  await goOn(page, `/vessels/${vesselId}`)
  await page.keyboard.press('e')
  await expect(page).toHaveURL(/\/edit$/)
  await page.getByLabel('Name').focus()
  await page.keyboard.type('hec')
  await expect(page.getByLabel('Name')).toHaveValue(/hec$/)

  await taffrail.open(page, 'department-viewer', `/vessels/${vesselId}`)
  await openPalette(page)
  await expect(entry('Helm View')).toBeVisible()
  await expect(entry('Connect a boat')).toHaveCount(0)
})

/** The library writes the names of groups with a style sheet. */
const groupOf = (page: Page, name: string) => page.locator(`[style*="${name}"]`).first()
