import { expect, test } from 'vitest'
import { fleetBounds, homeWaters } from './fleetBounds.ts'

test('frames a fleet in one bay by its outermost vessels', () => {
  const places = [
    { lat: 64.1, lon: -22.5 },
    { lat: 64.5, lon: -21.9 },
    { lat: 64.3, lon: -22 },
  ]
  expect(fleetBounds(places)).toEqual({ west: -22.5, south: 64.1, east: -21.9, north: 64.5 })
})

test('frames a fleet on both sides of the antimeridian across it', () => {
  const places = [
    { lat: -17, lon: 178 },
    { lat: -18, lon: -179 },
  ]
  expect(fleetBounds(places)).toEqual({ west: 178, south: -18, east: 181, north: -17 })
})

test('returns a point for one vessel, and nothing for none', () => {
  expect(fleetBounds([{ lat: 1, lon: 2 }])).toEqual({ west: 2, south: 1, east: 2, north: 1 })
  expect(fleetBounds([])).toBeNull()
})

test('places home waters where most of the fleet is', () => {
  const iceland = [
    { lat: 64.1, lon: -22 },
    { lat: 65.9, lon: -23 },
    { lat: 66.1, lon: -20.1 },
  ]
  const genoa = [
    { lat: 44.4, lon: 8.9 },
    { lat: 44.3, lon: 9.1 },
  ]
  expect(homeWaters([...genoa, ...iceland]).toSorted((a, b) => a.lat - b.lat)).toEqual(iceland)
  expect(homeWaters([])).toEqual([])
})

test('continues home waters across the antimeridian', () => {
  const fiji = [
    { lat: -17, lon: 179.5 },
    { lat: -17, lon: -179.5 },
  ]
  expect(homeWaters(fiji)).toHaveLength(2)
})
