import { createReadStream, writeFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import type { DashboardStatistics } from '#contract/wire/statistics.ts'
import { sailTrip } from './sailTrip.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { ownPageTest as test } from './warmPage.ts'

// A printed chart is as sharp as on the screen.
test.use({ deviceScaleFactor: 1 })

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
  await sailTrip(taffrail.api.telemetry, taffrail.things.own.vesselNumber)
})
test.afterAll(() => taffrail?.api.close())

const DAY_MS = 86_400_000
const days = (of: (day: number) => number) =>
  Array.from({ length: 30 }, (_, i) => ({ x: Date.UTC(2026, 9, 24) + i * DAY_MS, y: of(i) }))
const wave = (most: number) => days((i) => most * (0.6 + 0.4 * Math.sin(i / 3)))
const row = (i: number) => ({
  ...{ nr_trips: 90 - i, distance: 1000 - i, duration_minutes: 6000, fuel_consumption: 900 - i },
  ...{ co2_emissions: 2400, nox_emissions: 30_000, avg_fuel_rate: 31, avg_fuel_rate_l_nm: 1.4 },
  ...{ avg_impact: 0.3, peak_impact: 4.2, red_impacts: 2, avg_sog: 17, max_sog: 33 },
})

/** Report of a fleet of one boat over a month, in the form of the server's answer. */
function report(): DashboardStatistics {
  const period = {
    ...{ active_consumption: wave(300), idle_consumption: wave(40), fuel_consumption: wave(340) },
    ...{ avg_fuel_rate_l_nm: wave(1.6), co2_emissions: wave(900), nox_emissions: wave(9000) },
    ...{ active_duration: wave(500), idle_duration: wave(60), distance: wave(120), nr_trips: wave(6) },
    ...{ peak_impact: wave(5), peak_sog: wave(34) },
  }
  const averages = { 3: wave(330), 7: wave(320) }
  return {
    stats: {
      ...{ day: period, week: period, month: period },
      moving_avg_data: { fuel_consumption: averages, avg_fuel_rate_l_nm: { 3: wave(1.5), 7: wave(1.5) } },
      table_stats: {
        vessel_stats: [{ vessel_id: taffrail.things.own.vesselId, ...row(0) }],
        captain_stats: [{ captain_id: taffrail.things.own.captainId, ...row(1) }],
      },
      summary: {
        ...{ nr_trips: 90, total_consumption: 9000, active_consumption: 8000, idle_consumption: 1000 },
        ...{ total_duration: 16_000, active_duration: 14_000, idle_duration: 2000, total_distance: 3200 },
        ...{ co2_emissions: 24_000, nox_emissions: 300_000, avg_fuel_rate_l_nm: 1.5, peak_impact: 5 },
        ...{ peak_sog: 34, duration_below: 70, duration_around: 20, duration_above: 10 },
      },
    },
  }
}

/** Opens the dark theme, as most users do, with a print dialog that does nothing. */
async function openDark(page: Page, path: string) {
  await page.addInitScript(`window.print = () => { document.documentElement.dataset.asked = 'yes' }`)
  await page.route('**/statistics/dashboard-statistics', (route) => route.fulfill({ json: report() }))
  await taffrail.open(page, 'organization-admin', path)
}

/** Runs a check on the page as the printer gets it. */
async function onPaper(page: Page, look: () => Promise<void>) {
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(`dispatchEvent(new Event('beforeprint'))`)
  await look()
  await page.evaluate(`dispatchEvent(new Event('afterprint'))`)
  await page.emulateMedia({ media: null })
}

/** Stores both sheets in the folder of the environment variable, to look at. */
async function sheets(page: Page, name: string) {
  for (const format of ['A4', 'Letter']) {
    const pdf = await page.pdf({ format, printBackground: true, preferCSSPageSize: false })
    expect(pdf.subarray(0, 4).toString()).toBe('%PDF')
    if (process.env.SHEETS) writeFileSync(`${process.env.SHEETS}/${name}-${format}.pdf`, pdf)
  }
}

const scheme = (page: Page) => page.locator('html').getAttribute('data-mantine-color-scheme')
const SHEET_PX = 704

