import { expect, type Page, test } from '@playwright/test'
import { startConsole, type TestConsole } from './testConsole.ts'

let binnacle: TestConsole
let waits = 0
test.beforeAll(async () => {
  binnacle = await startConsole(async () => ({ waiting: () => waits }))
})
test.afterAll(() => binnacle?.api.close())

const open = (page: Page, path: string) =>
  binnacle.open(page, 'organization-admin', path.replace(':id', binnacle.things.own.tripId))

test('a trip that nobody looked at claims no calm, and says by itself when it is known', async ({ page }) => {
  waits = 0.4
  for (const tab of ['impacts', 'safety', 'fuel']) {
    await open(page, `/trips/:id/${tab}`)
    await expect(page.getByText('60 % of this trip’s data')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Not worked out yet' })).toBeVisible()
  }
  await open(page, '/trips/:id/impacts')
  await expect(page.getByRole('heading', { name: 'Not worked out yet' })).toBeVisible()
  await expect(page.getByText(/Smooth sailing|No sensor data/)).toHaveCount(0)
  waits = 0
  await expect(page.getByText('No sensor data available')).toBeVisible()
  await expect(page.getByText('of this trip’s data')).toHaveCount(0)
})

test('a trip is split at a moment in the console’s own words, not where it leaves a scrap', async ({
  page,
}) => {
  await open(page, '/trips/:id')
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Split trip' }).click()
  const dialog = page.getByRole('dialog', { name: 'Split trip' })
  await expect(dialog.getByRole('button', { name: 'Split at' })).toHaveText('18 Jun, 2026 09:30:00')
  await expect(dialog.locator('[type=datetime-local]')).toHaveCount(0)
  const submit = dialog.getByRole('button', { name: 'Split trip' })
  await expect(submit).toBeEnabled()
  await dialog.getByRole('slider').focus()
  await page.keyboard.press('End')
  await expect(dialog.getByRole('alert')).toContainText('at least 2 minutes')
  await expect(submit).toBeDisabled()
})
