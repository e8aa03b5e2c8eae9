import { expect, type Locator } from '@playwright/test'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { issuePairingCode } from '#server/records/devices.ts'
import { trips } from '#server/stores/relational/schema.ts'
import { fillVessel } from './fillVessel.ts'
import { goOn } from './goOn.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
})
test.afterAll(() => taffrail?.api.close())

test('creates and edits a vessel', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', '/vessels')
  await page.getByRole('link', { name: 'Add vessel' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create vessel' }).click()
  // Name, length, beam, two speeds and the limit; the impact limit is 3 g unless said otherwise.
  await expect(dialog.getByText('This field is required')).toHaveCount(6)
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expect(dialog.getByLabel('Impact limit (g)')).toHaveValue('3')
  // The first problem comes into view below the title that covers the scrolled form.
  await dialog.evaluate((sheet) => sheet.scrollTo(0, 150))
  await dialog.getByRole('button', { name: 'Create vessel' }).click()
  const topOf = async (place: Locator) => (await place.boundingBox())?.y ?? 0
  await expect
    .poll(async () => (await topOf(dialog.getByLabel('Name'))) - (await topOf(dialog.locator('header'))))
    .toBeGreaterThan(60)
  await dialog.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'RIB' }).click()
  await expect(dialog.getByLabel('Length (m)')).toHaveValue('9.5')
  await expect(dialog.getByText('This field is required')).toHaveCount(1)
  await fillVessel(dialog, 'Njála')
  await dialog.getByLabel('MMSI').fill('12345')
  await expect(dialog.getByText('MMSI must be a 9-digit number')).toBeVisible()
  await dialog.getByLabel('MMSI').fill('251234567')
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'boat.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 900, height: 500, channels: 3, background: 'navy' } })
      .png()
      .toBuffer(),
  })
  await page
    .getByRole('dialog', { name: 'Crop picture' })
    .getByRole('button', { name: 'Use picture' })
    .click()
  await dialog.getByRole('button', { name: 'Create vessel' }).click()
  await expect(page.getByText('Vessel created')).toBeVisible()

  await expect(page.getByRole('heading', { name: 'Njála' })).toBeVisible()
  await expect(page.getByText('Not paired', { exact: true })).toBeVisible()
  await expect(page.getByText('No update yet')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Picture of Njála' })).toHaveAttribute('src', /pictures/)

  await page.getByRole('button', { name: 'Actions for Njála' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(page).toHaveURL(/\/edit$/)
  await dialog.getByLabel('Safety Speed Limit (kn)').fill('22.5')
  await dialog.getByRole('button', { name: 'Remove picture' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Vessel updated')).toBeVisible()
  await page.getByRole('link', { name: 'Specifications' }).click()
  await expect(page.getByText('22.5')).toBeVisible()
  await expect(page.getByText('251234567')).toBeVisible()

  await goOn(page, `/vessels/${taffrail.things.own.vesselId}/delete`)
  await expect(dialog.getByText('Vessel own leaves the console with her trips')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(`${taffrail.url}/vessels/${taffrail.things.own.vesselId}`)
})

test('deleting a vessel removes her data, and keeps her device and the credit of her captains', async ({
  page,
}) => {
  const { own } = taffrail.things
  await taffrail.api.records.db
    .update(trips)
    .set({ captainId: own.captainId, rankPoints: 21_000 })
    .where(eq(trips.id, own.tripId))
  // Lists before and after, with a row of her own and a row of another vessel, which stays.
  const lists = [
    ['/trips', 'Vessel own', 'Vessel child'],
    ['/alerts', 'Alert own', 'Alert child'],
    ['/comments', 'Vessel own', 'Vessel child'],
  ] as const
  const main = page.getByRole('main')
  const captain = `/captains/${own.captainId}`
  const earned = async () => {
    await goOn(page, captain)
    await expect(page.getByRole('region', { name: 'Rank' })).toContainText('21,000')
    await expect(page.getByRole('region', { name: 'Rank' })).toContainText('Beginner')
    await goOn(page, `${captain}/sea-service`)
    await expect(page.getByRole('dialog').getByRole('row', { name: /Vessel own/ })).toContainText('19.4')
  }
  const deviceRow = async () => {
    await goOn(page, '/devices')
    await expect(main.getByRole('row').nth(1)).toBeVisible()
    return page.getByRole('row').filter({ hasText: own.deviceId })
  }
  await taffrail.open(page, 'organization-admin', '/trips')
  for (const [path, hers, others] of lists) {
    await goOn(page, path)
    await expect(main.getByText(hers).first(), path).toBeVisible()
    await expect(main.getByText(others).first(), path).toBeVisible()
  }
  await earned()
  await expect(await deviceRow()).toContainText('Vessel own')

  await goOn(page, `/vessels/${own.vesselId}`)
  await page.getByRole('button', { name: 'Actions for Vessel own' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete vessel' }).click()
  await expect(page.getByText('Vessel deleted')).toBeVisible()
  await expect(page).toHaveURL(`${taffrail.url}/vessels`)
  await page.goto(`${taffrail.url}/vessels/${own.vesselId}`)
  await expect(page.getByText('Vessel not found')).toBeVisible()
  for (const [path, hers, others] of lists) {
    await goOn(page, path)
    await expect(main.getByText(others).first(), path).toBeVisible()
    await expect(main.getByText(hers), path).toHaveCount(0)
  }
  await earned()
  // The device is unpaired, and its next code pairs it with any boat.
  await expect(await deviceRow()).toHaveCount(0)
  const { code } = await issuePairingCode(taffrail.api.records.db, own.deviceId, Date.now())
  await goOn(page, `/vessels/${taffrail.things.child.vesselId}/pair`)
  await page.getByText('Pair a new device').click()
  await page.getByLabel('Pairing code').pressSequentially(code)
  await page.getByRole('button', { name: 'Replace device' }).click()
  await expect(page.getByText('Vessel paired successfully with the device')).toBeVisible()
  await expect(await deviceRow()).toContainText('Vessel child')
})

test('a viewer changes nothing, and finds no vessel of another organization', async ({ page }) => {
  const { sibling, child, foreign } = taffrail.things
  await taffrail.open(page, 'department-viewer', '/vessels/new')
  await expect(
    page.getByRole('dialog').getByText('You do not have the required permissions to access this resource.'),
  ).toBeVisible()
  for (const { vesselId } of [sibling, foreign]) {
    await goOn(page, `/vessels/${vesselId}`)
    await expect(page.getByText('Vessel not found')).toBeVisible()
  }
  await goOn(page, `/vessels/${child.vesselId}`)
  await page.getByRole('button', { name: 'Actions for Vessel child' }).click()
  await expect(page.getByRole('menuitem', { name: 'Download data' })).toBeVisible()
  for (const name of ['Edit', 'Delete']) await expect(page.getByRole('menuitem', { name })).toHaveCount(0)
})
