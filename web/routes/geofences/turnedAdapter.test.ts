import { expect, test } from 'vitest'
import { freeTurnDeg } from './turnedAdapter.ts'

const across = (west: number, east: number): [number, number][] => [
  [west, 1],
  [east, 2],
  [west, 3],
  [west, 1],
]

test('the world of the drawing is turned only where a shape lies across its end', () => {
  expect(freeTurnDeg([])).toBe(0)
  expect(freeTurnDeg([across(-22, -21), across(8, 9)])).toBe(0)
  expect(freeTurnDeg([across(179, 181)])).toBeCloseTo(1.001)
  expect(freeTurnDeg([across(-181, -179)])).toBeCloseTo(1.001)
})

test('and then to a meridian that no other lies across', () => {
  expect(freeTurnDeg([across(179, 181), across(-179.5, -170)])).toBeCloseTo(10.001)
  // All the way round: nothing is better than anything else.
  expect(freeTurnDeg([across(-180, 0.5), across(0, 180.5)])).toBe(0)
})
