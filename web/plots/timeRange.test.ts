import { expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/domain/time.ts'
import { minuteOf, telemetryStepS } from './resolution.ts'
import { clampSpan, createTimeRange } from './timeRange.ts'
import { calendarTicks, tickStepMs, timeTicks } from './timeTicks.ts'

test('reads a trip in at most 300 points, at least 15 s apart', () => {
  expect(telemetryStepS(600)).toBe(15)
  expect(telemetryStepS(3600 * 6)).toBe(72)
})

test('finds the minute that holds a time', () => {
  expect(minuteOf(1_781_775_980_123)).toBe(1_781_775_960)
})

test('keeps the time under the pointer in place while zooming', () => {
  const range = createTimeRange([0, 100 * MINUTE_MS])
  range.scale(0.5, 25 * MINUTE_MS)
  expect(range.get()).toEqual([12.5 * MINUTE_MS, 62.5 * MINUTE_MS])
  expect(range.isWhole()).toBe(false)
  range.reset()
  expect(range.isWhole()).toBe(true)
})

test('keeps the visible part when the trip grows, and shows another range whole', () => {
  const range = createTimeRange([0, 100 * MINUTE_MS])
  range.cover([0, 101 * MINUTE_MS])
  expect(range.get()).toEqual([0, 101 * MINUTE_MS])
  range.set([10 * MINUTE_MS, 20 * MINUTE_MS])
  range.cover([0, 102 * MINUTE_MS])
  expect(range.get()).toEqual([10 * MINUTE_MS, 20 * MINUTE_MS])
  range.cover([30 * MINUTE_MS, 31 * MINUTE_MS])
  expect(range.get()).toEqual([30 * MINUTE_MS, 31 * MINUTE_MS])
})

test('keeps a range inside the trip, and longer than zero', () => {
  expect(clampSpan([-50, 50], [0, 100_000])).toEqual([0, 5000])
  expect(clampSpan([90_000, 130_000], [0, 100_000])).toEqual([60_000, 100_000])
  expect(clampSpan([-1e9, 1e9], [0, 100_000])).toEqual([0, 100_000])
})

test('notifies listeners of each change until they unsubscribe', () => {
  const range = createTimeRange([0, 100_000])
  let calls = 0
  const stop = range.subscribe(() => calls++)
  range.shift(10)
  stop()
  range.shift(10)
  expect(calls).toBe(1)
})

test('places time ticks at round local minutes', () => {
  expect(tickStepMs(94 * MINUTE_MS, 10)).toBe(10 * MINUTE_MS)
  const halfHourZone = 30 * MINUTE_MS
  expect(timeTicks(5 * MINUTE_MS, 100 * MINUTE_MS, 60 * MINUTE_MS, halfHourZone)).toEqual([
    30 * MINUTE_MS,
    90 * MINUTE_MS,
  ])
})

test.each([
  ['an hour by ten minutes', new Date(2026, 9, 24, 8), new Date(2026, 9, 24, 9), ['8:00', '8:10', '8:20']],
  ['a day by three hours', new Date(2026, 5, 18, 7), new Date(2026, 5, 19, 7), ['9:00', '12:00', '15:00']],
  ['a month by days', new Date(2026, 4, 18, 7), new Date(2026, 5, 17, 7), ['19.5', '23.5', '27.5']],
  ['three months by fortnights', new Date(2026, 7, 24, 9), new Date(2026, 10, 24), ['31.8', '14.9', '28.9']],
  ['a year by months', new Date(2025, 10, 23), new Date(2026, 10, 23), ['1.1', '1.3', '1.5']],
  ['all time by years', new Date(2020, 0, 1), new Date(2026, 10, 23), ['1.1', '1.1', '1.1']],
])('spaces ticks of a calendar evenly: %s', (_, from, to, first) => {
  const ticks = calendarTicks(from.getTime(), to.getTime(), 8).map((ms) => new Date(ms))
  const isShort = first[0]?.includes(':')
  const written = (at: Date) =>
    isShort
      ? `${at.getHours()}:${String(at.getMinutes()).padStart(2, '0')}`
      : `${at.getDate()}.${at.getMonth() + 1}`
  expect(ticks.slice(0, 3).map(written)).toEqual(first)
  expect(ticks.length).toBeGreaterThan(3)
  expect(ticks.length).toBeLessThan(10)
  // The longest step is at most a month of 31 days, or a day on which the clock was put forward.
  const steps = ticks.slice(1).map((at, i) => at.getTime() - (ticks[i]?.getTime() ?? 0))
  expect(Math.max(...steps) / Math.min(...steps)).toBeLessThan(1.06)
})
