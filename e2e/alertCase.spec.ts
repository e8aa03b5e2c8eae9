import { expect } from '@playwright/test'
import { alerts } from '#server/stores/relational/schema.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
  const { organizationId, vesselId } = taffrail.things.own
  await taffrail.api.records.db.insert(alerts).values({
    ...{ organizationId, vesselId, type: 'threshold', severity: 'critical', text: 'Bilge above 30 %' },
    ...{ latitudeDeg: 64.3, longitudeDeg: -21.9, triggerUs: (Date.now() - 60_000) * 1000 },
  })
})
test.afterAll(() => taffrail?.api.close())

test('the bell opens an alert, and the user works it as a case', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', '/alerts?severity=critical')
  await page.getByRole('button', { name: /^Alerts/ }).click()
  await page
    .getByRole('dialog', { name: 'Alerts' })
    .getByRole('link', { name: /Bilge above 30/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Alert', exact: true })
  await expect(dialog).toContainText('No action taken yet.')
  await dialog.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'acknowledged it' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Acknowledge' })).toHaveCount(0)

  await dialog.getByRole('combobox', { name: 'Assigned to' }).click()
  const first = page.getByRole('option').first()
  const whom = (await first.textContent()) ?? ''
  await first.click()
  await expect(dialog.getByRole('listitem').filter({ hasText: `assigned it to ${whom}` })).toBeVisible()

  await dialog.getByRole('textbox', { name: 'Comment' }).fill('The pump runs')
  await dialog.getByRole('button', { name: 'Comment' }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'The pump runs' })).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Comment' })).toHaveValue('')

  await dialog.getByRole('button', { name: 'Silence' }).click()
  await page.getByRole('menuitem', { name: 'For 30 min' }).click()
  await expect(dialog).toContainText(/Silent until/)
  await dialog.getByRole('button', { name: 'End the silence' }).click()
  await expect(dialog.getByText(/Silent until/)).toBeHidden()

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/alerts/)
})
