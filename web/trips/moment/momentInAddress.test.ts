import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minuteIn, momentIn, withMoment, withSensor } from './momentInAddress.ts'

const trip = { fromMs: 1_000_000_030_000, toMs: 1_000_000_600_000 }

test('reads a moment, and the first second of a minute alone', () => {
  expect(momentIn({ t: 1_000_000_123_456 }, trip)).toBe(1_000_000_123_456)
  expect(momentIn({ minute: 1_000_000_080 }, trip)).toBe(1_000_000_080_000)
  expect(momentIn({}, trip)).toBeUndefined()
})

test('takes the nearest moment of the trip, also for the minute in which it starts', () => {
  expect(momentIn({ t: 5 }, trip)).toBe(trip.fromMs)
  expect(momentIn({ t: 2_000_000_000_000 }, trip)).toBe(trip.toMs)
  expect(momentIn({ minute: 1_000_000_020 }, trip)).toBe(trip.fromMs)
})

test('ignores a minute outside the trip', () => {
  expect(momentIn({ minute: 1_000_000_660 }, trip)).toBeUndefined()
  expect(momentIn({ minute: 999_999_960 }, trip)).toBeUndefined()
})

test('writes what it reads, and lets a minute in detail follow', () => {
  fc.assert(
    fc.property(fc.integer({ min: trip.fromMs, max: trip.toMs }), (ms) => {
      expect(momentIn(withMoment({ sensor: 3 }, ms), trip)).toBe(ms)
      const { minute = 0, sensor } = withMoment({ sensor: 3, minute: 1_000_000_080 }, ms)
      expect(minute * 1000 <= ms && ms < (minute + 60) * 1000).toBe(true)
      expect([minute % 60, sensor]).toEqual([0, 3])
    }),
  )
  expect(withMoment({ sensor: 3 }, 1_000_000_080_000)).toEqual({ sensor: 3, t: 1_000_000_080_000 })
})

test('shows the minute of the moment in detail, where a minute is asked for', () => {
  expect(minuteIn({ minute: 1_000_000_080, t: 1_000_000_123_456 }, trip)).toBe(1_000_000_080)
  expect(minuteIn({ minute: 1_000_000_080, t: 1_000_000_200_000 }, trip)).toBe(1_000_000_200)
  expect(minuteIn({ minute: 5 }, trip)).toBeUndefined()
  expect(minuteIn({ t: 1_000_000_200_000 }, trip)).toBeUndefined()
})

test('plots the impact of the chosen sensor instead of another one', () => {
  expect(withSensor(['sog', 'impact_1', 'impact_3'], 2)).toEqual(['sog', 'impact_2', 'impact_3'])
  expect(withSensor(['impact_3', 'impact_2'], 2)).toEqual(['impact_3', 'impact_2'])
  expect(withSensor(['impact', 'impact_x_1', 'sog'], 2)).toEqual(['impact', 'impact_x_1', 'sog'])
  expect(withSensor(['impact_1'], undefined)).toEqual(['impact_1'])
})