for (const [tab, title, charts] of [
  ['', 'General', 2],
  ['/fuel', 'Fuel', 5],
  ['/safety', 'Safety', 3],
  ['/table', 'Table View', 0],
] as const) {
  test(`prints a report in light colours without the console around it: ${title}`, async ({ page }) => {
    await openDark(page, `/reports${tab}?from=2026-10-24&to=2026-11-22`)
    await expect(page.getByRole('table').first()).toBeVisible()
    const drawn = page.locator('main [role=img] svg')
    await expect(drawn).toHaveCount(charts)
    expect(await scheme(page)).toBe('dark')
    await onPaper(page, async () => {
      expect(await scheme(page)).toBe('light')
      const head = page.locator('main header').first()
      await expect(head).toContainText('One')
      await expect(head).toContainText(`Reports · ${title}`)
      await expect(head).toContainText('24 Oct, 2026 – 22 Nov, 2026')
      await expect(head).toContainText('Printed')
      for (const gone of [
        page.getByRole('navigation', { name: 'Main navigation' }),
        page.getByRole('navigation', { name: 'Views of the report' }),
        page.getByRole('button', { name: 'Print' }),
      ])
        await expect(gone).toBeHidden()
      const charted = await drawn.all()
      for (const chart of charted) {
        const box = await chart.boundingBox()
        const isRing = title === 'Safety' && chart === charted.at(-1)
        expect([title, box && box.width > (isRing ? 100 : 600), box && box.width <= SHEET_PX]).toEqual([
          title,
          true,
          true,
        ])
      }
      const whole = await page.evaluate<string[]>(
        `[...document.querySelectorAll('[data-paper=whole]')].map((card) => getComputedStyle(card).breakInside)`,
      )
      expect(new Set(whole)).toEqual(new Set(charts > 0 ? ['avoid'] : []))
    })
    expect(await scheme(page)).toBe('dark')
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
    await sheets(page, `report-${title}`)
  })
}

test('prints a trip with its chart, and draws the chart before the print dialog opens', async ({ page }) => {
  await openDark(page, `/trips/${taffrail.things.own.tripId}/safety`)
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Print' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'yes', { timeout: 20_000 })
  await expect(page).toHaveURL(/\/trips\/[\w-]{36}$/)
  await onPaper(page, async () => {
    const head = page.locator('main header').first()
    await expect(head).toContainText('Trip by Vessel own')
    await expect(head).toContainText('18 Jun, 2026 09:00 – 18 Jun, 2026 10:00')
    const picture = page.locator('main img[data-paper=whole]')
    await expect(picture).toBeVisible()
    expect(
      await page.evaluate(`document.querySelector('main img[data-paper=whole]').naturalWidth`),
    ).toBeGreaterThan(600)
    await expect(page.getByRole('heading', { name: 'Operating stages' })).toBeVisible()
    for (const gone of ['Actions', 'Pin'])
      await expect(page.getByRole('button', { name: gone, exact: true })).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Views of the trip' })).toBeHidden()
  })
  await sheets(page, 'trip')
})

test('saves each chart of a report as a picture, twice as large as on the screen', async ({ page }) => {
  await openDark(page, '/reports/fuel')
  const card = page.getByRole('region', { name: 'Fuel Consumption', exact: true })
  await card.getByRole('button', { name: 'Actions for Fuel Consumption' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download chart image' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('Fuel Consumption.png')
  const shown = await card.getByRole('img', { name: 'Fuel Consumption', exact: true }).first().boundingBox()
  const path = await file.path()
  if (process.env.SHEETS) await sharp(path).toFile(`${process.env.SHEETS}/chart.png`)
  const head = createReadStream(path).pipe(sharp())
  const { width, format } = await head.metadata()
  expect([format, width]).toEqual(['png', 2 * (Math.round(shown?.width ?? 0) + 32)])
})

test('prints the fleet map as shown, with its scale and legend', async ({ page }) => {
  await openDark(page, '/map?lat=64.2&lng=-22.3&zoom=9')
  const map = page.locator('canvas.maplibregl-canvas')
  await expect(map).toBeVisible()
  await expect(page.getByText('Not for navigation')).toBeVisible()
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'yes')
  await onPaper(page, async () => {
    const sheet = page.locator('figure[data-paper]')
    await expect(sheet).toContainText('Fleet map')
    await expect(sheet).toContainText(/\d+ nmi.*Under way.*Lying still.*No data/)
    await expect(sheet).toContainText('Not for navigation')
    await expect(map).toBeHidden()
    const picture = await sheet.locator('img').getAttribute('src')
    const { channels } = await sharp(Buffer.from(picture?.split(',')[1] ?? '', 'base64')).stats()
    // A sheet of one colour would be an empty map.
    expect(Math.max(...channels.slice(0, 3).map(({ min, max }) => max - min))).toBeGreaterThan(50)
    await sheets(page, 'fleet-map')
  })
  await expect(page.locator('figure[data-paper]')).toHaveCount(0)
  await expect(map).toBeVisible()
})

test('prints the map on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openDark(page, '/map?lat=64.2&lng=-22.3&zoom=9')
  await expect(page.locator('canvas.maplibregl-canvas')).toBeVisible()
  await expect(page.getByText(/^Not for navigation/)).toBeVisible()
  await expect(page.getByText(/^\d+ nmi$/)).toBeVisible()
  await onPaper(page, async () => {
    await expect(page.locator('figure[data-paper]')).toContainText(/Fleet map.*Under way/)
    await sheets(page, 'fleet-map-of-phone')
  })
  await expect(page.locator('canvas.maplibregl-canvas')).toBeVisible()
})
