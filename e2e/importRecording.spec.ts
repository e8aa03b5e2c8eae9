import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect } from '@playwright/test'
import { signIn } from './signIn.ts'
import { startTaffrail, type Taffrail } from './taffrail.ts'
import { test } from './warmPage.ts'

/** Recording of a real boat or, if it is missing, of a boat of the simulator. */
const real = resolve(process.env.RECORDINGS ?? '../shared/data', 'n2k-signalk-server/aava-n2k.data.gz')
const own = join(import.meta.dirname, '../recordings/nordurljos.nmea.gz')
const recording = existsSync(real) ? real : own
let taffrail: Taffrail

test.beforeAll(async () => {
  taffrail = await startTaffrail()
})
test.afterAll(() => taffrail?.close())

test('imports a recorded log as a trip that can be found, opened and measured', async ({ page }) => {
  const printed = await taffrail.run('import', '--vessel', 'Aava', '--create', recording)
  expect(printed).toMatch(/\d+ readings stored/)

  await signIn(page, taffrail)
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
 * longitude as little-endian 32-bit integers of 1e-7 degrees, RMC as degrees and minutes in text, and on ten minutes of
 * sailing the earth is flat.
 */
function recordedNmi(path: string): number {
  const lines = gunzipSync(readFileSync(path))
    .toString('latin1')
    .split('\n')
    .map((line) => line.split(','))
  const points = lines.flatMap((fields) => {
    if (fields[0] === '$GPRMC') return [{ lat: degrees(fields[3]), lon: degrees(fields[5]) }]
    if (fields[2] !== '129025') return []
    const bytes = Buffer.from(fields.slice(6, 14).join(''), 'hex')
    return [{ lat: bytes.readInt32LE(0) / 1e7, lon: bytes.readInt32LE(4) / 1e7 }]
  })
  let nmi = 0
  for (const [i, { lat, lon }] of points.entries()) {
    const before = points[i - 1]
    if (before)
      nmi += Math.hypot((lat - before.lat) * 60, (lon - before.lon) * 60 * Math.cos((lat * Math.PI) / 180))
  }
  return nmi
}

/** `6409.18022` is 64° 9.18022′. */
function degrees(text = ''): number {
  const value = Number(text)
  return Math.floor(value / 100) + (value % 100) / 60
}
