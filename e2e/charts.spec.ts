import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { writeMbtiles } from '#server/testing/testChart.ts'
import { drawn } from './drawn.ts'
import { expectNoViolation } from './expectNoViolation.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
})
test.afterAll(() => taffrail?.api.close())

const RED = { r: 200, g: 0, b: 0 }
const HERE = '/map?lat=64.3&lng=-22.5&zoom=9'

/** Chart of one red tile, which is the whole world. */
async function redChart(): Promise<Buffer> {
  const tile = await sharp({ create: { width: 256, height: 256, channels: 3, background: RED } })
    .png()
    .toBuffer()
  const file = join(tmpdir(), `taffrail-red-${process.pid}.mbtiles`)
  writeMbtiles(file, [{ z: 0, x: 0, y: 0, tile }], {
    name: 'Red chart',
    bounds: '-24,63.5,-21,65',
    attribution: '© Skipper',
  })
  return readFileSync(file)
}

/** Red minus green of the fleet map away from its middle, 0 to 255; the pictures of the styles are maps too. */
async function redness(page: Page): Promise<number> {
  const box = await page.locator('canvas[aria-label="Fleet map"]').boundingBox()
  const clip = { x: (box?.x ?? 0) + 300, y: (box?.y ?? 0) + 500, width: 8, height: 8 }
  const { channels } = await sharp(await page.screenshot({ clip })).stats()
  return (channels[0]?.mean ?? 0) - (channels[1]?.mean ?? 0)
}
const isOn = (page: Page) => page.getByRole('switch', { name: /^Red chart/ })

test('an administrator adds a chart, sets its opacity and removes it, and another user sees it', async ({
  page,
  browser,
}) => {
  await taffrail.open(page, 'organization-admin', HERE)
  await page.getByRole('button', { name: 'Map settings' }).click()
  await expect(page.getByText('No charts yet.')).toBeVisible()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add chart' }).click()
  await (await chooser).setFiles({
    name: 'broken.mbtiles',
    mimeType: 'application/x-sqlite3',
    buffer: Buffer.from('no'),
  })
  await expect(page.getByRole('alert')).toHaveText(/This is no chart that can be read/)
  const again = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add chart' }).click()
  const buffer = await redChart()
  await (await again).setFiles({ name: 'red.mbtiles', mimeType: 'application/x-sqlite3', buffer })
  await expect(page.getByText('Chart added')).toBeVisible()
  await expect(isOn(page)).toBeChecked()
  await drawn.poll(() => redness(page)).toBeGreaterThan(180)
  await expect(page.getByText('© Skipper')).toBeVisible()
  await expectNoViolation(page, 'charts')

  // Another user has the chart off, and may only switch it on.
  const other = await browser.newPage()
  await taffrail.open(other, 'department-viewer', HERE)
  await other.getByRole('button', { name: 'Map settings' }).click()
  await expect(isOn(other)).not.toBeChecked()
  expect(await redness(other)).toBeLessThan(30)
  await expect(other.getByRole('button', { name: /Add chart|Remove Red chart/ })).toHaveCount(0)
  await isOn(other).click()
  await drawn.poll(() => redness(other)).toBeGreaterThan(180)

  // The opacity stays when the page is loaded again.
  const opacity = page.getByRole('slider', { name: 'Opacity of Red chart' })
  await opacity.focus()
  await page.keyboard.press('Home')
  await expect(opacity).toHaveAttribute('aria-valuenow', '0.1')
  await drawn.poll(() => redness(page)).toBeLessThan(60)
  await page.reload()
  await page.getByRole('button', { name: 'Map settings' }).click()
  await expect(opacity).toHaveAttribute('aria-valuenow', '0.1')
  await page.getByRole('button', { name: 'Show where Red chart is' }).click()
  await expect.poll(() => Number(new URL(page.url()).searchParams.get('lat'))).toBeCloseTo(64.26, 0)

  await page.getByRole('button', { name: 'Remove Red chart' }).click()
  await page.getByRole('button', { name: 'Remove chart' }).click()
  await expect(page.getByText('Chart removed')).toBeVisible()
  await expect(page.getByText('No charts yet.')).toBeVisible()
  await other.reload()
  await drawn.poll(() => redness(other)).toBeLessThan(30)
  await other.close()
})
