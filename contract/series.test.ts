import { expect, test } from 'vitest'
import { acceptValue, fieldName, fromWire, parseField, SERIES, seriesByNumber, toWire } from './series.ts'

test('gives every series a number of its own', () => {
  const numbers = Object.values(SERIES).map((series) => series.number)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(seriesByNumber(1)?.key).toBe('sog')
})

test('fits every believable value into 32 bits at its step', () => {
  for (const { key, valid, step } of Object.values(SERIES)) {
    expect(Math.max(...valid.map(Math.abs)) / step, key).toBeLessThan(2 ** 31)
  }
})

test('reads the instance off a field name', () => {
  expect(parseField('impact_2')).toEqual({ key: 'impact', instance: 2 })
  expect(parseField('impact_x_1')).toEqual({ key: 'impact_x', instance: 1 })
  expect(parseField('in_eco_speed_ratio._30s')).toEqual({ key: 'in_eco_speed_ratio._30s', instance: 0 })
  expect(parseField('sog_1')).toBeNull()
  expect(parseField('engine_speed_999')).toBeNull()
  expect(parseField('__proto__')).toBeNull()
  expect(fieldName('impact', 2)).toBe('impact_2')
})

test('converts at the border and back', () => {
  expect(toWire('sog', 1852 / 3600)).toBeCloseTo(1, 12)
  expect(toWire('engine_speed', 50)).toBe(3000)
  expect(toWire('air_temperature', 283.15)).toBeCloseTo(10, 9)
  expect(fromWire('fuel_rate', 40)).toBeCloseTo(40 / 3_600_000, 15)
})

test('refuses what no boat does', () => {
  expect(acceptValue('sog', 60)).toBeNull()
  expect(acceptValue('sog', Number.NaN)).toBeNull()
  expect(acceptValue('depth_below_transducer', 0)).toBeNull()
  expect(acceptValue('sog', 0)).toBe(0)
})
