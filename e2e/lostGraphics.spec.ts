import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { createDevice } from '#server/records/devices.ts'
import { vessels } from '#server/stores/relational/schema.ts'
import { drawn } from './drawn.ts'
import { sailTrip } from './sailTrip.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { ownPageTest as test } from './warmPage.ts'

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
  await sailTrip(taffrail.api.telemetry, taffrail.things.own.vesselNumber)
})
test.afterAll(() => taffrail?.api.close())

/** A graphics card may take its memory back at any time, and return it later. */
const lose = (page: Page) =>
  page.evaluate(`{
    const canvas = document.querySelector('canvas.maplibregl-canvas')
    const card = canvas.getContext('webgl2').getExtension('WEBGL_lose_context')
    globalThis.giveBack = () => card.restoreContext()
    card.loseContext()
  }`)
const giveBack = (page: Page) => page.evaluate('giveBack()')

/** Share of the map's middle in a colour near this one, thousandths, without the overlays above the WebGL canvas. */
async function shareOf(page: Page, isSuch: (red: number, green: number, blue: number) => boolean) {
  await page.addStyleTag({ content: 'section > canvas { visibility: hidden }' })
  const box = await page.locator('canvas.maplibregl-canvas').boundingBox()
  if (!box) throw new Error('There is no map.')
  const [width, height] = [Math.min(400, box.width), Math.min(400, box.height)]
  const clip = { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height }
  const { data, info } = await sharp(await page.screenshot({ clip, animations: 'disabled' }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let such = 0
  for (let i = 0; i < data.length; i += 3)
    if (isSuch(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0)) such++
  return Math.round((1000 * such) / (info.width * info.height))
}

test('the fleet map draws its boats again when the graphics context returns', async ({ page }) => {
  const { api, things } = taffrail
  const { organizationId, departmentId } = things.own
  const boats = await api.records.db
    .insert(vessels)
    .values(Array.from({ length: 9 }, (_, i) => ({ organizationId, departmentId, name: `Freyja ${i}` })))
    .returning()
  for (const { id } of boats) await createDevice(api.records.db, { vesselId: id })
  const weather = { temperature: null, wind_speed: null, wind_direction: null, wave_height: null }
  const sail = () =>
    boats.forEach((boat, i) => {
      const at = { lat: 64.3 + Math.floor(i / 3 - 1) * 0.01, lon: -23.5 + ((i % 3) - 1) * 0.03 }
      api.bus.publish({
        ...{ type: 'vessel.moved', organizationId, departmentId, vesselId: boat.id },
        live: {
          ...{ ...at, ...weather, cog: 0, sog: 0, sog_derived: false, impact: 0, impact_time: null },
          last_updated: Date.now(),
        },
      })
    })
  await page.addInitScript(`localStorage.setItem('map-layer', 'dark')`)
  await taffrail.open(page, 'organization-admin', '/map?lat=64.3&lng=-23.5&zoom=11')
  // Blue of the boats; the sea is much darker.
  const boatsDrawn = () => {
    sail()
    return shareOf(page, (red, _, blue) => blue > 180 && blue > red + 60)
  }
  await drawn.poll(boatsDrawn).toBeGreaterThan(0)
  const before = await boatsDrawn()
  await lose(page)
  await drawn.poll(boatsDrawn).toBe(0)
  await giveBack(page)
  await drawn.poll(boatsDrawn).toBeGreaterThanOrEqual(before * 0.8)
})

test('the trip map draws its track again when the graphics context returns', async ({ page }) => {
  await page.addInitScript(`localStorage.setItem('map-layer', 'dark')`)
  await taffrail.open(page, 'organization-admin', `/map/trips/${taffrail.things.own.tripId}`)
  // Green of the track below the limit.
  const trackDrawn = () =>
    shareOf(page, (red, green, blue) => green > 150 && green > red + 50 && green > blue + 30)
  await drawn.poll(trackDrawn).toBeGreaterThan(0)
  await lose(page)
  await drawn.poll(trackDrawn).toBe(0)
  await giveBack(page)
  await drawn.poll(trackDrawn).toBeGreaterThan(0)
})
