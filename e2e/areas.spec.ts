import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { Compression, TileType } from 'pmtiles'
import sharp from 'sharp'
import type { BasemapIndex, MapSource } from '#contract/wire/basemap.ts'
import { createPmtilesWriter } from '#server/basemap/pmtilesWriter.ts'
import { serveWorld, type WorldServer, writeTestWorld } from '#server/testing/testWorld.ts'
import { drawn } from './drawn.ts'
import { expectNoViolation } from './expectNoViolation.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

const folder = mkdtempSync(join(tmpdir(), 'taffrail-areas-'))
const worldFile = join(folder, 'world.pmtiles')
let world: WorldServer
let taffrail: TestConsole
/** Folder of the areas, which outlives the server. */
const start = () =>
  startConsole(async () => ({
    BASEMAP_SOURCE_URL: world.url,
    areasFolder: join(folder, 'areas'),
    areasMb: 10,
  }))
test.beforeAll(async () => {
  writeTestWorld(worldFile)
  world = await serveWorld(worldFile)
  taffrail = await start()
})
test.afterAll(async () => {
  await taffrail?.api.close()
  await world?.close().catch(() => undefined)
  rmSync(folder, { recursive: true })
})

/** The quay lies in the middle, the town in the south. */
const HERE = '/map?lat=64.152&lng=-21.945&zoom=14'
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const areas = (page: Page) => page.getByRole('region', { name: 'Harbour detail' })

/** Pixels of the map around its middle, where no window covers the map. */
async function picture(page: Page): Promise<Buffer> {
  const box = await page.locator('canvas[aria-label="Fleet map"]').boundingBox()
  if (!box) throw new Error('there is no map')
  const clip = { x: box.x + box.width / 2 - 150, y: box.y + box.height / 2 - 60, width: 200, height: 240 }
  return sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer()
}
/** Share of pixels that visibly differ. */
function difference(one: Buffer, other: Buffer): number {
  let count = 0
  for (let at = 0; at < one.length; at += 3) {
    const most = Math.max(...[0, 1, 2].map((c) => Math.abs((one[at + c] ?? 0) - (other[at + c] ?? 0))))
    if (most > 6) count++
  }
  return count / (one.length / 3)
}
function publishPosition() {
  const { organizationId, departmentId, vesselId } = taffrail.things.own
  const here = { lat: 64.15, lon: -21.94, cog: 0, sog: 7, sog_derived: false, impact: 0, impact_time: null }
  const weather = { temperature: null, wind_speed: null, wind_direction: null, wave_height: null }
  taffrail.api.bus.publish({
    ...{ type: 'vessel.moved', organizationId, departmentId, vesselId },
    live: { ...here, ...weather, last_updated: Date.now() },
  })
}
async function openAreas(page: Page) {
  await button(page, 'Map settings').click()
  await button(page, 'Keep this area in detail').click()
  await expect(areas(page)).toBeVisible()
}

test('an area is downloaded, appears in other consoles, and stays when its source and the server are gone', async ({
  page,
  browser,
}) => {
  const viewer = await browser.newPage()
  await taffrail.open(viewer, 'department-viewer', HERE)
  await expect(viewer.getByText(/^Not for navigation/)).toBeVisible()
  const sea = await picture(viewer)
  await button(viewer, 'Map settings').click()
  await expect(viewer.getByText('Overlays')).toBeVisible()
  await expect(button(viewer, 'Keep this area in detail')).toHaveCount(0)
  await viewer.keyboard.press('Escape')

  await taffrail.open(page, 'super-admin', HERE)
  await openAreas(page)
  await expect(areas(page)).toContainText('No areas yet.')
  expect(world.sent.answers).toBe(0)
  await button(page, 'Draw on the map').click()
  await expect(page.getByText('Drag over the map')).toBeVisible()
  const box = await page.locator('canvas[aria-label="Fleet map"]').boundingBox()
  const [middleX, middleY] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
  await page.mouse.move(middleX - 200, middleY - 200)
  await page.mouse.down()
  await page.mouse.move(middleX, middleY)
  await page.mouse.move(middleX + 200, middleY + 250)
  await page.mouse.up()
  await expect(areas(page)).toContainText(/\d+ kB in \d+ tiles, zoom 9 to 15/)
  await page.getByLabel('Name').fill('Old harbour')
  await expectNoViolation(page, 'an area that is planned')
  await button(page, 'Keep this area').click()
  await expect(areas(page)).toContainText(/Kept \d/)
  await expect(areas(page)).toContainText(/Zoom 9 to 15/)

  // The viewer did not reload the page.
  await drawn.poll(async () => difference(sea, await picture(viewer))).toBeGreaterThan(0.15)
  await expect(viewer.getByText('© OpenStreetMap')).toBeVisible()
  await drawn.poll(() => stands(viewer)).toBe(true)
  const harbour = await picture(viewer)

  await world.close()
  await taffrail.api.close()
  rmSync(worldFile)
  taffrail = await start()
  await taffrail.open(viewer, 'department-viewer', HERE)
  await drawn.poll(async () => difference(harbour, await picture(viewer))).toBeLessThan(0.01)
  await viewer.close()

  // The window reports that the source does not answer, and stored areas stay.
  await taffrail.open(page, 'super-admin', HERE)
  await openAreas(page)
  await button(page, 'Take this view').click()
  await expect(areas(page)).toContainText('The source of the map does not answer.')
  await expect(button(page, 'Keep this area')).toBeDisabled()
  await button(page, 'Remove Old harbour').click()
  await button(page, 'Remove area').click()
  await expect(areas(page)).toContainText('No areas yet.')
  // The last chosen area stays tinted while the window asks about it.
  await areas(page).getByRole('button', { name: 'Close' }).click()
  await drawn.poll(async () => difference(sea, await picture(page))).toBeLessThan(0.05)
})

