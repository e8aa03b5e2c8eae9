import { expect } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { ROLE_IDS } from '#contract/domain/permissions.ts'
import type { ScalarReading } from '#contract/domain/reading.ts'
import type { SeriesKey } from '#contract/domain/series.ts'
import { SECOND_US } from '#contract/domain/time.ts'
import { NAUTICAL_MILE_M } from '#contract/domain/units.ts'
import { type Processing, startProcessing } from '#server/processing/loop/startProcessing.ts'
import { trips, vessels } from '#server/stores/relational/schema.ts'
import { describeAppended } from '#server/telemetry/describeInterval.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { chooseFrom, goTo } from './byKeyboard.ts'
import { leadTo } from './goOn.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
  const { captainId, tripId } = taffrail.things.own
  const sailed = { captainId, isDeleted: false }
  await taffrail.api.records.db.update(trips).set(sailed).where(eq(trips.id, tripId))
})
test.describe.configure({ timeout: 180_000 })
test.afterAll(() => taffrail?.api.close())

/** A calm trip at 20 m/s below her safety speed, its morning given in days of June. */
async function sail(processing: Processing, day: number, miles: number) {
  const { telemetry, bus } = taffrail.api
  const { vesselNumber } = taffrail.things.sibling
  const beginUs = Date.UTC(2026, 5, day, 6) * 1000
  const seconds = Math.round((miles * NAUTICAL_MILE_M) / 20)
  const timesUs = Array.from({ length: seconds }, (_, second) => beginUs + second * SECOND_US)
  const samplesOf = (key: SeriesKey, value: number) =>
    timesUs.map((timeUs): ScalarReading => ({ timeUs, key, instance: 0, value }))
  const readings = {
    ...{ vesselNumber, motion: [], ais: [], faults: [] },
    scalars: [...samplesOf('sog', 20), ...samplesOf('cog', 0), ...samplesOf('impact', 0.2)],
    fixes: timesUs.map((timeUs, second) => ({
      ...{ timeUs, latitudeDeg: 64 + (second * 20) / 111_195, longitudeDeg: -22, hdop: 1, valid: true },
    })),
  }
  await telemetry.append([readings])
  bus.publish({ type: 'readings.appended', intervals: describeAppended(readings) })
  await processing.idle()
}

test('a captain gains a rank with a trip, and loses it when the trip is deleted', async ({ page }) => {
  const { telemetry, records, bus } = taffrail.api
  const { sibling } = taffrail.things
  const clock = fixedClock(Date.UTC(2026, 5, 25))
  await records.db.update(vessels).set({ safetySpeedLimitMps: 30 }).where(eq(vessels.id, sibling.vesselId))
  const processing = await startProcessing({ db: records.db, telemetry, bus, log: silentLog, clock })
  try {
    await taffrail.open(page, 'organization-admin', '/captains')
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
    const captain = page.url()
    const nameOfTrip = async (day: RegExp) => {
      await page.goto(`${taffrail.url}/vessels/${sibling.vesselId}/trips`)
      await page.getByRole('row', { name: day }).getByRole('link').first().click()
      await page.getByRole('combobox', { name: 'Trip Captain' }).click()
      await page.getByRole('option', { name: 'Nína Ösp' }).click()
      await expect(page.getByText('Trip updated')).toBeVisible()
      await page.goto(captain)
    }

    await sail(processing, 20, 100)
    await nameOfTrip(/20 Jun/)
    await expect(rank).toContainText(/9,[89]\d\d/)
    await expect(rank).toContainText('Trainee')

    await sail(processing, 21, 150)
    await nameOfTrip(/21 Jun/)
    await expect(rank).toContainText(/24,[67]\d\d/)
    await expect(rank).toContainText('Beginner')
    await page.getByRole('link', { name: 'View all ranks' }).click()
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(10)
    await page.keyboard.press('Escape')

    await page
      .getByRole('navigation', { name: 'Captain', exact: true })
      .getByRole('link', { name: 'Trips' })
      .click()
    await page
      .getByRole('row', { name: /21 Jun/ })
      .getByRole('button', { name: /^Actions for Trip by/ })
      .click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete trip' }).click()
    await expect(rank).toContainText('Trainee')
    await expect(rank).toContainText(/9,[89]\d\d/)
  } finally {
    await processing.close()
  }
})

test('the sea service record shows on the page and downloads as PDF and CSV', async ({ page }) => {
  const { own } = taffrail.things
  await taffrail.open(page, 'organization-viewer', `/captains/${own.captainId}/sea-service`)
  const dialog = page.getByRole('dialog', { name: 'Sea service record' })
  await expect(dialog.getByRole('row', { name: /Vessel own/ })).toContainText('19.4')
  for (const [name, begin] of [
    ['PDF', '%PDF-'],
    ['CSV', '\uFEFFvessel,trips'],
  ] as const) {
    const address = await dialog.getByRole('link', { name }).getAttribute('href')
    const answer = await page.request.get(`${taffrail.url}${address}`)
    expect((await answer.body()).toString().startsWith(begin)).toBe(true)
  }
})

test('a user creates, views and deletes a captain by keyboard alone', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', '/captains')
  await goTo(page, page.getByRole('link', { name: 'Add captain' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('Anna Lind')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Captain created')).toBeVisible()

  await goTo(page, page.getByRole('link', { name: 'Anna Lind' }))
  await page.keyboard.press('Enter')
  const ranks = page.getByRole('link', { name: 'View all ranks' })
  await goTo(page, ranks)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Ranks' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(ranks).toBeFocused()

  await chooseFrom(page, page.getByRole('button', { name: 'Actions', exact: true }), 'Delete')
  await goTo(page, page.getByRole('dialog').getByRole('button', { name: 'Delete captain' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Captain deleted')).toBeVisible()
  await expect(page).toHaveURL(`${taffrail.url}/captains`)
  await expect(page.getByRole('link', { name: 'Captain own' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Anna Lind' })).toHaveCount(0)
})

for (const role of ROLE_IDS) {
  test(`${role} sees every tab of a captain, and only the actions of that role`, async ({ page }) => {
    const { captainId } = taffrail.things.own
    await taffrail.open(page, role, `/captains/${captainId}`)
    const main = page.getByRole('main')
    const tabs = page.getByRole('navigation', { name: 'Captain', exact: true })
    for (const [tab, words, days] of [
      ['Statistics', /Total Distance19\.4nmi/, ''],
      // The page shows the last month by default, and the trip is older.
      ['Safety', /Total Distance.*Risk Evaluation/, '?from=2026-06-01&to=2026-06-30'],
      ['Fuel', /Fuel consumption.*Total Distance/, '?from=2026-06-01&to=2026-06-30'],
      ['Trips', /Vessel own/, ''],
    ] as const) {
      await tabs.getByRole('link', { name: tab }).click()
      await expect(tabs.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page')
      if (days) {
        await expect(main).toContainText('No trips in this period')
        await leadTo(page, `${page.url()}${days}`)
      }
      await expect(main).toContainText(words)
    }
    const mayEdit = role.endsWith('admin')
    await expect(page.getByRole('button', { name: 'Actions', exact: true })).toHaveCount(mayEdit ? 1 : 0)
    await page.goto(`${taffrail.url}/captains/${captainId}/delete`)
    const dialog = page.getByRole('dialog')
    await expect(
      mayEdit
        ? dialog.getByRole('button', { name: 'Delete captain' })
        : dialog.getByText('You do not have the required permissions to access this resource.'),
    ).toBeVisible()
  })
}
