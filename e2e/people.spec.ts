import { expect } from '@playwright/test'
import { emailOf } from '#server/testing/testApi.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
})
test.afterAll(() => taffrail?.api.close())

test('adds a user to a department, edits and deletes the user', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', '/users')
  await page.getByRole('link', { name: 'Add user' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create user' }).click()
  for (const problem of [
    'Name must be at least 1 character.',
    'Invalid email address.',
    'Role is required.',
  ]) {
    await expect(dialog.getByText(problem)).toBeVisible()
  }
  await expect(dialog.getByLabel('Name')).toBeFocused()

  await dialog.getByLabel('Name').fill('Guðrún Sjöfn')
  await dialog.getByLabel('Email').fill(emailOf('organization-viewer'))
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await expect(page.getByRole('option', { name: 'OrganizationAdmin' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'DepartmentAdmin' })).toHaveCount(0)
  await page.getByRole('option', { name: 'OrganizationViewer' }).click()
  await dialog.getByRole('combobox', { name: 'Department' }).click()
  await page.getByRole('option').nth(1).click()
  await dialog.getByRole('button', { name: 'Create user' }).click()
  await expect(dialog.getByText('Role is required.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await expect(page.getByRole('option', { name: 'OrganizationAdmin' })).toHaveCount(0)
  await page.getByRole('option', { name: 'DepartmentViewer' }).click()
  await dialog.getByRole('button', { name: 'Create user' }).click()
  await expect(dialog.getByText('User with this email already exists.')).toBeVisible()
  await dialog.getByLabel('Email').fill('gudrun@demo.example')
  await dialog.getByRole('button', { name: 'Create user' }).click()
  await expect(page.getByText('User created')).toBeVisible()
  await expect(page).toHaveURL(/\/users$/)

  await page.getByRole('searchbox', { name: 'Search users' }).fill('gudrun')
  await expect(page).toHaveURL(/q=gudrun/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Actions for Guðrún Sjöfn' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog.getByLabel('Name').fill('Guðrún Sjafnar')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('User updated')).toBeVisible()

  await page.getByRole('button', { name: 'Actions for Guðrún Sjafnar' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(dialog.getByText('Are you absolutely sure?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete user' }).click()
  await expect(page.getByText('User deleted')).toBeVisible()
  await expect(page.getByText('No data.')).toBeVisible()
})

test('users edit themselves in the settings, and an unknown user is not found', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', '/users')
  const own = page.getByRole('row', { name: /\(You\)/ })
  await expect(own.getByRole('button')).toHaveCount(0)
  await own.getByRole('link').click()
  await page.getByRole('dialog').getByRole('link', { name: 'Edit' }).click()
  await expect(page).toHaveURL(/\/settings\/personal$/)
  await page.getByLabel('Name').fill('')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await page.getByLabel('Name').fill('Ásta Sól')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Profile updated')).toBeVisible()

  await page.goto(`${taffrail.url}/users/00000000-0000-4000-8000-000000000000`)
  await expect(page.getByText('User not found')).toBeVisible()
})

test('creates a department, refuses to delete it while it has users, and deletes it when empty', async ({
  page,
}) => {
  await taffrail.open(page, 'organization-admin', '/departments/new')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox', { name: 'Region' })).toBeDisabled()
  await dialog.getByLabel('Department name').fill('Vestmannaeyjar')
  await dialog.getByRole('button', { name: 'Create department' }).click()
  await expect(dialog.getByText('Contact email is required')).toBeVisible()
  await expect(dialog.getByText('Country is required')).toBeVisible()
  await dialog.getByLabel('Contact email').fill('eyjar@demo.example')
  await dialog.getByRole('combobox', { name: 'Country' }).fill('Icel')
  await page.getByRole('option', { name: 'Iceland' }).click()
  await dialog.getByRole('button', { name: 'Create department' }).click()
  await expect(page.getByText('Department created')).toBeVisible()
  await expect(page).toHaveURL(/\/departments$/)

  const others = page.getByRole('row').filter({ hasNotText: /Vestmannaeyjar|Organization|Name/ })
  await others.first().getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete department' }).click()
  await expect(
    page.getByText('You cannot delete a department that has users, vessels and/or captains assigned to it.'),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/departments$/)

  await page.getByRole('button', { name: 'Actions for Vestmannaeyjar' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(dialog.getByText(/Vestmannaeyjar/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete department' }).click()
  await expect(page.getByText('Department deleted')).toBeVisible()
})

test('allows only super-admins to change organizations', async ({ page }) => {
  await taffrail.open(page, 'super-viewer', '/organizations')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add organization' })).toHaveCount(0)
})
