import { expect, type Page } from '@playwright/test'
import geodesic from 'geographiclib-geodesic'
import { createDevice } from '#server/records/devices.ts'
import { vessels } from '#server/stores/relational/schema.ts'
import { expectNoViolation } from './expectNoViolation.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
})
test.afterAll(() => taffrail?.api.close())

const WHERE = { lat: 64.3, lon: -22.5 }
const NAUTICAL_MILE_M = 1852
const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const measured = (page: Page) => page.getByRole('region', { name: 'Measure distance and bearing' })

/** Point this many pixels right of and below the middle of the map. */
async function placeOf(page: Page, right = 0, below = 0) {
  const box = await page.locator('canvas.maplibregl-canvas').boundingBox()
  if (!box) throw new Error('There is no map.')
  return [box.x + box.width / 2 + right, box.y + box.height / 2 + below] as const
}

/** Text that the window must show for the distance and bearing between two places. */
function figures(from: typeof WHERE, to: typeof WHERE): RegExp {
  const { s12 = 0, azi1 = 0 } = geodesic.Geodesic.WGS84.Inverse(from.lat, from.lon, to.lat, to.lon)
  const bearing = String(Math.round((azi1 + 360) % 360) % 360).padStart(3, '0')
  return new RegExp(`${(s12 / NAUTICAL_MILE_M).toFixed(2).replace('.', '\\.')} nmi.*${bearing}° true`)
}

test('measures geodesic distances, and the line to a boat follows her', async ({ page }) => {
  const { api, things } = taffrail
  const { organizationId, departmentId } = things.own
  const [boat] = await api.records.db
    .insert(vessels)
    .values({ organizationId, departmentId, name: 'Freyja' })
    .returning()
  if (!boat) throw new Error('There is no boat.')
  await createDevice(api.records.db, { vesselId: boat.id })
  const sailTo = ({ lat, lon }: typeof WHERE) => {
    const weather = { temperature: null, wind_speed: null, wind_direction: null, wave_height: null }
    const live = { lat, lon, cog: 0, sog: 0, sog_derived: false, impact: 0, impact_time: null, ...weather }
    api.bus.publish({
      ...{ type: 'vessel.moved', organizationId, departmentId, vesselId: boat.id },
      live: { ...live, last_updated: Date.now() },
    })
  }
  await taffrail.open(page, 'organization-admin', `/map?lat=${WHERE.lat}&lng=${WHERE.lon}&zoom=10`)
  await tool(page, 'Measure distance and bearing').click()
  await expect(measured(page).getByText('Click places or boats')).toBeVisible()
  await expect(async () => {
    sailTo(WHERE)
    await tool(page, 'Clear').click({ force: true })
    await page.mouse.click(...(await placeOf(page, 3)))
    await page.mouse.click(...(await placeOf(page, -150, 90)))
    await expect(measured(page).getByRole('listitem')).toContainText('Freyja → Point 2', { timeout: 500 })
  }).toPass({ timeout: 60_000 })
  // Clicks measure, and select no boat meanwhile.
  await expect(page.getByRole('dialog', { name: 'Freyja' })).toHaveCount(0)

  await tool(page, 'Clear').click()
  await tool(page, 'Add the middle of the map').click()
  await page.locator('canvas.maplibregl-canvas').focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).not.toHaveURL(/lng=-22\.5(&|$)/)
  await tool(page, 'Add the middle of the map').click()
  const { lat, lng } = Object.fromEntries(new URL(page.url()).searchParams)
  await expect(measured(page)).toContainText(figures(WHERE, { lat: Number(lat), lon: Number(lng) }))

  await tool(page, 'Undo').click()
  await expect(measured(page).getByText('Click places or boats')).toBeVisible()
  await page.mouse.click(...(await placeOf(page, -100)))
  await expect(measured(page).getByRole('listitem')).toContainText('Point 1 → Freyja')
  await expect(measured(page)).toContainText('0.00 nmi')
  const north = { lat: WHERE.lat + 0.05, lon: WHERE.lon }
  await expect(async () => {
    sailTo(north)
    await expect(measured(page)).toContainText(figures(WHERE, north), { timeout: 500 })
  }).toPass()
  await expectNoViolation(page, 'chart tools')
  await page.keyboard.press('Escape')
  await expect(measured(page)).toHaveCount(0)
})

