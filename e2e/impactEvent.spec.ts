import { expect, type Page } from '@playwright/test'
import type { MotionBlock, ScalarReading } from '#contract/domain/reading.ts'
import { impactBlocks } from '#server/processing/formulas/impacts/impactBlocks.ts'
import { sensors } from '#server/stores/relational/schema.ts'
import { expectNoViolation } from './expectNoViolation.ts'
import { BEGIN_MS } from './sailTrip.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

const S = 1_000_000
const BEGIN_US = BEGIN_MS * 1000
const HARDEST_S = 600
const SLAMS = [
  { atS: HARDEST_S, peakG: 4 },
  { atS: 1200, peakG: 2.2 },
  { atS: 1800, peakG: 1 },
] as const
/** The peak of the slam's half sine is in its middle. */
const HARDEST = new Date(BEGIN_MS + HARDEST_S * 1000 + 60).toISOString()

let taffrail: TestConsole
let address: string

test.beforeAll(async () => {
  taffrail = await startConsole()
  const { telemetry, records } = taffrail.api
  const { vesselNumber, vesselId, tripId } = taffrail.things.own
  address = `/trips/${tripId}/impacts`
  await records.db.insert(sensors).values({ vesselId, number: 2, description: 'Stern' })
  const motion = SLAMS.flatMap(({ atS, peakG }) => [slam(1, atS, peakG), slam(2, atS + 0.04, peakG * 0.75)])
  await telemetry.append([{ vesselNumber, ...engineAndDepth(), motion, ais: [], faults: [] }])
  const interval = { vesselNumber, fromUs: BEGIN_US, toUs: BEGIN_US + 3600 * S }
  await telemetry.impacts.store(
    impactBlocks(await telemetry.motion.bySensor([interval]), interval.fromUs, interval.toUs),
  )
})
test.afterAll(() => taffrail?.api.close())

/** Northward at ten knots; at the hardest slam the engine loses 800 rpm over 1.8 m of water. */
function engineAndDepth() {
  const scalars: ScalarReading[] = []
  const fixes = []
  for (let second = HARDEST_S - 60; second < HARDEST_S + 60; second++) {
    const timeUs = BEGIN_US + second * S
    fixes.push({ timeUs, latitudeDeg: 64 + second * 5e-5, longitudeDeg: -22, hdop: 1, valid: true })
    scalars.push(
      { timeUs, key: 'sog', instance: 0, value: 5 },
      { timeUs, key: 'depth_below_surface', instance: 0, value: 1.8 },
    )
    for (let tenth = 0; tenth < 10; tenth++) {
      const value = (second < HARDEST_S ? 3500 : 2700) / 60
      scalars.push({ timeUs: timeUs + (tenth * S) / 10, key: 'engine_speed', instance: 1, value })
    }
  }
  return { scalars, fixes }
}

/** Half a minute of rest before and after a blow from below. */
function slam(sensor: number, atS: number, peakG: number): MotionBlock {
  const forceZ = Int16Array.from({ length: 60 * 50 }, (_, sample) => {
    const second = sample / 50 - 30 - (atS % 1)
    const isHit = second >= 0 && second <= 0.12
    return 1000 + (isHit ? Math.round(peakG * 1000 * Math.sin((Math.PI * second) / 0.12)) : 0)
  })
  const level = new Int16Array(forceZ.length)
  const startUs = BEGIN_US + (Math.floor(atS) - 30) * S
  return {
    ...{ sensor, startUs, intervalUs: S / 50 },
    ...{ forceX: level, forceY: level, forceZ, roll: level, pitch: level, yaw: level },
  }
}

const rows = (page: Page) => page.getByRole('table', { name: 'Impact events' }).locator('tbody tr')

test('filters impacts by their peak, and keeps the filter in the address', async ({ page }) => {
  await taffrail.open(page, 'organization-viewer', address)
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).first()).toContainText('09:10:00')
  await expectNoViolation(page, 'impacts')

  const least = page.getByRole('slider', { name: 'Least impact shown' })
  for (const min of ['1', '1.5', '2']) {
    await least.press('ArrowRight')
    await expect(page).toHaveURL(new RegExp(`[?&]min=${min}$`))
  }
  await expect(page.getByText('2 of 3 events, 1 above limit')).toBeVisible()
  await page.getByRole('button', { name: 'Peak impact' }).click()
  await expect(rows(page).first()).toContainText('09:20:00')
  await page.reload()
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(rows(page)).toHaveCount(3)
})

test('opens an event at its own address, and returns to the tab when it closes', async ({ page }) => {
  await taffrail.open(page, 'organization-viewer', `${address}/${HARDEST}`)
  const dialog = page.getByRole('dialog', { name: 'Impact Event - 18 Jun, 2026 09:10:00' })
  await expect(dialog).toContainText('Trip by Vessel own (18 Jun, 2026 09:00)')
  await expect(dialog.getByRole('button', { name: 'Flags (2)' })).toHaveAttribute('aria-expanded', 'true')
  await expect(dialog).toContainText('Engine speed fell by 800 rpm where the water was 1.8 m deep')
  await expect(dialog.getByRole('img', { name: /Sensor 2 \(Stern\): (2\.9|3\.0)/ }).first()).toBeVisible()
  await expect(dialog.getByRole('slider', { name: 'Sensors' })).toHaveAttribute('aria-valuetext', '0 s')
  await dialog.getByText('Engine Speed', { exact: true }).click()
  await expect(dialog.getByRole('slider', { name: 'Engine Speed' })).toContainText('Engine 1')
  await expect(dialog.getByRole('table', { name: 'Sensor Data' }).locator('tbody tr')).toHaveCount(2)
  await expectNoViolation(page, 'impact event')

  await dialog.getByRole('button', { name: 'Next impact' }).click()
  const next = page.getByRole('dialog', { name: 'Impact Event - 18 Jun, 2026 09:20:00' })
  await expect(next).toContainText('2 of 3')
  await page.keyboard.press('ArrowLeft')
  await expect(dialog).toContainText('1 of 3')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`${address}\\?t=${Date.parse(HARDEST)}&sensor=1$`))
  await expect(rows(page)).toHaveCount(3)
})

test('says so when the address has no event', async ({ page }) => {
  await taffrail.open(page, 'organization-viewer', `${address}/2026-06-18T09:10:01.000Z`)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Impact event not found or trip data is missing.')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(rows(page)).toHaveCount(3)
})
