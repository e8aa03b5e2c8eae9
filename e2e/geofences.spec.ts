import { expect, type Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { mercatorY, worldPx } from '#contract/geodesy/mercator.ts'
import { geofences } from '#server/stores/relational/schema.ts'
import { beginShape } from './beginShape.ts'
import { moveShape } from './moveShape.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
})
test.afterAll(() => taffrail?.api.close())

/** Clicks the map at a distance in px from its middle. */
async function clickAt(page: Page, dx: number, dy: number) {
  const box = await page.locator('canvas.maplibregl-canvas').boundingBox()
  if (!box) throw new Error('there is no map')
  const [x, y] = [box.x + box.width / 2 + dx, box.y + box.height / 2 + dy]
  await page.mouse.move(x, y, { steps: 4 })
  await page.mouse.click(x, y)
}
const popup = (page: Page, name: string) => page.getByRole('dialog', { name })

test('draws, names, finds, edits and deletes a circle and its rule', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', '/geofences?lat=64.1&lng=-22.3&zoom=10')
  await beginShape(page, 'circle')
  await clickAt(page, 0, 0)
  await clickAt(page, 80, 0)
  const dialog = page.getByRole('dialog', { name: 'Create geofence' })
  await dialog.getByRole('button', { name: 'Create geofence' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expect(dialog.getByRole('switch', { name: 'Create rule' })).toBeChecked()
  await dialog.getByLabel('Name').fill('Sléttan')
  await dialog.getByRole('button', { name: 'Create geofence' }).click()
  await expect(page.getByText('Geofence created')).toBeVisible()
  await expect(popup(page, 'Sléttan')).toContainText('Radius')

  await page.getByRole('searchbox', { name: 'Search geofences' }).fill('slett')
  await expect(page.getByText('1 result(s) found')).toBeVisible()
  await page.getByRole('button', { name: 'Circle, Blue Sléttan' }).click()
  await popup(page, 'Sléttan').getByRole('button', { name: 'Edit Info' }).click()
  await page.getByRole('dialog', { name: 'Edit Info' }).getByLabel('Name').fill('Sléttan ytri')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Geofence updated')).toBeVisible()

  await expect(popup(page, 'Sléttan ytri').getByRole('link', { name: 'Crossed Sléttan ytri' })).toBeVisible()
  await popup(page, 'Sléttan ytri').getByRole('button', { name: 'Delete' }).click()
  const sure = page.getByRole('dialog', { name: 'Are you absolutely sure?' })
  await expect(sure.getByRole('checkbox', { name: 'Crossed Sléttan ytri' })).toBeChecked()
  await sure.getByRole('button', { name: 'Delete geofence' }).click()
  await expect(page.getByText('Geofence deleted')).toBeVisible()
  await expect(page.getByText('0 result(s) found')).toBeVisible()
  const left = await taffrail.api.records.db.query.rules.findMany()
  expect(left.filter(({ type }) => type === 'geofence')).toEqual([])
})

test('refuses a line as a harbor, and discards a drawing without a name', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', '/geofences?lat=64.1&lng=-22.3&zoom=10')
  const found = page.getByText(/result\(s\) found/)
  const before = await found.textContent()
  // An outline that crosses itself is refused with a message.
  await beginShape(page, 'polygon')
  for (const [dx, dy] of [
    [-90, -60],
    [90, 60],
    [90, -60],
    [-90, 60],
    [-90, -60],
  ] as const)
    await clickAt(page, dx, dy)
  const hint = page.getByRole('status').filter({ hasText: 'The outline must enclose an area' })
  await expect(hint).toBeVisible()
  await hint.getByRole('button', { name: 'Cancel' }).click()
  await beginShape(page, 'line')
  await clickAt(page, -60, 0)
  await clickAt(page, 60, 40)
  await clickAt(page, 60, 40)
  const dialog = page.getByRole('dialog', { name: 'Create geofence' })
  await expect(dialog.getByRole('switch', { name: 'Harbor' })).toBeDisabled()
  await expect(dialog).toContainText('Harbors apply only to polygon or circle')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  expect(await found.textContent()).toBe(before)
})

test('starts drawing a shape only when the map is ready', async ({ page }) => {
  const style = Promise.withResolvers<void>()
  await page.route('**/basemap/index.json', async (route) => {
    await style.promise
    await route.continue()
  })
  await taffrail.open(page, 'organization-admin', '/geofences?lat=64.1&lng=-22.3&zoom=10')
  await page.getByRole('button', { name: 'Draw a polygon' }).click()
  await expect(page.getByRole('button', { name: 'Draw a polygon', pressed: true })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Click each corner' })).toBeHidden()
  style.resolve()
  await expect(page.getByRole('status').filter({ hasText: 'Click each corner' })).toBeVisible()
  for (const [dx, dy] of [
    [-60, 0],
    [60, 0],
    [0, 80],
    [-60, 0],
  ] as const)
    await clickAt(page, dx, dy)
  await expect(page.getByRole('dialog', { name: 'Create geofence' })).toBeVisible()
})

/** Exports the listed geofences into a file and imports it as further geofences. */
async function thereAndBack(page: Page, format: string, count: number) {
  const menu = page.getByRole('button', { name: 'Import and export' })
  await menu.click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: `Export as ${format}` }).click()
  const path = await (await download).path()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Import geofences' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import geofences' })
  await expect(dialog.getByRole('button', { name: 'Import geofences' })).toBeDisabled()
  const file = dialog.locator('input[type=file]')
  await file.setInputFiles({ name: 'a.kml', mimeType: 'text/xml', buffer: Buffer.from('<note/>') })
  await expect(dialog).toContainText('This file holds no shapes that can be read.')
  await file.setInputFiles(path)
  await expect(dialog).toContainText(`${count} geofence${count === 1 ? '' : 's'} found.`)
  await dialog.getByRole('button', { name: 'Import geofences' }).click()
  await expect(dialog).toBeHidden()
}

