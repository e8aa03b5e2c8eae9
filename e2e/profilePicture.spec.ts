import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { startConsole, type TestConsole } from './testConsole.ts'

let binnacle: TestConsole
test.beforeAll(async () => {
  binnacle = await startConsole()
})
test.afterAll(() => binnacle?.api.close())

test('a profile picture is chosen, cut out, saved and removed', async ({ page }) => {
  await binnacle.open(page, 'organization-viewer', '/settings/personal')
  const file = page.locator('input[type=file]')
  await expect(page.getByRole('button', { name: 'Choose picture' })).toBeVisible()
  await file.setInputFiles({
    name: 'large.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(10 * 1024 * 1024 + 1),
  })
  await expect(page.getByText('Picture can not be more than 10 MB')).toBeVisible()
  await file.setInputFiles(await drawing(249, 400))
  await expect(page.getByText('Picture must be at least 250 by 250 pixels')).toBeVisible()

  await file.setInputFiles(await drawing(600, 400))
  const dialog = page.getByRole('dialog', { name: 'Crop picture' })
  await dialog.getByRole('application').press('ArrowRight')
  await dialog.getByRole('slider', { name: 'Zoom' }).press('ArrowRight')
  await expect(dialog.getByRole('slider', { name: 'Zoom' })).toHaveAttribute('aria-valuenow', '1.1')
  await dialog.getByRole('button', { name: 'Use picture' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Profile updated')).toBeVisible()
  await expect(page.getByRole('button', { name: 'User menu' }).locator('img')).toBeVisible()

  await page.getByRole('button', { name: 'Remove picture' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('button', { name: 'User menu' }).locator('img')).toHaveCount(0)
})

/** A picture of this size, as a file. */
async function drawing(width: number, height: number) {
  const buffer = await sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  return { name: 'me.png', mimeType: 'image/png', buffer }
}
