import { expect } from '@playwright/test'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { createDevice, issuePairingCode } from '#server/records/devices.ts'
import { geofences, trips } from '#server/stores/relational/schema.ts'
import { tripOf } from '#server/testing/testApi.ts'
import { chooseFrom, goTo, press, write } from './byKeyboard.ts'
import { drawn } from './drawn.ts'
import { goOn } from './goOn.ts'
import { sailTrip } from './sailTrip.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

/** Tasks on the fleet's pages in which a user without a mouse could get stuck. */
let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
})
test.afterAll(() => taffrail?.api.close())

test('creates a vessel with a cropped picture by keyboard alone', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', '/vessels')
  await press(page, page.getByRole('link', { name: 'Add vessel' }))
  const dialog = page.getByRole('dialog', { name: 'Add vessel' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Njála')

  const choose = dialog.getByRole('button', { name: 'Choose picture' })
  // Waits before the press: the browser gives the file chooser to the test only when the test already waits.
  const chooser = page.waitForEvent('filechooser')
  await press(page, choose)
  await (await chooser).setFiles({
    name: 'boat.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 900, height: 500, channels: 3, background: 'navy' } })
      .png()
      .toBuffer(),
  })
  const crop = page.getByRole('dialog', { name: 'Crop picture' })
  await goTo(page, crop.getByRole('slider', { name: 'Zoom' }))
  await page.keyboard.press('End')
  await expect(crop.getByRole('slider', { name: 'Zoom' })).toHaveAttribute('aria-valuenow', '8')
  await goTo(page, crop.getByRole('application'))
  await page.keyboard.press('ArrowLeft')
  await press(page, crop.getByRole('button', { name: 'Use picture' }))
  await expect(crop).toHaveCount(0)
  // The focus returns to the button of the picture, and not to the top of the form.
  await expect(choose).toBeFocused()

  for (const [label, value] of [
    ['Length (m)', '9.3'],
    ['Beam overall (m)', '3.1'],
    ['Top speed (kn)', '40'],
    ['Cruising speed (kn)', '25'],
    ['Safety Speed Limit (kn)', '30'],
  ] as const)
    await write(page, dialog.getByLabel(label), value)
  await goTo(page, dialog.getByRole('combobox', { name: 'Guidance mode' }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'Eco', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await press(page, dialog.getByRole('button', { name: 'Create vessel' }))
  await expect(page.getByText('Vessel created')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Picture of Njála' })).toBeVisible()
})

test('pairs a vessel after a mistyped code, and unpairs it, by keyboard alone', async ({ page }) => {
  const { db } = taffrail.api.records
  const { id, vesselId } = { ...(await createDevice(db, {})), vesselId: taffrail.things.child.vesselId }
  const { code } = await issuePairingCode(db, id, Date.now())
  await taffrail.open(page, 'department-admin', `/vessels/${vesselId}`)
  const menu = page.getByRole('button', { name: 'Actions for Vessel child' })
  await chooseFrom(page, menu, 'Pair')
  const dialog = page.getByRole('dialog')
  await press(page, dialog.getByRole('button', { name: /^Pair a new device/ }))
  const field = dialog.getByLabel('Pairing code')
  await expect(field).toBeFocused()
  await page.keyboard.type('AAAA0000')
  await expect(dialog.getByText('Incorrect pairing code. Please check and try again.')).toBeVisible()
  await expect(field).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(code)
  await press(page, dialog.getByRole('button', { name: 'Replace device' }))
  await expect(page.getByText('Vessel paired successfully with the device')).toBeVisible()
  await expect(page.getByText('Paired', { exact: true })).toBeVisible()

  await chooseFrom(page, menu, 'Unpair')
  await press(page, dialog.getByRole('button', { name: 'Unpair', exact: true }))
  await expect(page.getByText('Vessel unpaired successfully from the device')).toBeVisible()
  await expect(page.getByText('Not paired', { exact: true })).toBeVisible()
})

test('chooses a captain at the helm by keyboard, and returns the focus to the button', async ({ page }) => {
  await taffrail.open(page, 'department-admin', `/vessels/${taffrail.things.own.vesselId}/helm`)
  const captain = page.getByRole('button', { name: /^Captain/ })
  await press(page, captain)
  const choice = page.getByRole('dialog', { name: 'Who is at the helm?' })
  await expect(choice).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(captain).toBeFocused()
  await page.keyboard.press('Enter')
  await press(page, choice.getByRole('button', { name: 'Captain own' }), 'Space')
  await expect(page.getByRole('button', { name: /Captain own/ })).toBeFocused()
})

test('keeps the watch board, replays a trip in 3D and begins a drawing by keyboard alone', async ({
  page,
}) => {
  const { own } = taffrail.things
  await sailTrip(taffrail.api.telemetry, own.vesselNumber)
  const startUs = (Date.now() - 3_600_000) * 1000
  await taffrail.api.records.db.insert(trips).values({
    ...tripOf({ id: own.vesselId, organizationId: own.organizationId }, startUs),
    endUs: null,
    endCause: null,
  })

  await taffrail.open(page, 'organization-admin', '/board')
  const back = page.getByRole('button', { name: 'Expected return of Vessel own' })
  await press(page, back)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(back).toBeFocused()

  await goOn(page, `/map/trips/${own.tripId}`)
  const replay = page.getByRole('region', { name: '3D View' })
  await page.keyboard.press('3')
  await drawn(replay.getByText('09:00:00')).toBeVisible()
  await press(page, replay.getByRole('button', { name: 'Step forward' }), 'Space')
  await expect(replay.getByText('09:00:01')).toBeVisible()
  const chart = page.getByRole('slider', { name: 'Trip chart' })
  await goTo(page, chart)
  await page.keyboard.press('End')
  await expect(replay.getByText('10:00:00')).toBeVisible()
  await press(page, replay.getByRole('button', { name: 'Close' }))
  await expect(replay).toHaveCount(0)

  await goOn(page, '/geofences')
  const circle = page.getByRole('button', { name: 'Draw a circle' })
  await press(page, circle)
  const hint = page.getByRole('status').filter({ hasText: 'Enter sets the centre' })
  await expect(hint).toBeVisible()
  // The first press closes the tip of the button.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(hint).toBeHidden()
  await expect(circle).toBeFocused()
})

test('draws geofences, moves a corner and measures by keyboard alone', async ({ page }) => {
  const map = page.locator('canvas.maplibregl-canvas')
  const said = (words: string | RegExp) =>
    expect(page.locator('output').filter({ hasText: words })).toBeAttached()
  const bar = page.getByRole('status').filter({ hasText: 'under the cross' })
  /** Moves the map by so many small steps. */
  const steer = async (arrow: 'Left' | 'Right' | 'Up' | 'Down', steps = 6) => {
    for (let step = 0; step < steps; step++) await page.keyboard.press(`Shift+Arrow${arrow}`)
  }
  const dialog = page.getByRole('dialog', { name: 'Create geofence' })
  const create = async (name: string) => {
    await expect(dialog).toBeVisible()
    await write(page, dialog.getByLabel('Name'), name)
    await press(page, dialog.getByRole('button', { name: 'Create geofence' }))
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    return taffrail.api.records.db.query.geofences.findFirst({ where: eq(geofences.name, name) })
  }
  const begin = async (shape: string) => {
    await press(page, page.getByRole('button', { name: `Draw a ${shape}` }))
    await expect(map).toBeFocused()
    await expect(bar).toBeVisible()
    await page.keyboard.press('Enter')
    await said(/^Point 1 set at 64/)
  }
  await taffrail.open(page, 'organization-admin', '/geofences?lat=64.1&lng=-22.3&zoom=10')

  await begin('polygon')
  await page.keyboard.press('ArrowRight')
  await said(/^Cross at 64/)
  await page.keyboard.press('Space')
  await said(/^Point 2 set/)
  await steer('Down')
  await page.keyboard.press('Enter')
  await expect(bar).toContainText('3 points')
  await page.keyboard.press('Backspace')
  await said('Taken back; 2 points left')
  const finish = page.getByRole('button', { name: 'Finish' })
  await expect(finish).toBeDisabled()
  await steer('Left', 3)
  await page.keyboard.press('Enter')
  await press(page, finish)
  const polygon = await create('Triangle')
  expect(polygon?.coordinates).toHaveLength(3)
  const [first, second, third] = polygon?.coordinates ?? []
  expect(second?.longitudeDeg).toBeGreaterThan((first?.longitudeDeg ?? 0) + 0.05)
  expect(third?.latitudeDeg).toBeLessThan((second?.latitudeDeg ?? 0) - 0.01)

  await press(
    page,
    page.getByRole('dialog', { name: 'Triangle' }).getByRole('button', { name: 'Edit Points' }),
  )
  await expect(map).toBeFocused()
  await page.keyboard.press('k')
  await said(/^Point 1 of 3 of Triangle/)
  await page.keyboard.press('Enter')
  await said(/^Taken/)
  await steer('Left', 2)
  await page.keyboard.press('Escape')
  await said('Put back')
  await expect(page.getByText('Drag shapes')).toHaveCount(0)
  await page.keyboard.press('k')
  await said(/^Point 2 of 3/)
  await page.keyboard.press('j')
  await said(/^Point 1 of 3/)
  await page.keyboard.press('Enter')
  await steer('Up')
  await page.keyboard.press('Enter')
  await said(/^Dropped at 64/)
  await press(page, page.getByRole('button', { name: 'Save changes' }))
  await expect(page.getByText('Geofence updated')).toBeVisible()
  const moved = await taffrail.api.records.db.query.geofences.findFirst({
    where: eq(geofences.name, 'Triangle'),
  })
  expect(moved?.coordinates[0]?.latitudeDeg).toBeGreaterThan((first?.latitudeDeg ?? 0) + 0.01)
  expect(moved?.coordinates.slice(1)).toEqual([second, third])

  await begin('circle')
  await steer('Right', 3)
  await page.keyboard.press('Enter')
  expect((await create('Round'))?.radiusM).toBeGreaterThan(500)
  await begin('line')
  await page.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Draw a line' })).toBeFocused()

  await goOn(page, '/map')
  await press(page, page.getByRole('button', { name: 'Measure distance and bearing' }))
  await expect(map).toBeFocused()
  await page.keyboard.press('Enter')
  await steer('Right')
  await page.keyboard.press('Enter')
  const window = page.getByRole('region', { name: 'Measure distance and bearing' })
  await expect(window.getByRole('status')).toContainText('nmi')
  await page.keyboard.press('Backspace')
  await expect(window.getByRole('status')).toHaveText('Point 1')
})
