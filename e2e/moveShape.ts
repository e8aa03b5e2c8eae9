import { expect, type Page } from '@playwright/test'

/** Drags the shape near the middle of the map eastward, again and again until the bar offers to save it. */
export async function moveShape(page: Page, byPx: number, belowMiddlePx = 0) {
  const save = page.getByRole('button', { name: 'Save changes' })
  await expect(save).toBeDisabled()
  const box = await page.locator('canvas.maplibregl-canvas').boundingBox()
  if (!box) throw new Error('there is no map')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2 + belowMiddlePx]
  await expect(async () => {
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + byPx, y, { steps: 8 })
    await page.mouse.up()
    await expect(save).toBeEnabled({ timeout: 500 })
  }).toPass()
}
