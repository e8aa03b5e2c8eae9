import { expect, test } from 'vitest'
import { type Decoded, type MotionBlock, nothingDecoded } from '#contract/domain/reading.ts'
import { MINUTE_US } from '#contract/domain/time.ts'
import { passClock } from './clockGate.ts'

const NOW_US = Date.UTC(2026, 5, 1) * 1000

const scalarAt = (timeUs: number) => ({ timeUs, key: 'sog', instance: 0, value: 1 }) as const
const fixAt = (timeUs: number) => ({ timeUs, latitudeDeg: 64, longitudeDeg: -22, hdop: null, valid: true })
const reportAt = (timeUs: number) => ({
  timeUs,
  mmsi: 251_000_001,
  name: null,
  latitudeDeg: null,
  longitudeDeg: null,
  sogMps: null,
  cogRad: null,
})
const faultAt = (timeUs: number) => ({
  timeUs,
  instance: 1,
  spn: 100,
  fmi: 1,
  occurrenceCount: null,
  lamps: { protect: 0, amberWarning: 1, redStop: 0, malfunction: null },
})

function motionFrom(startUs: number, samples = 100): MotionBlock {
  const column = new Int16Array(samples)
  return {
    sensor: 1,
    startUs,
    intervalUs: 20_000,
    forceX: column,
    forceY: column,
    forceZ: column,
    roll: column,
    pitch: column,
    yaw: column,
  }
}

/** One reading of every kind, with motion that ends at the given time. */
const everythingAt = (timeUs: number): Decoded => ({
  ...nothingDecoded(),
  scalars: [scalarAt(timeUs)],
  fixes: [fixAt(timeUs)],
  motion: [motionFrom(timeUs - 99 * 20_000)],
  ais: [reportAt(timeUs)],
  faults: [faultAt(timeUs)],
})

test.each([
  ['now', NOW_US],
  ['two minutes ahead', NOW_US + 2 * MINUTE_US],
  ['five years ago', NOW_US - 5 * 365 * 1440 * MINUTE_US],
])('accepts every kind of reading from %s', (_name, timeUs) => {
  const decoded = everythingAt(timeUs)
  expect(passClock(decoded, NOW_US)).toEqual(decoded)
})

test('rejects every kind of reading from further ahead, and counts its samples', () => {
  const { rejected, ...kept } = passClock(everythingAt(NOW_US + 2 * MINUTE_US + 1), NOW_US)
  expect({ ...kept, rejected: [] }).toEqual(nothingDecoded())
  expect(rejected).toMatchObject([{ reason: 'future_time', count: 4 + 100 }])
})

test('rejects readings of a clock that was never set', () => {
  const { rejected, ...kept } = passClock(everythingAt(9e9), NOW_US)
  expect({ ...kept, rejected: [] }).toEqual(nothingDecoded())
  expect(rejected).toMatchObject([{ reason: 'no_time', count: 4 + 100 }])
})

test('rejects motion that begins or ends at an impossible time', () => {
  const earliestUs = Date.UTC(1980, 0, 6) * 1000
  const blocks = [
    motionFrom(earliestUs - 20_000),
    motionFrom(earliestUs),
    motionFrom(NOW_US + 2 * MINUTE_US - 99 * 20_000),
    motionFrom(NOW_US + 2 * MINUTE_US - 98 * 20_000),
  ]
  const passed = passClock({ ...nothingDecoded(), motion: blocks }, NOW_US)
  expect(passed.motion).toEqual([blocks[1], blocks[2]])
  expect(passed.rejected).toMatchObject([
    { reason: 'future_time', count: 100 },
    { reason: 'no_time', count: 100 },
  ])
})

test('rejects a time that is not a number', () => {
  const decoded = { ...nothingDecoded(), scalars: [scalarAt(Number.NaN), scalarAt(NOW_US)] }
  const passed = passClock(decoded, NOW_US)
  expect(passed.scalars).toEqual([scalarAt(NOW_US)])
  expect(passed.rejected).toMatchObject([{ count: 1 }])
})

test('keeps the good readings of a message, and what was rejected before', () => {
  const malformed = { reason: 'malformed', detail: 'a line', count: 3 } as const
  const passed = passClock(
    {
      ...nothingDecoded(),
      scalars: [scalarAt(NOW_US), scalarAt(NOW_US + 10 * MINUTE_US), scalarAt(NOW_US + 1)],
      motion: [motionFrom(NOW_US), motionFrom(NOW_US + 2 * MINUTE_US - 20_000)],
      rejected: [malformed],
    },
    NOW_US,
  )
  expect(passed.scalars).toEqual([scalarAt(NOW_US), scalarAt(NOW_US + 1)])
  expect(passed.motion.map(({ startUs }) => startUs)).toEqual([NOW_US])
  expect(passed.rejected).toMatchObject([malformed, { reason: 'future_time', count: 1 + 100 }])
})
