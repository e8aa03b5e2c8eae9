import { expect } from '@playwright/test'
import sharp from 'sharp'
import { claimingPng } from '#server/testing/testPictures.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
})
test.afterAll(() => taffrail?.api.close())

test('chooses, crops, saves and removes a profile picture', async ({ page }) => {
  await taffrail.open(page, 'organization-viewer', '/settings/personal')
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

  const unread = 'This file is not a picture that can be read.'
  for (const [name, buffer] of [
    ['quay.heic', Buffer.from('....ftypheic')],
    ['letter.jpg', Buffer.from('Dear harbour master')],
    ['bomb.png', claimingPng(65_535, 65_535)],
  ] as const) {
    await file.setInputFiles({ name, mimeType: 'image/png', buffer })
    await expect(page.getByText(unread), name).toBeVisible()
    await file.setInputFiles(await drawing(249, 400))
    await expect(page.getByText(unread), name).toHaveCount(0)
  }

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

test('a finger moves the picture behind the crop window', async ({ browser }) => {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await taffrail.open(page, 'organization-viewer', '/settings/personal')
  await expect(page.getByRole('button', { name: 'Choose picture' })).toBeVisible()
  const half = await sharp({ create: { width: 500, height: 250, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const buffer = await sharp({ create: { width: 1000, height: 250, channels: 3, background: 'blue' } })
    .composite([{ input: half, left: 0, top: 0 }])
    .png()
    .toBuffer()
  await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  const area = page.getByRole('dialog', { name: 'Crop picture' }).getByRole('application')
  const box = await area.boundingBox()
  if (!box) throw new Error('nothing to touch')
  /** Colour of a place beside the middle. */
  const middle = () =>
    page.evaluate(
      "document.querySelector('[role=application] canvas').getContext('2d').getImageData(100, 150, 1, 1).data.join()",
    )
  await expect.poll(middle).toBe('255,0,0,255')
  const finger = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', dx: number) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: box.x + 200 + dx, y: box.y + 150 }],
    })
  await touch('touchStart', 0)
  for (const dx of [-40, -80, -120]) await touch('touchMove', dx)
  await touch('touchEnd', 0)
  await expect.poll(middle).toBe('0,0,255,255')
  await context.close()
})

/** A picture of this size, as a file. */
async function drawing(width: number, height: number) {
  const buffer = await sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  return { name: 'me.png', mimeType: 'image/png', buffer }
}
