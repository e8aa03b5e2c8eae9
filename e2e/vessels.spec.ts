import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { fillVessel } from './fillVessel.ts'
import { startConsole, type TestConsole } from './testConsole.ts'

let binnacle: TestConsole
test.beforeAll(async () => {
  binnacle = await startConsole()
})
test.afterAll(() => binnacle?.api.close())

test('a vessel is created, changed and deleted, and what was hers goes with her', async ({ page }) => {
  await binnacle.open(page, 'organization-admin', '/vessels')
  await page.getByRole('link', { name: 'Add vessel' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create vessel' }).click()
  // Name, length, beam, two speeds and the limit; the impact limit is 3 g unless said otherwise.
  await expect(dialog.getByText('This field is required')).toHaveCount(6)
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expect(dialog.getByLabel('Impact limit (g)')).toHaveValue('3')
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

  await page.goto(`${binnacle.url}/vessels/${binnacle.things.own.vesselId}/delete`)
  await expect(dialog.getByText('Vessel own leaves the console with her trips')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(`${binnacle.url}/vessels/${binnacle.things.own.vesselId}`)
  await page.getByRole('button', { name: 'Actions for Vessel own' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete vessel' }).click()
  await expect(page.getByText('Vessel deleted')).toBeVisible()
  await expect(page).toHaveURL(`${binnacle.url}/vessels`)
  await page.goto(`${binnacle.url}/vessels/${binnacle.things.own.vesselId}`)
  await expect(page.getByText('Vessel not found')).toBeVisible()
  await page.goto(`${binnacle.url}/trips`)
  await expect(page.getByText('Vessel child').first()).toBeVisible()
  await expect(page.getByText('Vessel own')).toHaveCount(0)
})

test('whoever only views changes nothing, and finds nothing of others', async ({ page }) => {
  const { sibling, child, foreign } = binnacle.things
  await binnacle.open(page, 'department-viewer', '/vessels/new')
  await expect(
    page.getByRole('dialog').getByText('You do not have the required permissions to access this resource.'),
  ).toBeVisible()
  for (const { vesselId } of [sibling, foreign]) {
    await page.goto(`${binnacle.url}/vessels/${vesselId}`)
    await expect(page.getByText('Vessel not found')).toBeVisible()
  }
  await page.goto(`${binnacle.url}/vessels/${child.vesselId}`)
  await page.getByRole('button', { name: 'Actions for Vessel child' }).click()
  await expect(page.getByRole('menuitem', { name: 'Download data' })).toBeVisible()
  for (const name of ['Edit', 'Delete']) await expect(page.getByRole('menuitem', { name })).toHaveCount(0)
})
