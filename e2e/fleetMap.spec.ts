import { gunzipSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { cutTiles, WORLD } from '#basemap/cutTiles.ts'
import type { Feature } from '#basemap/feature.ts'
import { toPath } from '#basemap/path.ts'
import { tileAt, tileCorner } from '#contract/geodesy/geo.ts'
import { mercatorX } from '#contract/geodesy/mercator.ts'
import { createDevice } from '#server/records/devices.ts'
import { vessels } from '#server/stores/relational/schema.ts'
import { cellOf, HEAT_ZOOMS, noHeat } from '#server/telemetry/heat.ts'
import { violationsOn } from './askAxe.ts'
import { drawn } from './drawn.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

const QUARTER_HOUR_S = 900
const KNOT_MPS = 1852 / 3600
let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
  await sailAt(20)
})
test.afterAll(() => taffrail?.api.close())

/** The vessel sailed through ten squares yesterday, at this speed. */
async function sailAt(kn: number) {
  const { vesselNumber } = taffrail.things.own
  const quarterHourS = Math.floor(Date.now() / 1000 / QUARTER_HOUR_S) * QUARTER_HOUR_S - 86_400
  const places = Array.from({ length: 10 }, (_, i) => ({ lat: 64.15 + i * 0.01, lon: -21.95 - i * 0.02 }))
  const movingS = 90
  await taffrail.api.telemetry.heat.store(
    HEAT_ZOOMS.map((zoom) => ({
      ...{ zoom, vesselNumber, tripNumber: 1, quarterHourS },
      cells: new Map(
        places.map(({ lat, lon }) => {
          const { x, y } = tileAt(lat, lon, zoom)
          const corner = tileCorner(x, y, zoom)
          const figures = {
            ...noHeat(),
            moving_s: movingS,
            sog_m: movingS * kn * KNOT_MPS,
            offset_lat: movingS * (lat - corner.latitudeDeg),
            offset_lon: movingS * (lon - corner.longitudeDeg),
          }
          return [cellOf(x, y), figures]
        }),
      ),
    })),
  )
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const legend = (page: Page) => page.getByRole('region', { name: 'Heatmap Layer' })
const placeOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

test('opens a chosen page while the map still moves, even when its files load slowly', async ({ page }) => {
  await page.route(/TripsPage/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await taffrail.open(page, 'organization-admin', '/map?lat=64.2&lng=-22.3&zoom=9.5')
  await button(page, 'Zoom in').click()
  await page.getByRole('link', { name: 'Trips', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Trips', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/trips$/)
})

test('an address opens the same view of the map for every user', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', '/map?lat=64.2&lng=-22.3&zoom=9.5')
  await button(page, 'Zoom in').click()
  await expect(page).toHaveURL(/zoom=10\.5/)
  expect(placeOf(page)).toMatchObject({ lat: '64.2', lng: '-22.3' })

  await page.getByRole('tab', { name: 'Vessels' }).click()
  await button(page, 'Hide panel').click()
  await page.goto(page.url())
  await button(page, 'Show trip panel').click()
  await expect(page.getByRole('tab', { name: 'Vessels' })).toHaveAttribute('aria-selected', 'true')
  expect(placeOf(page)).toMatchObject({ lat: '64.2', zoom: '10.5' })

  await page.getByRole('tab', { name: 'Trips' }).click()
  await page.locator('label', { hasText: /^Pinned/ }).click()
  await expect(page.getByText('No pinned trips')).toBeVisible()
})

/** A base map with land west of this longitude, because this server has not cut its own. */
async function giveWorld(page: Page, eastDeg: number) {
  const corners = [
    [0, 0],
    [mercatorX(eastDeg), 0],
    [mercatorX(eastDeg), 1],
    [0, 1],
    [0, 0],
  ]
  const vertices = Float64Array.from(corners.flatMap(([x = 0, y = 0]) => [x, y, Number.POSITIVE_INFINITY]))
  const land: Feature = {
    ...{ kind: 'polygon', layer: 'land', properties: {}, bufferUnits: 64 },
    paths: [toPath(vertices, true, Number.POSITIVE_INFINITY)],
  }
  await page.route('**/basemap/tile/0/0/0', (route) =>
    cutTiles([land], WORLD, 0, (_z, _x, _y, tile) => {
      void route.fulfill({ body: gunzipSync(tile), contentType: 'application/x-protobuf' })
    }),
  )
  const vector = {
    ...{ kind: 'tiles', format: 'vector', url: '/basemap/tile/{z}/{x}/{y}', minzoom: 0, maxzoom: 0 },
    ...{ tileSize: 512, layers: ['land'], attribution: '' },
  }
  const rest = { ready: true, satellite: null, detail: null, seamarks: null, areas: null }
  const answered = Promise.withResolvers<void>()
  await page.route('**/basemap/index.json', async (route) => {
    await answered.promise
    await route.fulfill({ json: { ...rest, vector } })
  })
  return answered.resolve
}

test('shows the land of the last view before the server sends any, and boats above it', async ({ page }) => {
  const kept = () => page.evaluate<string | null>(`localStorage.getItem('map-as-left')`)
  const frame = page.locator('section:has(canvas[aria-label="Fleet map"])')
  await page.addInitScript(`localStorage.setItem('map-layer', 'light')`)
  const answer = await giveWorld(page, -22.3)
  answer()
  await taffrail.open(page, 'organization-admin', '/map?lat=64.2&lng=-22.3&zoom=9.5')
  await expect.poll(kept, { timeout: 60_000 }).toContain('data:image/webp')

  await page.unrouteAll()
  const answerAgain = await giveWorld(page, -22.3)
  await page.reload()
  const { vesselId, organizationId, departmentId } = taffrail.things.own
  const weather = { temperature: null, wind_speed: null, wind_direction: null, wave_height: null }
  const sea = { lat: 64.2, lon: -22.1 }
  /** Looks for land in the west, nearly white; sea in the east, light blue; the boat on it, strong blue. */
  const look = async () => {
    taffrail.api.bus.publish({
      ...{ type: 'vessel.moved', organizationId, departmentId, vesselId },
      live: {
        ...{ ...sea, ...weather, cog: 0, sog: 9, sog_derived: false, impact: 0, impact_time: null },
        last_updated: Date.now(),
      },
    })
    const { data, info } = await sharp(await frame.screenshot())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const redAt = (x: number) =>
      data[3 * (Math.round(info.height * 0.3) * info.width + Math.round(info.width * x))] ?? 0
    let boat = 0
    for (let at = 0; at < data.length; at += 3) {
      const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
      if (blue > 180 && blue > red + 130 && blue > green + 70) boat++
    }
    return { land: redAt(0.3) > 235, sea: redAt(0.7) < 220, boat: boat > 8 }
  }
  await drawn.poll(look).toEqual({ land: true, sea: true, boat: true })
  answerAgain()
  await drawn.poll(() => page.locator('img[data-map]').count()).toBe(0)
  await drawn.poll(look).toEqual({ land: true, sea: true, boat: true })

  await page.goto(`${taffrail.url}/signout`)
  await expect(page).toHaveURL(/signin/)
  expect(await kept()).toBeNull()
})

test('hatches a part of the map that is not loaded until it is loaded again', async ({ page }) => {
  await page.addInitScript(`localStorage.setItem('map-layer', 'light')`)
  const answer = await giveWorld(page, -22.3)
  let fails = true
  await page.route('**/basemap/tile/0/0/0', (route) =>
    fails ? route.fulfill({ status: 500 }) : route.fallback(),
  )
  await taffrail.open(page, 'organization-admin', '/map?lat=64.2&lng=-22.3&zoom=9.5')
  const note = page.getByText('Part of the map is not loaded.')
  const colours = async () => {
    const clip = await page.locator('section:has(canvas[aria-label="Fleet map"])').boundingBox()
    if (!clip) throw new Error('there is no map')
    // Land between two lines of the graticule.
    const piece = {
      x: clip.x + clip.width / 2 - 108,
      y: clip.y + clip.height / 2 + 12,
      width: 50,
      height: 20,
    }
    const { channels } = await sharp(await page.screenshot({ clip: piece })).stats()
    return Math.max(...channels.map(({ stdev }) => stdev))
  }
  await drawn.poll(colours).toBeGreaterThan(4)
  answer()
  await expect(note).toBeVisible()
  await drawn.poll(colours).toBeGreaterThan(4)
  expect(await violationsOn(page)).toEqual([])
  fails = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(note).toBeHidden()
  await drawn.poll(colours).toBeLessThan(2)
})

test('the heatmap has a legend of its colours', async ({ page }) => {
  let asked = 0
  await page.route('**/on_request_fetch_heatmap_data', (route) => {
    asked++
    return route.continue()
  })
  await taffrail.open(page, 'organization-admin', '/map?lat=64.2&lng=-22.1&zoom=9')
  await button(page, 'Map settings').click()
  const drawer = page.getByRole('dialog', { name: 'Map settings' })
  await expect(drawer.getByRole('switch', { name: 'Labels' })).toBeChecked()
  expect(asked).toBe(0)
  await drawer.getByRole('switch', { name: 'Show heatmap' }).click()
  await expect(legend(page)).toContainText('Traffic')
  await drawer.getByText('Show all 11 layers').click()
  await drawer.getByRole('radio', { name: 'SOG' }).click()
  await expect(legend(page)).toContainText(/SOG.*kn/)
  await expect(legend(page)).toContainText('20')
  await drawer.getByRole('radio', { name: 'Ember' }).click()
  expect(await violationsOn(page)).toEqual([])

  await drawer.getByRole('button', { name: /–/ }).click()
  await page.getByText('Last year').click()
  await button(page, 'Apply').click()
  await expect(legend(page)).toContainText('No heatmap data, try another layer or date range')

  await page.route('**/on_request_fetch_heatmap_data', (route) => route.fulfill({ status: 400 }))
  await drawer.getByRole('radio', { name: 'Water Depth' }).click()
  await expect(page.getByText('Something went wrong. Could not get heatmap data.')).toBeVisible()
  await expect(legend(page)).toHaveCount(0)
  await expect(drawer.getByRole('switch', { name: 'Show heatmap' })).not.toBeChecked()
})

test('the folded legend shows both ends of the scale on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(() => {
    localStorage.setItem('heatmap', 'true')
    localStorage.setItem('heatmap-layer', 'sog')
  })
  await taffrail.open(page, 'organization-admin', '/map?lat=64.2&lng=-22.1&zoom=9')
  const summary = legend(page).locator('summary')
  await expect(summary).toContainText(/SOGkn.*≥ \d/)
  await expect(legend(page).getByText(/ – /)).toBeHidden()
  await summary.click()
  await expect(legend(page).getByText(/ – /)).toBeVisible()
})

