import { expect, test } from 'vitest'
import {
  fromShown,
  shownUnit,
  toShown,
  toShownExactly,
  UNIT_CHOICES,
  type Units,
  WIRE_UNITS,
} from './unitChoice.ts'

const AMERICAN: Units = { speed: 'mph', distance: 'km', volume: 'gal', temperature: '°F', length: 'ft' }
const WIRE = ['kn', 'm/s', 'nmi', '/nmi', 'L', 'L/hr', 'L/nmi', '°C', 'm', 'g', '%', 'hPa', 'rpm', '']

const shownIn = (value: number, unit: string, units: Units) => {
  const shown = shownUnit(unit, units)
  return `${Math.round(toShown(shown, value) * 1000) / 1000} ${shown.unit}`
}

test('keeps the wire’s units without a choice', () => {
  for (const unit of WIRE) expect(shownUnit(unit, WIRE_UNITS)).toEqual({ unit, factor: 1, offset: 0 })
})

test('shows speeds, distances, volumes, temperatures and lengths as chosen', () => {
  expect(WIRE.map((unit) => shownIn(10, unit, AMERICAN))).toEqual([
    ...['11.508 mph', '22.369 mph', '18.52 km', '5.4 /km', '2.642 gal', '2.642 gal/hr', '1.426 gal/km'],
    ...['50 °F', '32.808 ft', '10 g', '10 %', '10 hPa', '10 rpm', '10 '],
  ])
  expect(shownIn(10, 'kn', { ...WIRE_UNITS, speed: 'km/h' })).toBe('18.52 km/h')
  expect(shownIn(-40, '°C', AMERICAN)).toBe('-40 °F')
})

test('converts a difference of temperatures without the offset', () => {
  const shown = shownUnit('°C', AMERICAN)
  expect(toShown(shown, 10, true)).toBe(18)
  expect(fromShown(shown, 18, true)).toBe(10)
})

test('converts nothing twice and everything back', () => {
  for (const speed of UNIT_CHOICES.speed)
    for (const distance of UNIT_CHOICES.distance) {
      const units: Units = { ...AMERICAN, speed, distance }
      for (const unit of WIRE) {
        const shown = shownUnit(unit, units)
        expect(shownUnit(shown.unit, units)).toEqual({ unit: shown.unit, factor: 1, offset: 0 })
        expect(toShownExactly(shown, fromShown(shown, 20.1))).toBe(20.1)
      }
    }
})