/** True when nothing on the map is fading in any more. */
async function stands(page: Page): Promise<boolean> {
  const before = await picture(page)
  return difference(before, await picture(page)) === 0
}

test('a download that breaks is reported, and resumes without fetching the same data again', async ({
  page,
}) => {
  writeTestWorld(worldFile)
  world = await serveWorld(worldFile)
  await taffrail.api.close()
  taffrail = await start()
  await taffrail.open(page, 'super-admin', HERE)
  // The first position of the fleet brings the offer of detail around it.
  await expect(async () => {
    publishPosition()
    await expect(button(page, 'Choose the area…')).toBeVisible({ timeout: 500 })
  }).toPass()
  await button(page, 'Choose the area…').click()
  await expect(page.getByLabel('Name')).toHaveValue('Home waters')
  await expect(page.getByLabel('South', { exact: true })).toHaveValue('64.06')
  await expect(button(page, 'Choose the area…')).toHaveCount(0)
  // The edges are typed as numbers: the keyboard alone is enough.
  const edges = [
    ['North', '64.16'],
    ['West', '-21.97'],
    ['South', '64.14'],
    ['East', '-21.92'],
  ] as const
  for (const [edge, value] of edges) await page.getByLabel(edge, { exact: true }).fill(value)
  await page.getByLabel('Name').fill('Broken')
  await expect(areas(page)).toContainText(/\d+ kB in \d+ tiles/)
  const [, size = '0'] = /([\d.]+) kB in/.exec((await areas(page).textContent()) ?? '') ?? []
  const bytes = Number(size) * 1000
  const before = world.sent.bytes
  world.breakAfter(18_000 + bytes * 0.6)
  await page.getByLabel('Name').press('Enter')
  await expect(
    areas(page).getByRole('alert').or(areas(page).getByText('It is asked again every minute.')),
  ).toBeVisible({
    timeout: 20_000,
  })
  world.mend()
  await button(page, 'Resume Broken').click()
  await expect(areas(page)).toContainText(/Kept \d/)
  expect(world.sent.bytes - before).toBeLessThan(2 * bytes + 60_000)
  await button(page, 'Remove Broken').click()
  await button(page, 'Remove area').click()
  await expect(areas(page)).toContainText('No areas yet.')
})

/** Writes a satellite picture of the world that is all red. */
async function writeRedPicture(file: string) {
  const red = { width: 512, height: 512, channels: 3, background: { r: 200, g: 0, b: 0 } } as const
  const writer = createPmtilesWriter(file, {
    ...{ tileType: TileType.Jpeg, tileCompression: Compression.None, minZoom: 0, maxZoom: 0 },
    ...{ bounds: [-180, -85, 180, 85], metadata: {} },
  })
  writer.add(0, 0, 0, await sharp({ create: red }).jpeg().toBuffer())
  writer.finish()
}

test("the satellite picture shows the colours of an area's land, and lighter sea along its shore", async ({
  page,
}) => {
  await taffrail.api.areas.keep({
    ...{ name: 'Old harbour', bounds: [-21.99, 64.13, -21.9, 64.17], maxzoom: 15 },
  })
  await taffrail.api.areas.idle()
  const file = join(folder, 'red.pmtiles')
  await writeRedPicture(file)
  const source = { minzoom: 0, maxzoom: 0, tileSize: 512, layers: [], attribution: '' }
  const satellite: MapSource = { ...source, kind: 'pmtiles', url: '/basemap/red.pmtiles', format: 'raster' }
  // Only the area has land.
  const vector: MapSource = { ...source, kind: 'tiles', url: '/no-land/{z}/{x}/{y}', format: 'vector' }
  await page.route('**/no-land/**', (route) => route.fulfill({ status: 204 }))
  await page.route('**/basemap/index.json', async (route) => {
    const index = (await (await route.fetch()).json()) as BasemapIndex
    await route.fulfill({ json: { ...index, vector, satellite } })
  })
  await page.route('**/basemap/red.pmtiles', (route) => {
    const whole = readFileSync(file)
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(route.request().headers().range ?? '') ?? []
    const body = whole.subarray(Number(from), Number(to) + 1)
    const range = `bytes ${from}-${Number(from) + body.length - 1}/${whole.length}`
    return route.fulfill({ status: 206, headers: { 'content-range': range }, body })
  })
  await page.addInitScript(`localStorage.setItem('map-layer', 'satellite')`)
  await taffrail.open(page, 'department-viewer', HERE.replace('zoom=14', 'zoom=13'))
  /** Mean colour of the map, at a distance in px of the screen from its middle. */
  const colourAt = async (x: number, y: number) => {
    const box = await page.locator('canvas[aria-label="Fleet map"]').boundingBox()
    const middle = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
    const clip = { x: middle.x + x, y: middle.y + y, width: 4, height: 4 }
    const { channels } = await sharp(await page.screenshot({ clip })).stats()
    return channels.slice(0, 3).map(({ mean }) => mean) as [red: number, green: number, blue: number]
  }
  // A kilometre east of the harbour the shore runs a few pixels north of its middle.
  await expect(page.getByText(/^Not for navigation/)).toBeVisible()
  await drawn.poll(async () => (await colourAt(240, 36))[0]).toBeGreaterThan(180)
  const [deep, shore] = [await colourAt(240, -340), await colourAt(240, -20)]
  expect(deep[0]).toBeLessThan(40)
  expect(shore[0]).toBeLessThan(60)
  expect(shore[1] - deep[1]).toBeGreaterThan(12)
})
