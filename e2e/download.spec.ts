import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { BEGIN_MS, sailTrip } from './sailTrip.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
  const { vesselNumber } = taffrail.things.own
  await sailTrip(taffrail.api.telemetry, vesselNumber)
  const engine = { timeUs: BEGIN_MS * 1000, key: 'engine_speed', instance: 1, value: 20 } as const
  await taffrail.api.telemetry.append([
    { vesselNumber, scalars: [engine], fixes: [], motion: [], ais: [], faults: [] },
  ])
})
test.afterAll(() => taffrail?.api.close())

const openDialog = async (page: Page, place: 'own' | 'child' = 'own') => {
  await taffrail.open(page, 'department-viewer', `/trips/${taffrail.things[place].tripId}`)
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Download data' }).click()
  return page.getByRole('dialog', { name: 'Download data' })
}

test('downloads every sample of two minutes at 50 Hz', async ({ page }) => {
  const dialog = await openDialog(page)
  await dialog.getByLabel('Sensor data (50 Hz)').click()
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download', exact: true }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^Vessel-own_2026-06-18T0900_imu_full_res\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  const [header = '', ...rows] = text.replace('\uFEFF', '').trimEnd().split('\r\n')
  expect(header).toMatch(/^time \[UTC\],sensor,force_x \[g\]/)
  expect(rows).toHaveLength(6000)
  const wrong = rows.filter((row, sample) => {
    const [time = '', , , , , roll] = row.split(',')
    const seconds = sample / 50
    const rollDeg = ((1500 * Math.sin(seconds)) / 10_000) * (180 / Math.PI)
    const ms = Math.floor((BEGIN_MS + seconds * 1000) / 1000) * 1000
    return Math.abs(Number(roll) - rollDeg) > 0.005 || Date.parse(`${time.slice(0, 19)}Z`) !== ms
  })
  expect(wrong).toEqual([])
  await expect(dialog).toBeHidden()
})

test('lists what the trip did not record before the user starts a download', async ({ page }) => {
  const dialog = await openDialog(page, 'child')
  await expect(dialog.getByText('This trip has no such data')).toHaveCount(5)
  await expect(dialog.getByLabel('Engine data')).toBeDisabled()
  await expect(dialog.getByLabel('General data (1 Hz)')).toBeEnabled()
})

test('locks the dialog during a download, and shows a failure in the dialog', async ({ page }) => {
  const dialog = await openDialog(page)
  let refuse = () => {}
  const refused = new Promise<void>((resolve) => {
    refuse = resolve
  })
  await page.route('**/downloads/statistics', async (route) => {
    await refused
    await route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Try later.' } })
  })
  await dialog.getByLabel('Engine profile').click()
  await dialog.getByLabel('RPM step size').fill('250.7')
  await dialog.getByRole('button', { name: 'Download', exact: true }).click()
  await expect(dialog.getByText('Downloading data, this may take a minute.')).toBeVisible()
  await expect(dialog.getByLabel('RPM step size')).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  refuse()
  await expect(dialog.getByText('Could not download file')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})
