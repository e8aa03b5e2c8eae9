import { expect, test } from 'vitest'
import { freeTurnDeg } from './turnedAdapter.ts'

const across = (west: number, east: number): [number, number][] => [
  [west, 1],
  [east, 2],
  [west, 3],
  [west, 1],
]

test('turns the drawing only when a shape lies across the antimeridian', () => {
  expect(freeTurnDeg([])).toBe(0)
  expect(freeTurnDeg([across(-22, -21), across(8, 9)])).toBe(0)
  expect(freeTurnDeg([across(179, 181)])).toBeCloseTo(1.001)
  expect(freeTurnDeg([across(-181, -179)])).toBeCloseTo(1.001)
})

test('turns the drawing to a meridian that no shape crosses', () => {
  expect(freeTurnDeg([across(179, 181), across(-179.5, -170)])).toBeCloseTo(10.001)
  // Shapes cover every meridian, so no turn is better than another.
  expect(freeTurnDeg([across(-180, 0.5), across(0, 180.5)])).toBe(0)
})
