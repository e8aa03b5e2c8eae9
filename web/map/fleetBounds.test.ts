import { expect, test } from 'vitest'
import { fleetBounds, homeWaters } from './fleetBounds.ts'

test('frames a fleet in one bay by its outermost vessels', () => {
  const places = [
    { latitudeDeg: 64.1, longitudeDeg: -22.5 },
    { latitudeDeg: 64.5, longitudeDeg: -21.9 },
    { latitudeDeg: 64.3, longitudeDeg: -22 },
  ]
  expect(fleetBounds(places)).toEqual({ west: -22.5, south: 64.1, east: -21.9, north: 64.5 })
})

test('frames a fleet on both sides of the antimeridian across it', () => {
  const places = [
    { latitudeDeg: -17, longitudeDeg: 178 },
    { latitudeDeg: -18, longitudeDeg: -179 },
  ]
  expect(fleetBounds(places)).toEqual({ west: 178, south: -18, east: 181, north: -17 })
})

test('returns a point for one vessel, and nothing for none', () => {
  expect(fleetBounds([{ latitudeDeg: 1, longitudeDeg: 2 }])).toEqual({ west: 2, south: 1, east: 2, north: 1 })
  expect(fleetBounds([])).toBeNull()
})

test('places home waters where most of the fleet is', () => {
  const iceland = [
    { latitudeDeg: 64.1, longitudeDeg: -22 },
    { latitudeDeg: 65.9, longitudeDeg: -23 },
    { latitudeDeg: 66.1, longitudeDeg: -20.1 },
  ]
  const genoa = [
    { latitudeDeg: 44.4, longitudeDeg: 8.9 },
    { latitudeDeg: 44.3, longitudeDeg: 9.1 },
  ]
  expect(homeWaters([...genoa, ...iceland]).toSorted((a, b) => a.latitudeDeg - b.latitudeDeg)).toEqual(
    iceland,
  )
  expect(homeWaters([])).toEqual([])
})

test('continues home waters across the antimeridian', () => {
  const fiji = [
    { latitudeDeg: -17, longitudeDeg: 179.5 },
    { latitudeDeg: -17, longitudeDeg: -179.5 },
  ]
  expect(homeWaters(fiji)).toHaveLength(2)
})
