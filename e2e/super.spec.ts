import { expect, type Page } from '@playwright/test'
import { startConsole, type TestConsole } from './testConsole.ts'
import { ownPageTest as test } from './warmPage.ts'

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
})
test.afterAll(() => taffrail?.api.close())
test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

async function openMenu(page: Page) {
  const menu = page.getByRole('dialog', { name: 'User menu' })
  // A choice in the menu closes the menu, a moment after the page has changed.
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'User menu' }).click()
  await expect(menu.getByRole('link', { name: 'Sign out' })).toBeVisible()
  return menu
}

test('a super user switches to another organization and to another role', async ({ page }) => {
  await taffrail.open(page, 'super-admin', '/trips')
  await expect(page.getByRole('row', { name: /Vessel own/ })).toBeVisible()
  let menu = await openMenu(page)
  await menu.getByRole('button', { name: 'Copy organization ID' }).click()
  await expect(page.getByText('Organization ID copied')).toBeVisible()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(taffrail.things.own.organizationId)

  await menu.getByRole('combobox', { name: 'Viewing as' }).fill('tw')
  await page.getByRole('option', { name: 'Two' }).click()
  await expect(page.getByText('Switched to Two')).toBeVisible()
  await expect(page).toHaveURL(/\/map/)
  await page.getByRole('link', { name: 'Trips', exact: true }).click()
  await expect(page.getByRole('row', { name: /Vessel foreign/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Vessel own/ })).toHaveCount(0)

  menu = await openMenu(page)
  await menu.getByRole('combobox', { name: 'Viewing as' }).fill('one')
  await page.getByRole('option', { name: 'One' }).click()
  await expect(page.getByText('Switched to One')).toBeVisible()

  menu = await openMenu(page)
  await menu.getByRole('button', { name: 'Change role' }).click()
  const form = page.getByRole('dialog', { name: 'Change role' })
  await form.getByRole('combobox', { name: 'Department' }).click()
  await page.getByRole('option', { name: 'Own' }).click()
  await form.getByRole('button', { name: 'Update' }).click()
  await expect(form.getByText('Role is required')).toBeVisible()
  await form.getByRole('combobox', { name: 'Role' }).click()
  await expect(page.getByRole('option', { name: 'OrganizationAdmin' })).toHaveCount(0)
  await page.getByRole('option', { name: 'DepartmentViewer' }).click()
  await form.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('button', { name: 'Users: Insufficient permissions' })).toBeVisible()

  menu = await openMenu(page)
  await expect(menu.getByText('DepartmentViewer').first()).toBeVisible()
  await expect(menu.getByRole('button', { name: 'Change role' })).toBeVisible()
})

test('a switch that fails shows an error and changes nothing', async ({ page }) => {
  await taffrail.open(page, 'super-viewer', '/trips')
  await page.route('**/api/super/switch-organization', (route) => route.fulfill({ status: 500, json: {} }))
  await page.route('**/api/super/user-role', (route) => route.fulfill({ status: 500, json: {} }))
  const menu = await openMenu(page)
  await menu.getByRole('combobox', { name: 'Viewing as' }).fill('two')
  await page.getByRole('option', { name: 'Two' }).click()
  await expect(page.getByText('Failed to update user organization. Please try again.')).toBeVisible()
  await menu.getByRole('button', { name: 'Change role' }).click()
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Failed to update user role. Please try again.')).toBeVisible()
  await expect(page).toHaveURL(/\/trips/)
})

test('offers no other organization to a normal user', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', '/trips')
  const menu = await openMenu(page)
  await expect(menu.getByText('Viewing as')).toHaveCount(0)
  await expect(menu.getByRole('button', { name: 'Change role' })).toHaveCount(0)
})
