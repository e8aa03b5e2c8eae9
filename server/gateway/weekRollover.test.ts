import { expect, test } from 'vitest'
import type { Decoded } from '#contract/domain/reading.ts'
import { nothingDecoded } from '#contract/domain/reading.ts'
import { DAY_US } from '#contract/domain/time.ts'
import { Nmea0183Decoder } from '#protocols/nmea0183/nmea0183Decoder.ts'
import { sentenceLine } from '#protocols/nmea0183/sentence.ts'
import { addWeeks, findRollover, unrollWeeks } from './weekRollover.ts'

const NOW_US = Date.UTC(2026, 5, 18, 12) * 1e3
const WEEKS_US = 1024 * 7 * DAY_US
const sogAt = (timeUs: number): Decoded => ({
  ...nothingDecoded(),
  scalars: [{ timeUs, key: 'sog', instance: 0, value: 5 }],
})
const unrolled = (timeUs: number) => {
  const { decoded, weeks, refusedUs } = unrollWeeks(sogAt(timeUs), NOW_US)
  return { at: decoded.scalars.map((one) => one.timeUs), rejected: decoded.rejected, weeks, refusedUs }
}

test.each([1, 2])('adds %i times 1,024 weeks when that gives today', (times) => {
  for (const apartUs of [-DAY_US, -3600e6, 0, 100e6]) {
    const { at, weeks, rejected } = unrolled(NOW_US + apartUs - times * WEEKS_US)
    expect([at, weeks, rejected]).toEqual([[NOW_US + apartUs], 1024 * times, []])
  }
})

test('refuses a date so far behind when no number of weeks gives today', () => {
  const oldUs = NOW_US - WEEKS_US - 30 * DAY_US
  expect(unrolled(oldUs)).toMatchObject({
    ...{ at: [], weeks: null, refusedUs: oldUs },
    rejected: [{ reason: 'no_time', count: 1 }],
  })
})

test('leaves late data unchanged, and leaves clocks that were never set to the clock gate', () => {
  for (const timeUs of [NOW_US, NOW_US - 400 * DAY_US, NOW_US - WEEKS_US + 30 * DAY_US, 0]) {
    expect(unrolled(timeUs)).toEqual({ at: [timeUs], rejected: [], weeks: null, refusedUs: null })
  }
})

test('corrects sentences and motion of one message alike', () => {
  const rmc = sentenceLine('$', 'GPRMC,090000.00,A,6400.0000,N,02200.0000,W,12.0,0.0,021106,,,A')
  const read = new Nmea0183Decoder().decode(Buffer.from(`${rmc}\n`), null)
  const column = new Int16Array(3)
  const startUs = Date.UTC(2006, 10, 2, 9) * 1e3
  const columns = { forceX: column, forceY: column, forceZ: column, roll: column, pitch: column, yaw: column }
  const motion = [{ sensor: 0, startUs, intervalUs: 1000, ...columns }]
  const { decoded } = unrollWeeks({ ...read, motion }, NOW_US)
  const nineUs = Date.UTC(2026, 5, 18, 9) * 1e3
  expect(decoded.fixes.map(({ timeUs }) => timeUs)).toEqual([nineUs])
  expect(decoded.motion.map((block) => block.startUs)).toEqual([nineUs])
})

/** One SOG at each of these times. */
const logOf = (...times: number[]): Decoded => ({
  ...nothingDecoded(),
  scalars: times.flatMap((timeUs) => sogAt(timeUs).scalars),
})
const OLD_US = NOW_US - WEEKS_US - 30 * DAY_US

test('finds dates of a log that may be behind when they are at least half of its readings', () => {
  const old = { firstUs: OLD_US, weeks: 1024 }
  expect(findRollover(logOf(OLD_US, OLD_US + 1e6), NOW_US)).toEqual(old)
  expect(findRollover(logOf(NOW_US, OLD_US), NOW_US)).toEqual(old)
  expect(findRollover(logOf(NOW_US, OLD_US, NOW_US), NOW_US)).toBeNull()
  expect(findRollover(logOf(OLD_US - WEEKS_US, OLD_US), NOW_US)).toMatchObject({ weeks: 2048 })
  expect(findRollover(nothingDecoded(), NOW_US)).toBeNull()
})

test('adds weeks only to times of a log that stay in the past with them', () => {
  const { decoded, isMoved } = addWeeks(logOf(OLD_US, NOW_US), 1024, NOW_US)
  expect(decoded.scalars.map(({ timeUs }) => timeUs)).toEqual([OLD_US + WEEKS_US, NOW_US])
  expect(isMoved).toBe(true)
  expect(addWeeks(logOf(NOW_US), 1024, NOW_US).isMoved).toBe(false)
})