test('range rings follow a boat and show the range to the clicked point', async ({ page }) => {
  const { api, things } = taffrail
  const { organizationId, departmentId } = things.own
  const [boat] = await api.records.db
    .insert(vessels)
    .values({ organizationId, departmentId, name: 'Gefjun' })
    .returning()
  if (!boat) throw new Error('There is no boat.')
  await createDevice(api.records.db, { vesselId: boat.id })
  const middle = { lat: 63, lon: -24 }
  const sailTo = ({ lat, lon }: typeof middle) => {
    const weather = { temperature: null, wind_speed: null, wind_direction: null, wave_height: null }
    const live = { lat, lon, cog: 0, sog: 0, sog_derived: false, impact: 0, impact_time: null, ...weather }
    api.bus.publish({
      ...{ type: 'vessel.moved', organizationId, departmentId, vesselId: boat.id },
      live: { ...live, last_updated: Date.now() },
    })
  }
  await taffrail.open(page, 'organization-admin', `/map?lat=${middle.lat}&lng=${middle.lon}&zoom=11`)
  await tool(page, 'Range rings').click()
  const rings = page.getByRole('region', { name: 'Range rings' })
  await expect(rings.getByText('Click a place or a boat for the middle.')).toBeVisible()
  await rings.getByRole('button', { name: 'Add the middle of the map' }).click()
  for (const name of ['1 nmi', '2 nmi', '3 nmi'])
    await expect(page.locator('svg text').filter({ hasText: name })).toBeVisible()
  await expect(async () => {
    sailTo({ lat: 63.05, lon: -24 })
    const [x, y] = await placeOf(page)
    // 0.05° at this zoom, in the Mercator of 512-pixel tiles.
    await page.mouse.click(x, y - ((0.05 / 360) * 512 * 2 ** 11) / Math.cos((63.025 * Math.PI) / 180))
    await expect(rings.getByRole('status')).toContainText('To Gefjun', { timeout: 500 })
  }).toPass({ timeout: 60_000 })
  await expect(rings).toContainText(figures(middle, { lat: 63.05, lon: -24 }))
  const east = { lat: 63, lon: -23.9 }
  await expect(async () => {
    sailTo(east)
    await expect(rings).toContainText(figures(middle, east), { timeout: 500 })
  }).toPass()
  await expectNoViolation(page, 'range rings')
})

test('finds a position, shows the one under the pointer, and copies it', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await taffrail.open(page, 'organization-admin', '/map?lat=10&lng=10&zoom=4')
  await tool(page, 'Go to a position').click()
  const field = page.getByRole('textbox', { name: 'Position' })
  await field.fill('north of Akranes')
  await field.press('Enter')
  await expect(page.getByText(/^This is not a position/)).toBeVisible()
  await field.fill('64°18.000’N 022 30.000 W')
  await field.press('Enter')
  await expect(page).toHaveURL(/lat=64\.3&lng=-22\.5&zoom=11/)
  await tool(page, 'Go to a position').click()

  await page.mouse.move(...(await placeOf(page)))
  const readout = page.getByTitle('Write positions another way')
  await expect(readout).toHaveText(/^64° 1[78]\.\d{3}′ N, 022° (29|30)\.\d{3}′ W$/)
  await readout.click()
  await expect(readout).toHaveText(/^64\.\d{5}, -22\.\d{5}$/)

  const [x, y] = await placeOf(page)
  await page.mouse.click(x, y, { button: 'right' })
  const popup = page.getByRole('dialog', { name: 'Position' })
  const copy = popup.getByRole('button', { name: /^Copy 64\.\d{5}, -22\.\d{5}$/ })
  await expectNoViolation(page, 'chart tools')
  await copy.click()
  const copied = await page.evaluate('navigator.clipboard.readText()')
  expect(copied).toMatch(/^64\.\d{5}, -22\.\d{5}$/)
  await popup.getByRole('button', { name: 'Measure from here' }).click()
  await expect(measured(page)).toBeVisible()
  await expect(popup).toHaveCount(0)
})
