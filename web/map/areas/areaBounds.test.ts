import { expect, test } from 'vitest'
import { isArea } from '#contract/wire/area.ts'
import { boundsAround, boundsBetween, boundsOfEdges, busiestArea, shownEast } from './areaBounds.ts'

const corner = (longitudeDeg: number, latitudeDeg: number) => ({ latitudeDeg, longitudeDeg })

test('gives the same area whichever corner the user draws first', () => {
  const bounds = [-22.1, 64.1, -21.8, 64.2]
  expect(boundsBetween(corner(-22.1, 64.2), corner(-21.8, 64.1))).toEqual(bounds)
  expect(boundsBetween(corner(-21.8, 64.1), corner(-22.1, 64.2))).toEqual(bounds)
})

test('extends an area eastward across 180°, in whichever copy of the world it was drawn', () => {
  const fiji = [177, -19, 182, -16]
  expect(boundsBetween(corner(177, -16), corner(182, -19))).toEqual(fiji)
  expect(boundsBetween(corner(-183, -16), corner(-178, -19))).toEqual(fiji)
  expect(shownEast(182)).toBe(-178)
  expect(boundsOfEdges([177, -19, -178, -16])).toEqual(fiji)
})

test('accepts each drawn area, also at the edge of the world', () => {
  expect(isArea(boundsBetween(corner(10, 89), corner(12, 80)))).toBe(true)
  expect(isArea(boundsBetween(corner(-400, -80), corner(400, 80)))).toBe(true)
  expect(isArea(boundsAround({ latitudeDeg: -18.1, longitudeDeg: 179.99 }))).toBe(true)
})

test('returns no area for a half-filled form', () => {
  expect(boundsOfEdges([177, '', 178, -16])).toBeNull()
  expect(boundsOfEdges([177, '-', 178, -16])).toBeNull()
})

test('takes the area around the vessel with the most others near her, also across 180°', () => {
  const crowd = [corner(179.99, -18.1), corner(-179.98, -18.12), corner(179.97, -18.1)]
  const area = busiestArea([corner(-21.9, 64.15), ...crowd])
  expect(area).toEqual(boundsAround(crowd[0] ?? corner(0, 0)))
  expect(busiestArea([corner(-21.9, 64.15)])).toEqual(boundsAround(corner(-21.9, 64.15)))
  expect(busiestArea([])).toBeNull()
})
