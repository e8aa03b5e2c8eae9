import { afterAll, beforeAll, expect, test } from 'vitest'
import { QUARTER_HOUR_US } from '#contract/domain/time.ts'
import { type TestTelemetry, testTelemetry } from '#server/testing/testTelemetry.ts'
import type { Box } from './positions.ts'

let telemetry: TestTelemetry
beforeAll(async () => {
  telemetry = await testTelemetry()
})
afterAll(() => telemetry.close())

const START_US = Date.UTC(2026, 5, 18, 7) * 1000
const VESSEL = 31
/** Position of the vessel in consecutive quarter-hours. */
const PLACES = [
  [0, 179.9],
  [0, -179.9],
  [0, 179.4],
  [0, -179.4],
  [0.6, 179.9],
  [0, 10],
] as const
const OVER: Box = { southDeg: -0.5, northDeg: 0.5, westDeg: 179.5, eastDeg: -179.5 }
const SHORT: Box = { southDeg: 0.5, northDeg: 1, westDeg: 179.5, eastDeg: 180 }

test('finds only what lies in the box, also across the antimeridian', async () => {
  const startOf = (quarterHour: number) => START_US + quarterHour * QUARTER_HOUR_US
  const fixes = PLACES.map(([latitudeDeg, longitudeDeg], quarterHour) => ({
    ...{ timeUs: startOf(quarterHour) + 1e6, latitudeDeg, longitudeDeg, hdop: 1, valid: true },
  }))
  await telemetry.append([{ vesselNumber: VESSEL, scalars: [], fixes, motion: [], ais: [], faults: [] }])
  const interval = { fromUs: START_US, toUs: startOf(PLACES.length) - 1 }
  const found = async (box: Box) => {
    const quarterHours = await telemetry.positions.inBox({ vesselNumbers: [VESSEL], ...interval }, box)
    const tracks = await telemetry.positions.tracksIn([VESSEL], [{ ...box, ...interval }])
    expect(tracks.flatMap(({ timeUs }) => timeUs.map((us) => us - 1e6))).toEqual(quarterHours.get(VESSEL))
    return quarterHours.get(VESSEL)?.map((us) => (us - START_US) / QUARTER_HOUR_US)
  }
  expect(await found(OVER)).toEqual([0, 1])
  expect(await found(SHORT)).toEqual([4])
})