test('six boats at one berth share one mark, and a click lists each of them', async ({ page }) => {
  const { api, things } = taffrail
  const { organizationId, departmentId } = things.own
  const names = ['Ada', 'Bára', 'Dögg', 'Eir', 'Freyja', 'Gná']
  const rows = await api.records.db
    .insert(vessels)
    .values(names.map((name) => ({ organizationId, departmentId, name })))
    .returning()
  for (const { id } of rows) await createDevice(api.records.db, { vesselId: id })
  const publish = () => {
    for (const [index, { id: vesselId }] of rows.entries()) {
      const place = { lat: 64.3 + index * 0.00005, lon: -22.5, cog: 0, impact: 0, impact_time: null }
      const weather = { temperature: null, wind_speed: null, wind_direction: null, wave_height: null }
      const live = { ...place, ...weather, sog: 0, sog_derived: true, last_updated: Date.now() }
      api.bus.publish({ type: 'vessel.moved', organizationId, departmentId, vesselId, live })
    }
  }
  await taffrail.open(page, 'organization-admin', '/map?lat=64.3&lng=-22.5&zoom=13')
  const map = page.locator('canvas.maplibregl-canvas')
  const berth = async () => {
    const box = await map.boundingBox()
    if (!box) throw new Error('There is no map.')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const list = page.getByRole('dialog', { name: '6 vessels here' })
  const boat = page.getByRole('dialog', { name: 'Freyja' })
  const ask = () =>
    expect(async () => {
      publish()
      const { x, y } = await berth()
      await page.mouse.click(x, y)
      await expect(list).toBeVisible({ timeout: 1000 })
    }).toPass({ timeout: 60_000 })
  await ask()
  await expect(list.getByRole('listitem')).toHaveCount(6)
  for (const name of names) await expect(list.getByText(name, { exact: true })).toBeVisible()
  await list.getByRole('button', { name: /Freyja/ }).click()
  await expect(boat).toBeVisible()
  await expect(boat.getByText('SOG (derived)')).toBeVisible()
  const leadsTo = (name: string) => boat.getByRole('link', { name, exact: true })
  await expect(leadsTo('Helm View')).toHaveAttribute('href', /^\/vessels\/[^/]+\/helm$/)
  await expect(leadsTo('Vessel Details')).toHaveAttribute('href', /^\/vessels\/[^/]+$/)
  await expect(list).toHaveCount(0)

  await ask()
  await expect(list.getByRole('listitem').first().getByRole('button')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
})
