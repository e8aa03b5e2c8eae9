import { expect, type Locator, type Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { geofences } from '#server/stores/relational/schema.ts'
import { beginShape } from './beginShape.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { ownPageTest as test } from './warmPage.ts'

// A real phone widens the page for content that is wider than the screen.
test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
})
test.afterAll(() => taffrail?.api.close())

const boxOf = async (of: Locator) => {
  const box = await of.boundingBox()
  if (!box) throw new Error('it has no place')
  return box
}

test('the page stays visible beside the open navigation', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', '/trips')
  await page.getByRole('button', { name: 'Open navigation' }).click()
  const sheet = page.getByRole('dialog', { name: 'Main navigation' })
  await expect(sheet).toBeVisible()
  // The parent of the sheet is as wide as the page.
  await expect(sheet.locator('xpath=..')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await page.mouse.click(340, 400)
  await expect(sheet).toHaveCount(0)
})

test('a row has its name left, its figure right and the rest below, and a select opens under its field', async ({
  page,
}) => {
  await taffrail.open(page, 'organization-admin', '/captains')
  const row = page.getByRole('row').filter({ hasText: 'Captain own' })
  const [name, rank, department] = [
    await boxOf(row.getByRole('link', { name: 'Captain own', exact: true })),
    await boxOf(row.getByText('Trainee')),
    await boxOf(row.getByText('Own', { exact: true })),
  ]
  expect(Math.abs(name.y + name.height / 2 - rank.y - rank.height / 2)).toBeLessThan(8)
  expect(rank.x).toBeGreaterThan(name.x + name.width)
  expect(department.y).toBeGreaterThan(name.y + name.height - 1)

  await page.getByRole('link', { name: 'Add captain' }).tap()
  const field = page.getByRole('combobox', { name: 'Department' })
  await field.tap()
  const choices = page.getByRole('listbox')
  await expect(choices).toBeVisible()
  const [at, opened] = [await boxOf(field), await boxOf(choices)]
  expect(Math.abs(opened.x - at.x)).toBeLessThan(12)
  await choices.getByRole('option').last().tap()
  await expect(choices).toBeHidden()
  expect(await page.evaluate('innerWidth')).toBe(390)
})

test('the trip header leaves room for the tabs, and the bar has the way back', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', `/trips/${taffrail.things.own.tripId}`)
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('Trip by Vessel own')
  await expect(page.getByText('Trip by Vessel own').first()).toBeVisible()
  const tabs = await boxOf(page.getByRole('link', { name: 'Summary' }))
  expect(tabs.y).toBeLessThan(52 + 12 + 130)
  await page.getByRole('button', { name: 'Actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'View on map' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Pin trip' }).click()
  // A toast does not cover the bar.
  const alertBox = await boxOf(page.getByRole('alert'))
  const bar = await boxOf(page.getByRole('banner'))
  expect(alertBox.y).toBeGreaterThanOrEqual(bar.y + bar.height)
  await page.getByRole('banner').getByRole('link', { name: 'Go back' }).click()
  await expect(page).toHaveURL(/\/trips$/)
})

test('the map of a trip names the trip once, in the bar, which links back to the fleet', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', `/map/trips/${taffrail.things.own.tripId}`)
  await expect(page.getByRole('banner').getByText('Trip by Vessel own')).toBeVisible()
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('Trip by Vessel own')
  await expect(title).toHaveCSS('clip-path', 'inset(50%)')
  await page.getByRole('banner').getByRole('link', { name: 'Go back' }).click()
  await expect(page).toHaveURL(/\/map$/)
})

test('the tap that ends a circle presses nothing in the dialog that opens under it', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', '/geofences?lat=64.1&lng=-22.3&zoom=10')
  await beginShape(page, 'circle')
  const map = await boxOf(page.locator('canvas.maplibregl-canvas'))
  const middle = map.x + map.width / 2
  await page.evaluate(
    `clicks = []; addEventListener('click', ({ target }) => clicks.push(target.nodeName), { capture: true })`,
  )
  await page.touchscreen.tap(middle, map.y + 250)
  await page.touchscreen.tap(middle + 60, map.y + 350)
  await expect(page.getByRole('dialog', { name: 'Create geofence' })).toBeVisible()
  // The first tap clicks the map.
  expect(await page.evaluate('clicks')).toEqual(['CANVAS'])
})

/** Drags by one finger; Playwright's touch screen only taps. */
async function dragByFinger(page: Page, from: readonly [number, number], to: readonly [number, number]) {
  const session = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: readonly [number, number] | null) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at ? [{ x: at[0], y: at[1] }] : [],
    })
  await send('touchStart', from)
  for (let step = 1; step <= 8; step++) {
    const share = step / 8
    await send('touchMove', [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share])
  }
  await send('touchEnd', null)
  await session.detach()
}

test('draws a polygon by taps, and moves its corner by a finger', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', '/geofences?lat=64.1&lng=-22.3&zoom=10')
  await beginShape(page, 'polygon')
  const map = await boxOf(page.locator('canvas.maplibregl-canvas'))
  const at = (dx: number, dy: number) => [map.x + map.width / 2 + dx, map.y + 260 + dy] as const
  for (const [dx, dy] of [
    [-70, 0],
    [70, 0],
    [0, 90],
    [-70, 0],
  ] as const)
    await page.touchscreen.tap(...at(dx, dy))
  const dialog = page.getByRole('dialog', { name: 'Create geofence' })
  await dialog.getByLabel('Name').fill('Fingur')
  await dialog.getByRole('button', { name: 'Create geofence' }).tap()
  await expect(page.getByText('Geofence created')).toBeVisible()
  const { db } = taffrail.api.records
  const southOf = async () => {
    const [fence] = await db.select().from(geofences).where(eq(geofences.name, 'Fingur'))
    return Math.min(...(fence?.coordinates ?? []).map(({ latitudeDeg }) => latitudeDeg))
  }
  const before = await southOf()

  await page.getByRole('dialog', { name: 'Fingur' }).getByRole('button', { name: 'Edit Points' }).tap()
  const save = page.getByRole('button', { name: 'Save changes' })
  await expect(save).toBeDisabled()
  await dragByFinger(page, at(0, 90), at(0, 150))
  await save.tap()
  await expect(page.getByText('Geofence updated')).toBeVisible()
  // Sixty pixels at this zoom, in the Mercator of 512-pixel tiles.
  const movedDeg = (60 * 360 * Math.cos((64.1 * Math.PI) / 180)) / (512 * 2 ** 10)
  expect(await southOf()).toBeCloseTo(before - movedDeg, 2)
})

test('measures between two taps', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', '/map?lat=64.3&lng=-22.5&zoom=10')
  await page.getByRole('button', { name: 'Measure distance and bearing', exact: true }).tap()
  const measured = page.getByRole('region', { name: 'Measure distance and bearing' })
  await expect(measured.getByText('Click places or boats')).toBeVisible()
  const map = await boxOf(page.locator('canvas.maplibregl-canvas'))
  await page.touchscreen.tap(map.x + 60, map.y + 330)
  await page.touchscreen.tap(map.x + 160, map.y + 330)
  await expect(measured.getByRole('listitem')).toContainText('Point 1 → Point 2')
  await expect(measured.getByRole('listitem')).toContainText('090° true')
})
