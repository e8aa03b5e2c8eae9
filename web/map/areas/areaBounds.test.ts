import { expect, test } from 'vitest'
import { isArea } from '#contract/wire/area.ts'
import { boundsAround, boundsBetween, boundsOfEdges, shownEast } from './areaBounds.ts'

test('gives the same area whichever corner the user draws first', () => {
  const bounds = [-22.1, 64.1, -21.8, 64.2]
  expect(boundsBetween({ lng: -22.1, lat: 64.2 }, { lng: -21.8, lat: 64.1 })).toEqual(bounds)
  expect(boundsBetween({ lng: -21.8, lat: 64.1 }, { lng: -22.1, lat: 64.2 })).toEqual(bounds)
})

test('extends an area eastward across 180°, in whichever copy of the world it was drawn', () => {
  const fiji = [177, -19, 182, -16]
  expect(boundsBetween({ lng: 177, lat: -16 }, { lng: 182, lat: -19 })).toEqual(fiji)
  expect(boundsBetween({ lng: -183, lat: -16 }, { lng: -178, lat: -19 })).toEqual(fiji)
  expect(shownEast(182)).toBe(-178)
  expect(boundsOfEdges([177, -19, -178, -16])).toEqual(fiji)
})

test('accepts each drawn area, also at the edge of the world', () => {
  expect(isArea(boundsBetween({ lng: 10, lat: 89 }, { lng: 12, lat: 80 }))).toBe(true)
  expect(isArea(boundsBetween({ lng: -400, lat: -80 }, { lng: 400, lat: 80 }))).toBe(true)
  expect(isArea(boundsAround({ latitudeDeg: -18.1, longitudeDeg: 179.99 }))).toBe(true)
})

test('returns no area for a half-filled form', () => {
  expect(boundsOfEdges([177, '', 178, -16])).toBeNull()
  expect(boundsOfEdges([177, '-', 178, -16])).toBeNull()
})
