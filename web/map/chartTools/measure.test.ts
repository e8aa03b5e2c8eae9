import { expect, test } from 'vitest'
import { legsOf, lineOf, ringOf } from './measure.ts'

const JFK = { latitudeDeg: 40.6, longitudeDeg: -73.8 }
const LHR = { latitudeDeg: 51.6, longitudeDeg: -0.5 }

test('measures a leg as long as the geodesic', () => {
  // Example from the documentation of GeographicLib.
  const [leg] = legsOf([JFK, LHR])
  expect(leg?.distanceM).toBeCloseTo(5_551_759.4, 1)
  expect(leg?.bearingDeg).toBeCloseTo(51.1989, 3)
})

test('measures a degree of a meridian and of the equator, across 180°, and westward', () => {
  expect(
    legsOf([
      { latitudeDeg: 0, longitudeDeg: 0 },
      { latitudeDeg: 1, longitudeDeg: 0 },
    ])[0]?.distanceM,
  ).toBeCloseTo(110_574.4, 1)
  const [east, west] = legsOf([
    { latitudeDeg: 0, longitudeDeg: 179.5 },
    { latitudeDeg: 0, longitudeDeg: -179.5 },
    { latitudeDeg: 0, longitudeDeg: 179.5 },
  ])
  expect(east?.distanceM).toBeCloseTo(111_319.5, 1)
  expect([east?.bearingDeg, west?.bearingDeg]).toEqual([90, 270])
})

test('bends a long leg towards the pole, and draws a short one with two points', () => {
  const line = lineOf([JFK, LHR])
  expect(Math.max(...line.map(({ latitudeDeg }) => latitudeDeg))).toBeGreaterThan(52)
  expect(line.at(-1)).toEqual(LHR)
  expect(lineOf([JFK, { latitudeDeg: 40.7, longitudeDeg: -73.8 }])).toHaveLength(2)
  expect(lineOf([JFK])).toEqual([JFK])
  expect(legsOf([])).toEqual([])
})

test('places every point of a ring at the same distance from its centre, and closes the ring', () => {
  const middle = { latitudeDeg: 71, longitudeDeg: 179.9 }
  const ring = ringOf(middle, 18_520)
  for (const point of ring) expect(legsOf([middle, point])[0]?.distanceM).toBeCloseTo(18_520, 3)
  expect(ring.at(-1)?.latitudeDeg).toBeCloseTo(ring[0]?.latitudeDeg ?? 0, 9)
})
