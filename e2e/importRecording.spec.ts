import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { type Binnacle, startBinnacle } from './binnacle.ts'
import { signIn } from './signIn.ts'

const recording = resolve(
  join(process.env.RECORDINGS ?? '../shared/data', 'n2k-signalk-server/aava-n2k.data.gz'),
)
let binnacle: Binnacle

test.skip(!existsSync(recording), 'the folder of recordings is not here')
test.beforeAll(async () => {
  binnacle = await startBinnacle()
})
test.afterAll(() => binnacle?.close())

test('a recorded NMEA 2000 log becomes a trip that can be found, opened and measured', async ({ page }) => {
  const printed = await binnacle.run('import', '--vessel', 'Aava', '--create', recording)
  expect(printed).toMatch(/\d+ readings stored/)

  await signIn(page, binnacle)
  await page.getByRole('link', { name: 'Trips', exact: true }).click()
  await page.getByRole('row', { name: /Aava/ }).getByRole('link').click()
  await page.getByRole('link', { name: 'View on map' }).first().click()
  await expect(page).toHaveURL(/\/map\/trips\//)
  await expect(page.getByText('Trip by Aava').first()).toBeVisible()

  const distance = page.locator('dt', { hasText: 'Distance' }).locator('+ dd').first()
  await expect(distance).toContainText('nmi')
  const shownNmi = Number.parseFloat((await distance.textContent()) ?? '')
  expect(Math.abs(shownNmi / recordedNmi(recording) - 1)).toBeLessThan(0.06)
})

/**
 * Length of the track in nautical miles, computed from the bytes of the log alone: PGN 129025 holds latitude and
 * longitude as little-endian 32-bit integers of 1e-7 degrees, and on ten minutes of sailing the earth is flat.
 */
function recordedNmi(path: string): number {
  const points = gunzipSync(readFileSync(path))
    .toString('latin1')
    .split('\n')
    .map((line) => line.split(','))
    .filter((fields) => fields[2] === '129025')
    .map((fields) => Buffer.from(fields.slice(6, 14).join(''), 'hex'))
    .map((bytes) => ({ lat: bytes.readInt32LE(0) / 1e7, lon: bytes.readInt32LE(4) / 1e7 }))
  let nmi = 0
  for (const [i, { lat, lon }] of points.entries()) {
    const before = points[i - 1]
    if (before)
      nmi += Math.hypot((lat - before.lat) * 60, (lon - before.lon) * 60 * Math.cos((lat * Math.PI) / 180))
  }
  return nmi
}
