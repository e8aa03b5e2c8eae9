import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { seaForecast } from '#server/demo/seaForecast.ts'
import { saveVesselStates } from '#server/records/vesselStates.ts'
import { drawn } from './drawn.ts'
import { expectNoViolation } from './expectNoViolation.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole(async () => ({ forecastSource: seaForecast }))
  const nowUs = Date.now() * 1000
  await saveVesselStates(taffrail.api.db, [
    {
      ...{ vesselId: taffrail.things.own.vesselId, latitudeDeg: 64.3, longitudeDeg: -22.5, latest: {} },
      ...{ lastUpdatedUs: nowUs, fixUs: nowUs },
    },
  ])
})
test.afterAll(() => taffrail?.api.close())

/** Mean colour of the map at a place of the screen. */
async function colourAt(page: Page, x: number, y: number) {
  const box = await page.locator('canvas[aria-label="Fleet map"]').boundingBox()
  const clip = { x: (box?.x ?? 0) + x, y: (box?.y ?? 0) + y, width: 24, height: 24 }
  const { channels } = await sharp(await page.screenshot({ clip })).stats()
  return channels.slice(0, 3).map(({ mean }) => Math.round(mean))
}
/** Largest difference of red, green or blue; that of a line of the graticule is below ten. */
const apart = (a: readonly number[], b: readonly number[]) =>
  Math.max(...a.map((value, index) => Math.abs(value - (b[index] ?? 0))))
const INSIDE = [390, 300] as const
const OUTSIDE = [390, 790] as const

test('a viewer shows the wind of the fleet’s waters, moves its time by keys and reads it under the pointer', async ({
  page,
}) => {
  await taffrail.open(page, 'department-viewer', '/map?lat=63.6&lng=-22.5&zoom=5.6')
  await page.getByRole('button', { name: 'Map settings' }).click()
  const choice = page.getByRole('radiogroup', { name: 'Wind and sea' })
  await expect(choice.getByRole('radio', { name: 'Off' })).toBeChecked()
  const inside = await colourAt(page, ...INSIDE)
  const outside = await colourAt(page, ...OUTSIDE)
  await choice.getByText('Wind').click()
  await page.getByRole('button', { name: 'Close' }).click()
  const legend = page.getByRole('region', { name: 'Wind and sea' })
  await expect(legend.getByText(/Made forecast of the demo/)).toBeVisible()
  await expect(legend.getByText(/a step every 3 h/)).toBeVisible()
  await drawn.poll(async () => apart(await colourAt(page, ...INSIDE), inside)).toBeGreaterThan(30)
  expect(apart(await colourAt(page, ...OUTSIDE), outside)).toBeLessThan(10)

  // The steps are three hours apart; the nearest one may be past or to come.
  const slider = legend.getByRole('slider', { name: 'Time of the forecast' })
  await expect(slider).toHaveAttribute('aria-valuenow', /^[89]$/)
  await slider.focus()
  await page.keyboard.press('End')
  await expect(slider).toHaveAttribute('aria-valuenow', '48')
  const box = await page.locator('canvas[aria-label="Fleet map"]').boundingBox()
  const point = ([x, y]: readonly [number, number]) => page.mouse.move((box?.x ?? 0) + x, (box?.y ?? 0) + y)
  await point(INSIDE)
  await expect(legend.getByText(/^\d+\.\d m\/s · from \d+° [NESW]+$/)).toBeVisible()
  await point(OUTSIDE)
  await expect(legend.getByText('outside the grid', { exact: true })).toBeVisible()
  await expectNoViolation(page, 'wind and sea')
  await legend.getByText('Waves').click()
  await point(INSIDE)
  await expect(legend.getByText(/^\d+\.\d m · \d+ s · from \d+° [NESW]+$/)).toBeVisible()
  await legend.getByRole('button', { name: 'Hide wind and sea' }).click()
  await expect(legend).toHaveCount(0)
  await drawn.poll(async () => apart(await colourAt(page, ...INSIDE), inside)).toBeLessThan(10)
})
