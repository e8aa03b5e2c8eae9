import { expect, test } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { trips } from '#server/stores/relational/schema.ts'
import { startConsole, type TestConsole } from './testConsole.ts'

let binnacle: TestConsole
test.beforeAll(async () => {
  binnacle = await startConsole()
})
test.describe.configure({ timeout: 180_000 })
test.afterAll(() => binnacle?.api.close())

test('a captain is made, climbs a rank with a trip and falls back after it is deleted', async ({ page }) => {
  const { db } = binnacle.api.records
  await binnacle.open(page, 'organization-admin', '/captains')
  await page.getByRole('link', { name: 'Add captain' }).click()
  await page.getByRole('button', { name: 'Create captain' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Nína Ösp')
  await page.getByRole('button', { name: 'Create captain' }).click()
  await expect(page.getByText('Captain created')).toBeVisible()
  await page.getByRole('link', { name: 'Nína Ösp' }).click()
  const rank = page.getByRole('region', { name: 'Rank' })
  await expect(rank).toContainText('Trainee')
  await expect(page.getByText('No trips yet')).toBeVisible()

  const captainId = page.url().split('/').at(-1) ?? ''
  const earned = { captainId, rankPoints: 21_000, stats: { score: 90 } }
  await db.update(trips).set(earned).where(eq(trips.id, binnacle.things.own.tripId))
  await page.reload()
  await expect(rank).toContainText('Beginner')
  await expect(rank).toContainText('21,000')
  await page.getByRole('link', { name: 'View all ranks' }).click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(10)
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Trips', exact: true }).last().click()
  await page.getByRole('button', { name: /^Actions for Trip by/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete trip' }).click()
  await expect(rank).toContainText('Trainee')
})

test('the sea service record is shown and handed out as PDF and CSV', async ({ page }) => {
  const { own } = binnacle.things
  await binnacle.api.records.db
    .update(trips)
    .set({ captainId: own.captainId, isDeleted: false })
    .where(eq(trips.id, own.tripId))
  await binnacle.open(page, 'organization-viewer', `/captains/${own.captainId}/sea-service`)
  const dialog = page.getByRole('dialog', { name: 'Sea service record' })
  await expect(dialog.getByRole('row', { name: /Vessel own/ })).toContainText('19.4')
  for (const [name, begin] of [
    ['PDF', '%PDF-'],
    ['CSV', '\uFEFFvessel,trips'],
  ] as const) {
    const address = await dialog.getByRole('link', { name }).getAttribute('href')
    const answer = await page.request.get(`${binnacle.url}${address}`)
    expect((await answer.body()).toString().startsWith(begin)).toBe(true)
  }
})
