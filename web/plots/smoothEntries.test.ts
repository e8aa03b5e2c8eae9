import { expect, test } from 'vitest'
import type { TimeSeriesEntry } from '#contract/wire/timeSeries.ts'
import { isSmoothingWindow, smoothEntries } from './smoothEntries.ts'

const entry = (
  field: string,
  aggregation: string,
  values: readonly number[],
  stepMs = 1000,
): TimeSeriesEntry => ({
  field,
  unit: '',
  unique_id: '',
  device_number: 0,
  instance: 0,
  aggregation,
  series: values.map((value, index) => ({ time: index * stepMs, value })),
})
const zigzag = Array.from({ length: 21 }, (_, index) => (index % 2 === 0 ? 10 : 12))
const smoothed = (given: TimeSeriesEntry, window = 11) =>
  smoothEntries([given], window, 1000)[0]?.series.map(({ value }) => value ?? Number.NaN) ?? []

test('accepts an odd number of points from 3 to 99 as a window', () => {
  expect([3, 53, 99].every(isSmoothingWindow)).toBe(true)
  for (const window of [1, 10, 101, 5.5, '', null])
    expect([window, isSmoothingWindow(window)]).toEqual([window, false])
})

test('smooths means, and maxima that are drawn as lines', () => {
  for (const given of [entry('sog', 'avg', zigzag), entry('impact_1', 'max', zigzag)]) {
    expect(Math.max(...smoothed(given).map((value) => Math.abs(value - 11)))).toBeLessThan(0.6)
  }
})

test('leaves minima, maxima and states as measured', () => {
  for (const given of [
    entry('sog', 'max', zigzag),
    entry('sog', 'min', zigzag),
    entry('sea_state', 'max', zigzag),
  ])
    expect(smoothed(given)).toEqual(zigzag)
})

test('keeps the speed of a starting engine at zero or above', () => {
  const rpm = Array.from({ length: 120 }, (_, minute) => (minute < 60 ? 0 : 900))
  const line = smoothed(entry('engine_speed_1', 'avg', rpm), 53)
  expect([Math.min(...line), Math.max(...line)]).toEqual([0, 900])
})

test('smooths a course across north without a turn through south', () => {
  const course = zigzag.map((value) => (value === 10 ? 359 : 1))
  expect(smoothed(entry('cog', 'avg', course)).every((value) => value > 350 || value < 10)).toBe(true)
})

test('smooths a series that is rarer than the buckets', () => {
  expect(Math.max(...smoothed(entry('sog', 'avg', zigzag, 5000)))).toBeLessThan(11.6)
})
