import { expect } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { organizations } from '#server/stores/relational/schema.ts'
import { expectNoViolation } from './expectNoViolation.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
})
test.describe.configure({ timeout: 120_000 })
test.afterAll(() => taffrail?.api.close())

test("an API key spends the organization's credits, and is refused when it is deleted", async ({ page }) => {
  const { db } = taffrail.api.records
  const ofOrganization = eq(organizations.id, taffrail.things.parent.organizationId)
  await db.update(organizations).set({ apiCreditsADay: 2, apiCreditsSpent: 0 }).where(ofOrganization)
  await taffrail.open(page, 'organization-admin', '/api-keys')
  await page.getByRole('link', { name: 'Create new API Key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Weather bot')
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'OrganizationViewer' }).click()
  await dialog.getByRole('button', { name: 'Create new API Key' }).click()
  await expect(dialog).toContainText('Save your API key')
  await expectNoViolation(page, 'a key that is shown once')
  const key = (await dialog.locator('pre').textContent())?.trim() ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(key)).toHaveCount(0)

  const call = async () => {
    const headers = { authorization: `Bearer ${key}` }
    return (await page.request.get(`${taffrail.url}/public/v1/vessels`, { headers })).status()
  }
  expect([await call(), await call(), await call()]).toEqual([200, 200, 402])
  await page.reload()
  await expect(page.getByRole('progressbar', { name: 'Credits left today' })).toHaveAttribute(
    'aria-valuenow',
    '0',
  )
  await expect(page.getByRole('row', { name: /Weather bot/ })).toContainText('2')
  await expectNoViolation(page, 'API keys')

  await db.update(organizations).set({ apiCreditsADay: 100 }).where(ofOrganization)
  expect(await call()).toBe(200)
  await page.getByRole('link', { name: 'Edit key “Weather bot”' }).hover()
  await expect(page.getByRole('tooltip', { name: 'Edit key', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Delete key “Weather bot”' }).click()
  await dialog.getByRole('button', { name: 'Delete key' }).click()
  await expect(page.getByText('API key deleted')).toBeVisible()
  expect(await call()).toBe(401)
})
