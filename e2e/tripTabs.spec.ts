import { expect, type Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import type { ScalarReading } from '#contract/domain/reading.ts'
import { HOUR_S } from '#contract/domain/time.ts'
import { L_PER_HR_M3PS } from '#contract/domain/units.ts'
import type { FuelStatistics, SafetyStatistics } from '#contract/wire/statistics.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { startProcessing } from '#server/processing/loop/startProcessing.ts'
import { vessels } from '#server/stores/relational/schema.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { expectNoViolation } from './expectNoViolation.ts'
import { BEGIN_MS, sailTrip } from './sailTrip.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

/** Fuel of an hour at 36 L/hr for its first half and 72 L/hr after. */
const LITRES = 54

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
  const { telemetry, records, bus } = taffrail.api
  const { vesselNumber, vesselId } = taffrail.things.own
  await records.db
    .update(vessels)
    .set({ safetySpeedLimitMps: 9.8, topSpeedMps: 20 })
    .where(eq(vessels.id, vesselId))
  await sailTrip(telemetry, vesselNumber)
  await telemetry.append([{ vesselNumber, scalars: fuel(), fixes: [], motion: [], ais: [], faults: [] }])
  const clock = fixedClock(BEGIN_MS + 24 * HOUR_S * 1000)
  const processing = await startProcessing({ db: records.db, telemetry, bus, log: silentLog, clock })
  await processing.idle()
  await processing.close()
})
test.afterAll(() => taffrail?.api.close())

function fuel(): ScalarReading[] {
  return Array.from({ length: HOUR_S }, (_, second) => ({
    timeUs: (BEGIN_MS + second * 1000) * 1000,
    key: 'fuel_rate',
    instance: 1,
    value: (second < HOUR_S / 2 ? 36 : 72) / L_PER_HR_M3PS,
  }))
}

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views of the trip' }).getByRole('link', { name })
const answered = async <Answer>(page: Page, path: string) =>
  (await (await page.waitForResponse((response) => response.url().endsWith(path))).json()) as Answer
const figure = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}`) }) })
    .first()

test('summary, safety, fuel and weather show the figures of the server', async ({ page }) => {
  const trip = answered<Trip>(page, `/api/trips/${taffrail.things.own.tripId}`)
  await taffrail.open(page, 'organization-admin', `/trips/${taffrail.things.own.tripId}`)
  const { stats } = await trip
  await expect(page.getByRole('region', { name: 'Score' })).toContainText(String(stats.score))
  await expect(figure(page, 'Average SOG')).toContainText((stats.avg_sog ?? 0).toFixed(1))
  await expect(figure(page, 'Peak impact')).toContainText('4.20')
  await expect(figure(page, 'Fuel consumption')).toContainText(LITRES.toFixed(1))
  const cruising = page.getByRole('row', { name: /^Cruising/ })
  await expect(cruising).toContainText('L/hr')
  await expectNoViolation(page, 'summary')

  const safety = answered<SafetyStatistics>(page, '/statistics/safety')
  await tab(page, 'Safety').click()
  const percent = (await safety).stats.sog_vs_safety_speed_percentage_data
  expect(percent?.above).toBeGreaterThan(40)
  await expect(figure(page, 'Above')).toContainText(`${percent?.above.toFixed(1)}`)
  const distribution = (await safety).stats.max_impact_distribution
  // Three hundredths of a percent: the shares add up to 100.0, and a measured peak is not shown as zero.
  expect(distribution['4-5']).toBeCloseTo(0.0003, 4)
  await expect(figure(page, '4–5 g')).toContainText('0.1%')
  const panes = page.getByRole('slider', { name: 'Speed and impacts' })
  await panes.focus()
  await page.keyboard.press('ArrowRight')
  await expect(panes).toHaveAttribute('aria-valuetext', '09:00:15')
  await page.getByText('Distance', { exact: true }).last().click()
  // The moment of above, and a tenth of a mile further.
  await expect(panes).toHaveAttribute('aria-valuetext', '0.08 nmi')
  await panes.focus()
  await page.keyboard.press('ArrowRight')
  await expect(panes).toHaveAttribute('aria-valuetext', '0.18 nmi')
  await expectNoViolation(page, 'safety')

  await tab(page, 'Fuel').click()
  await expect(figure(page, 'Average hourly rate')).toContainText(LITRES.toFixed(1))
  await expect(page.getByRole('region', { name: 'Consumption by stage' })).toContainText(LITRES.toFixed(1))
  await expect(page.getByRole('slider', { name: 'Fuel along the trip' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Fuel against speed' })).toBeVisible()
  await expectNoViolation(page, 'fuel')

  await tab(page, 'Weather').click()
  await expect(figure(page, 'Wind')).toContainText('8.1m/sfrom E')
  await expect(figure(page, 'Current')).toContainText('0.4m/stowards S')
  await expect(figure(page, 'Swell')).toContainText('–')
  await expectNoViolation(page, 'weather')

  // The same figures in other units, after the user chose them.
  await page.goto(`${taffrail.url}/settings/personal`)
  for (const unit of ['mph', 'Kilometres', 'US gallons', 'Feet'])
    await page.getByText(unit, { exact: true }).click()
  await expectNoViolation(page, 'units')
  await page.goto(`${taffrail.url}/trips/${taffrail.things.own.tripId}`)
  await expect(figure(page, 'Average SOG')).toContainText(`${((stats.avg_sog ?? 0) * 1.15078).toFixed(1)}mph`)
  await expect(figure(page, 'Fuel consumption')).toContainText(`${(LITRES / 3.785411784).toFixed(1)}gal`)
  await tab(page, 'Weather').click()
  await expect(figure(page, 'Wind')).toContainText('18.1mphfrom E')
  await tab(page, 'Safety').click()
  await expect(panes).toBeVisible()
  await page.getByText('Distance', { exact: true }).last().click()
  await panes.focus()
  await page.keyboard.press('ArrowRight')
  await expect(panes).toHaveAttribute('aria-valuetext', '0.19 km')
})

test('a trip without data says so, and a failed request can be retried', async ({ page }) => {
  const address = `/trips/${taffrail.things.sibling.tripId}`
  await taffrail.open(page, 'organization-admin', address)
  await expect(page.getByText('No sensor data available')).toBeVisible()
  await tab(page, 'Weather').click()
  await expect(page.getByText('No weather data available.')).toBeVisible()

  await page.route('**/statistics/safety', (route) => route.fulfill({ status: 400 }))
  await tab(page, 'Safety').click()
  await expect(page.getByText('Could not get safety statistics data')).toBeVisible()
  await page.unroute('**/statistics/safety')
  const answer = answered<FuelStatistics>(page, '/statistics/safety')
  await page.getByRole('button', { name: 'Try again' }).click()
  await answer
  await expect(page.getByText('Could not get safety statistics data')).toBeHidden()

  await tab(page, 'Fuel').click()
  await expect(page.getByText('No fuel data available')).toBeVisible()
})
