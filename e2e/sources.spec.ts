import { expect } from '@playwright/test'
import { sourceOf } from '#contract/wire/source.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

let taffrail: TestConsole
const bow = sourceOf('n2k', 0, 3)
const stern = sourceOf('n2k', 0, 7)
test.beforeAll(async () => {
  taffrail = await startConsole()
  const { vesselNumber } = taffrail.things.own
  const timeUs = Date.UTC(2026, 5, 18, 9) * 1000
  const scalars = [bow, stern].map((source) => ({
    ...{ timeUs, source, value: 5 },
    key: 'sog' as const,
    instance: 0,
  }))
  await taffrail.api.telemetry.append([{ vesselNumber, scalars, fixes: [], motion: [], ais: [], faults: [] }])
})
test.afterAll(() => taffrail?.api.close())

test('an administrator chooses which of two receivers is used, and a viewer sees which', async ({ page }) => {
  const address = `/vessels/${taffrail.things.own.vesselId}/sources`
  await taffrail.open(page, 'department-viewer', address)
  const dialog = page.getByRole('dialog', { name: 'Data sources of Vessel own' })
  await expect(dialog.getByText('Automatic')).toBeVisible()
  await expect(dialog.getByRole('combobox')).toHaveCount(0)

  await taffrail.open(page, 'department-admin', '/vessels')
  await page.getByRole('switch', { name: 'Show unpaired vessels' }).press('Space')
  await page.getByRole('button', { name: 'Actions for Vessel own' }).click()
  await page.getByRole('menuitem', { name: 'Data sources' }).click()
  await expect(page).toHaveURL(`${taffrail.url}${address}`)
  await dialog.getByLabel('Speed over ground').click()
  await page.getByRole('option', { name: 'NMEA 2000, address 7' }).click()
  await expect(page.getByText('Source chosen')).toBeVisible()
  const received = await taffrail.api.telemetry.sources.of(taffrail.things.own.vesselNumber)
  expect(received.filter(({ isChosen }) => isChosen).map(({ source }) => source)).toEqual([stern])

  await page.reload()
  await expect(dialog.getByLabel('Speed over ground')).toHaveValue('NMEA 2000, address 7')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(`${taffrail.url}/vessels/${taffrail.things.own.vesselId}`)

  await page.goto(`${taffrail.url}/vessels/${taffrail.things.foreign.vesselId}/sources`)
  await expect(page.getByText('Vessel not found')).toBeVisible()
})
