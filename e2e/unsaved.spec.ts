import { expect, type Page } from '@playwright/test'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

let binnacle: TestConsole
test.beforeAll(async () => {
  binnacle = await startConsole()
})
test.afterAll(() => binnacle?.api.close())

const QUESTION = 'Are you sure you want to discard the changes?'
const question = (page: Page) => page.getByText(QUESTION)
const back = (page: Page) => page.evaluate('history.back()')

test('Back asks once before what was typed in a dialog is lost', async ({ page }) => {
  await binnacle.open(page, 'organization-admin', '/captains')
  await page.getByRole('link', { name: 'Add captain' }).click()
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' })
  await name.fill('Guðrún')
  await back(page)
  await expect(question(page)).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question(page)).toHaveCount(0)
  await expect(name).toHaveValue('Guðrún')
  await back(page)
  await expect(question(page)).toBeVisible()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/captains$/)

  // Nothing is asked where nothing was typed, and nothing after it was saved.
  await page.getByRole('link', { name: 'Add captain' }).click()
  await expect(name).toBeVisible()
  await back(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('link', { name: 'Add captain' }).click()
  await name.fill('Guðrún')
  await page.getByRole('dialog').getByRole('button', { name: 'Create captain' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('Captain created')).toBeVisible()
})

test('Escape asks before what was chosen in a select, and a picture that was chosen, are lost', async ({
  page,
}) => {
  await binnacle.open(page, 'organization-admin', '/api-keys/new')
  await page.getByRole('dialog').getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option').first().click()
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeVisible()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.goto(`${binnacle.url}/settings/personal`)
  const png = await page.screenshot({ clip: { x: 0, y: 0, width: 600, height: 600 } })
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png })
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeVisible()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('Back asks once before what was changed on a page of settings is lost', async ({ page }) => {
  await binnacle.open(page, 'organization-admin', '/settings/password')
  await page.getByRole('link', { name: 'Personal' }).first().click()
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Somebody else')
  await back(page)
  await expect(question(page)).toBeVisible()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL(/\/settings\/password$/)
  await expect(question(page)).toHaveCount(0)
})

test('Back asks one question when a picture is open over a changed page', async ({ page }) => {
  await binnacle.open(page, 'organization-admin', '/settings/password')
  await page.getByRole('link', { name: 'Personal' }).first().click()
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Somebody else')
  const png = await page.screenshot({ clip: { x: 0, y: 0, width: 600, height: 600 } })
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png })
  await expect(page.getByRole('dialog')).toBeVisible()
  await back(page)
  await expect(question(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await back(page)
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL(/\/settings\/password$/)
  await expect(question(page)).toHaveCount(0)
})
