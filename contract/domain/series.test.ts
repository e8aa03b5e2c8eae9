import { expect, test } from 'vitest'
import { LANGUAGE_IDS } from '#contract/text/language.ts'
import {
  acceptValue,
  fieldName,
  fromSteps,
  fromWire,
  onGrid,
  parseField,
  SERIES,
  type SeriesKey,
  seriesByNumber,
  toSteps,
  toWire,
} from './series.ts'
import { knToMps, mpsToKn } from './units.ts'

test('gives every series a number of its own', () => {
  const numbers = Object.values(SERIES).map((series) => series.number)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(seriesByNumber(10)?.key).toBe('sog')
})

test('has a label in every language, no two alike', () => {
  for (const language of LANGUAGE_IDS) {
    const labels = Object.values(SERIES).map(({ labels }) => labels[language])
    expect(labels.filter((label) => label.trim() === '')).toEqual([])
    // The series of further switches continues the numbers of the first, under the same label.
    expect(new Set(labels).size).toBe(labels.length - 1)
  }
  expect(SERIES.further_switch.labels).toEqual(SERIES.switch.labels)
})

test('gives each path of Signal K to one series', () => {
  const paths = Object.values(SERIES).flatMap(({ signalk }) => signalk)
  expect(new Set(paths).size).toBe(paths.length)
})

test('describes each series in a sentence of its own', () => {
  const descriptions = Object.values(SERIES).map(({ description }) => description)
  expect(descriptions.filter((text) => !/^[A-Z].{15,98}\.$/.test(text))).toEqual([])
  expect(new Set(descriptions).size).toBe(descriptions.length)
})

test('fits every accepted value into 32 bits at its step', () => {
  for (const { key, valid, step } of Object.values(SERIES)) {
    expect(Math.max(...valid.map(Math.abs)) / step, key).toBeLessThan(2 ** 31)
  }
})

test('reads the instance from a field name', () => {
  expect(parseField('impact_2')).toEqual({ key: 'impact', instance: 2 })
  expect(parseField('impact_x_1')).toEqual({ key: 'impact_x', instance: 1 })
  expect(parseField('in_eco_speed_ratio._30s')).toEqual({ key: 'in_eco_speed_ratio._30s', instance: 0 })
  expect(parseField('sog_1')).toBeNull()
  expect(parseField('engine_speed_999')).toBeNull()
  expect(parseField('__proto__')).toBeNull()
  expect(fieldName('impact', 2)).toBe('impact_2')
})

test('numbers the switches of many banks consecutively in one name', () => {
  for (const number of [1, 252, 253, 300, 504]) {
    const parsed = parseField(`switch_${number}`)
    expect(parsed && fieldName(parsed.key, parsed.instance)).toBe(`switch_${number}`)
    expect(parsed?.instance).toBeLessThanOrEqual(252)
  }
  expect(parseField('switch_253')).toEqual({ key: 'further_switch', instance: 1 })
  expect(parseField('switch_505')).toBeNull()
})

test('converts at the border and back', () => {
  expect(toWire('sog', 1852 / 3600)).toBeCloseTo(1, 12)
  expect(toWire('engine_speed', 50)).toBe(3000)
  expect(toWire('air_temperature', 283.15)).toBeCloseTo(10, 9)
  expect(fromWire('fuel_rate', 40)).toBeCloseTo(40 / 3_600_000, 15)
})

test.each([
  ['sog', 'a tenth of a knot', 0.1, 100],
  ['stw', 'a hundredth of a knot', 0.01, 100],
  ['fuel_rate', 'what J1939 counts in, 0.05 L/hr', 0.05, 2000],
  ['engine_speed', 'what J1939 counts in, 1/8 rpm', 1 / 8, 10_000],
  ['coolant_temperature', 'a hundredth of a kelvin', 0.01, 400],
  ['impact', 'a hundredth of a g', 0.01, 100],
  ['depth_below_surface', 'a centimetre', 0.01, 300],
] as const)('keeps every value of %s that is a multiple of %s, to the last digit', (key, _, unit, most) => {
  const first = Math.ceil(Math.max(unit, toWire(key, SERIES[key].valid[0])) / unit)
  for (let n = first; n * unit <= most; n += 7) {
    const wire = Number((n * unit).toPrecision(12))
    const kept = fromSteps(key, toSteps(key, fromWire(key, wire)))
    expect(toWire(key, kept)).toBe(wire)
    // A limit is stored as an equal number, so that a boat exactly at it is not above it.
    expect(kept).toBe(onGrid(key, fromWire(key, wire)))
  }
})

test('keeps every millimetre a second, and can store a limit in knots', () => {
  for (let mm = 0; mm < 51_000; mm += 7) expect(onGrid('sog', mm / 1000)).toBe(mm / 1000)
  for (let tenths = 0; tenths <= 1000; tenths++) {
    expect(knToMps(tenths / 10)).toBe(onGrid('sog', (tenths / 10) * (1852 / 3600)))
    expect(mpsToKn(knToMps(tenths / 10))).toBe(tenths / 10)
  }
})

test('keeps the multiples that steps are made of', () => {
  for (const key of Object.keys(SERIES) as SeriesKey[])
    expect(toSteps(key, fromSteps(key, 123_457))).toBe(123_457)
})

test('refuses what no boat does', () => {
  expect(acceptValue('sog', 60)).toBeNull()
  expect(acceptValue('sog', Number.NaN)).toBeNull()
  expect(acceptValue('depth_below_transducer', 0)).toBeNull()
  expect(acceptValue('sog', 0)).toBe(0)
})
