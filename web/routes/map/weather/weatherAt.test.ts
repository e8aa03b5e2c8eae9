import { expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/domain/time.ts'
import type { TimeSeriesEntry } from '#contract/wire/timeSeries.ts'
import { latestWeatherMs, weatherAt } from './weatherAt.ts'

const entry = (field: string, ...series: [minute: number, value: number | null][]) =>
  ({
    field,
    series: series.map(([minute, value]) => ({ time: minute * MINUTE_MS, value })),
  }) as TimeSeriesEntry

test('takes the last value of each series, if it is at most ten minutes old', () => {
  const entries = [
    entry('wind_speed_fc', [0, 4], [5, 6], [30, 9]),
    entry('air_temperature', [0, 11]),
    entry('sea_state', [0, 0], [1, null]),
  ]
  const weather = weatherAt(entries, 6 * MINUTE_MS)
  expect(weather).toMatchObject({ wind_speed_fc: 6, air_temperature: 11, sea_state: 0, wave_period: null })
  expect(weatherAt(entries, 12 * MINUTE_MS)).toMatchObject({ wind_speed_fc: 6, air_temperature: null })
  expect(weatherAt(entries, -1).wind_speed_fc).toBeNull()
})

test('finds the last time with a known value', () => {
  expect(latestWeatherMs([entry('wind_speed_fc', [0, 4], [9, null]), entry('sea_state', [3, 2])])).toBe(
    3 * MINUTE_MS,
  )
  expect(latestWeatherMs([entry('sea_state', [3, null])])).toBeNull()
  expect(latestWeatherMs([])).toBeNull()
})
