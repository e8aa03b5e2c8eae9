import { expect, type Locator, type Page } from '@playwright/test'
import { trips } from '#server/stores/relational/schema.ts'
import { tripOf } from '#server/testing/testApi.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

let taffrail: TestConsole
let waits = 0
test.beforeAll(async () => {
  taffrail = await startConsole(async () => ({ waiting: () => waits }))
})
test.afterAll(() => taffrail?.api.close())

const open = (page: Page, path: string) =>
  taffrail.open(page, 'organization-admin', path.replace(':id', taffrail.things.own.tripId))

test('a trip without an analysis claims no calm, and shows the result when the analysis ends', async ({
  page,
}) => {
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

test('lists mark trips whose figures are still being computed and trips under way', async ({ page }) => {
  const { vesselId, organizationId, tripId } = taffrail.things.own
  const nowUs = Date.now() * 1000
  const ended = tripOf({ id: vesselId, organizationId }, nowUs - 1_800_000_000)
  const open = { endUs: null, endCause: null, lastRecordUs: nowUs, lastMovingUs: nowUs }
  const [underWay] = await taffrail.api.records.db
    .insert(trips)
    .values({ ...ended, ...open })
    .returning()
  const mark = (row: Locator) => row.getByRole('img', { name: /being computed/ })
  for (const [width, rows] of [
    [1440, 'tr'],
    [390, 'article, li'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    const row = (id = '') => page.locator(rows, { has: page.locator(`a[href^="/trips/${id}"]`) })
    waits = 0.4
    await taffrail.open(page, 'organization-admin', '/trips')
    await expect(mark(row(tripId))).toHaveAccessibleName(/60 % of this trip’s data/)
    // A trip under way is never complete, and has a mark of its own.
    await expect(row(underWay?.id).getByText('Live', { exact: true })).toBeVisible()
    await expect(mark(row(underWay?.id))).toHaveCount(0)
    waits = 0
    await page.reload()
    await expect(row(tripId)).toBeVisible()
    await expect(mark(row(tripId))).toHaveCount(0)
  }
})

test("shows the split time in the console's format, and refuses a part shorter than 2 minutes", async ({
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
