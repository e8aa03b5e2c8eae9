import { expect, test } from 'vitest'
import {
  kelvinToCelsius,
  knToMps,
  mpsToKn,
  mToNmi,
  paToBar,
  withoutNoise,
  wrap180,
  wrap360,
} from './units.ts'

test('converts temperatures from and to kelvin', () => {
  expect(kelvinToCelsius(273.15)).toBe(0)
  expect(kelvinToCelsius(373.15)).toBeCloseTo(100, 10)
})

test('defines a bar as 100,000 pascals, a nautical mile as 1,852 metres and a knot as one of those an hour', () => {
  expect(paToBar(420_000)).toBe(4.2)
  expect(mToNmi(1852)).toBe(1)
  expect(mpsToKn(1852 / 3600)).toBe(1)
  expect(knToMps(mpsToKn(7))).toBeCloseTo(7, 12)
})

test('brings angles back to one turn', () => {
  expect([wrap360(-90), wrap360(720), wrap360(360 - 1e-10)]).toEqual([270, 0, 0])
  expect([wrap180(180), wrap180(190), wrap180(-190), wrap180(179)]).toEqual([-180, -170, 170, 179])
})

test('drops the last digits of a double', () => {
  for (const tenths of Array.from({ length: 601 }, (_, i) => i)) {
    const kn = Number((tenths / 10).toFixed(1))
    expect(withoutNoise(mpsToKn(knToMps(kn)))).toBe(kn)
  }
  expect([withoutNoise(0.1 + 0.2), withoutNoise(-1e-12), withoutNoise(1_781_773_920_000)]).toEqual([
    0.3, 0, 1_781_773_920_000,
  ])
  expect(withoutNoise(64.1466123)).toBe(64.1466123)
})