test('draws, moves, exports and imports a polygon across 180°', async ({ page }) => {
  const { db } = taffrail.api.records
  const found = () => db.query.geofences.findMany({ where: eq(geofences.name, 'Date line') })
  await taffrail.open(page, 'organization-admin', '/geofences?lat=-17&lng=179.999&zoom=8')
  await beginShape(page, 'polygon')
  await clickAt(page, -60, 0)
  await clickAt(page, 60, 0)
  await clickAt(page, 0, 80)
  await clickAt(page, -60, 0)
  const dialog = page.getByRole('dialog', { name: 'Create geofence' })
  await dialog.getByLabel('Name').fill('Date line')
  await dialog.getByRole('button', { name: 'Create geofence' }).click()
  await expect(page.getByText('Geofence created')).toBeVisible()
  const [drawn] = await found()
  const eastOf = (fence = drawn) =>
    fence?.coordinates.map(({ longitudeDeg }) => (longitudeDeg + 360) % 360) ?? []
  expect(Math.min(...eastOf())).toBeCloseTo(179.83, 1)
  expect(Math.max(...eastOf())).toBeCloseTo(180.16, 1)

  await popup(page, 'Date line').getByRole('button', { name: 'Edit Points' }).click()
  await moveShape(page, 20, 25)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Geofence updated')).toBeVisible()
  const [moved] = await found()
  expect(Math.min(...eastOf(moved))).toBeGreaterThan(Math.min(...eastOf()) + 0.02)
  expect(Math.max(...eastOf(moved))).toBeLessThan(181)

  await page.getByRole('searchbox', { name: 'Search geofences' }).fill('date line')
  await thereAndBack(page, 'GeoJSON', 1)
  await thereAndBack(page, 'KML', 2)
  await thereAndBack(page, 'GPX', 4)
  await expect(page.getByText('8 result(s) found')).toBeVisible()
  for (const { coordinates, type, color } of await found())
    expect({ coordinates, type, color }).toEqual({
      ...{ coordinates: moved?.coordinates, type: 'polygon', color: 'BLUE' },
    })
})

test('saves moved points, or discards them when the user cancels', async ({ page }) => {
  const { geofenceId } = taffrail.things.own
  const { db } = taffrail.api.records
  const alone = { coordinates: [{ latitudeDeg: 64.5, longitudeDeg: -23 }], radiusM: 500 }
  await db.update(geofences).set(alone).where(eq(geofences.id, geofenceId))
  const address = `/geofences?geofence=${geofenceId}&editing-points=${geofenceId}`
  await taffrail.open(page, 'organization-admin', address)
  const box = await page.locator('canvas.maplibregl-canvas').boundingBox()
  const y = (box?.y ?? 0) + (box?.height ?? 0) / 2
  // The whole circle with its handles lies below the bar with the instructions.
  const bar = await page.getByRole('status').filter({ hasText: 'Drag shapes' }).boundingBox()
  const northEdge = () => {
    const { lat, zoom } = Object.fromEntries(new URL(page.url()).searchParams)
    const north = mercatorY(64.5 + 500 / 111_195)
    return y + (north - mercatorY(Number(lat))) * worldPx(Number(zoom))
  }
  await expect.poll(northEdge).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0) + 10)
  await moveShape(page, 40)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Geofence updated')).toBeVisible()
  const [after] = await db.select().from(geofences).where(eq(geofences.id, geofenceId))
  expect(after?.coordinates[0]?.longitudeDeg).toBeGreaterThan(-22.9995)
  expect(after?.radiusM).toBeCloseTo(500, -1)
  await expect(page).not.toHaveURL(/editing-points/)
})

test("shows a colleague's change before overwriting it", async ({ page }) => {
  const { db } = taffrail.api.records
  const fence = await db.query.geofences.findFirst({
    where: eq(geofences.id, taffrail.things.own.geofenceId),
  })
  if (!fence) throw new Error('there is no geofence')
  await taffrail.open(page, 'organization-admin', `/geofences?geofence=${fence.id}`)
  await popup(page, fence.name).getByRole('button', { name: 'Edit Info' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Info' })
  await dialog.getByLabel('Name').fill('Mine')
  const { token } = await (await page.request.get(`${taffrail.url}/identity/token`)).json()
  const theirs = await page.request.put(`${taffrail.url}/api/geofences/${fence.id}`, {
    headers: { authorization: `Bearer ${token}` },
    data: { name: 'Theirs', color: 'RED', modified_at: fence.modifiedAt.toISOString() },
  })
  expect(theirs.ok()).toBe(true)

  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByRole('alert')).toContainText(`${fence.name} was changed by somebody else`)
  await expect(dialog.getByRole('alert')).toContainText(`Name${fence.name} Theirs`)
  await expect(dialog.getByRole('alert')).toContainText('Red')
  await expect(dialog.getByLabel('Name')).toHaveValue('Mine')
  await dialog.getByRole('button', { name: 'Save mine' }).click()
  await expect(page.getByText('Geofence updated')).toBeVisible()
  await expect(popup(page, 'Mine')).toBeVisible()
})

test('hides the tools from a user who may only view', async ({ page }) => {
  const { geofenceId } = taffrail.things.own
  await taffrail.open(page, 'department-viewer', `/geofences?geofence=${geofenceId}`)
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Draw/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Edit|^Delete/ })).toHaveCount(0)
})
