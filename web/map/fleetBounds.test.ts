import { expect, test } from 'vitest'
import { fleetBounds } from './fleetBounds.ts'

test('a fleet in one bay is framed by its outermost vessels', () => {
  const places = [
    { lat: 64.1, lon: -22.5 },
    { lat: 64.5, lon: -21.9 },
    { lat: 64.3, lon: -22 },
  ]
  expect(fleetBounds(places)).toEqual({ west: -22.5, south: 64.1, east: -21.9, north: 64.5 })
})

test('a fleet on both sides of the antimeridian is framed across it', () => {
  const places = [
    { lat: -17, lon: 178 },
    { lat: -18, lon: -179 },
  ]
  expect(fleetBounds(places)).toEqual({ west: 178, south: -18, east: 181, north: -17 })
})

test('one vessel is a point and none are nothing', () => {
  expect(fleetBounds([{ lat: 1, lon: 2 }])).toEqual({ west: 2, south: 1, east: 2, north: 1 })
  expect(fleetBounds([])).toBeNull()
})
