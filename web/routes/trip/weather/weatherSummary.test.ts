import { expect, test } from 'vitest'
import type { TimeSeriesEntry } from '#contract/wire/timeSeries.ts'
import { meanDirection, spreadOf } from './weatherSummary.ts'

const entry = (field: string, ...values: (number | null)[]): TimeSeriesEntry => ({
  field,
  unit: '',
  unique_id: '',
  device_number: 1,
  instance: 0,
  aggregation: 'avg',
  series: values.map((value, minute) => ({ time: minute * 60_000, value })),
})

test('computes mean and range of a value', () => {
  expect(spreadOf([entry('wind_speed', 2, null, 4)], 'wind_speed')).toEqual({ mean: 3, least: 2, most: 4 })
})

test('leaves a value without reports unknown', () => {
  expect(spreadOf([entry('wind_speed', null)], 'wind_speed')).toBeNull()
  expect(meanDirection([], 'wind_direction')).toBeNull()
})

test('averages directions either side of north to north', () => {
  expect(meanDirection([entry('wind_direction', 350, 10)], 'wind_direction')).toBeCloseTo(0)
})

test('gives no direction when winds come from everywhere', () => {
  expect(meanDirection([entry('wind_direction', 0, 90, 180, 270)], 'wind_direction')).toBeNull()
})
