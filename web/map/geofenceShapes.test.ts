import { expect, test } from 'vitest'
import { haversineM } from '#contract/geodesy/geo.ts'
import { anchorOf, outlineOf, shapeOf, sizeKm } from './geofenceShapes.ts'

const circle = {
  type: 'circle' as const,
  coordinates: [{ latitudeDeg: 64.15, longitudeDeg: -21.94 }],
  radius: 750,
}

test('draws the outline of a circle at its radius from the centre everywhere', () => {
  const ring = outlineOf(circle)
  expect(ring[0]).toEqual(ring.at(-1))
  for (const [longitudeDeg, latitudeDeg] of ring)
    expect(haversineM(64.15, -21.94, latitudeDeg, longitudeDeg)).toBeCloseTo(750, 3)
})

test.each([
  circle,
  { type: 'circle' as const, coordinates: [{ latitudeDeg: -17.5, longitudeDeg: 179.99 }], radius: 20_000 },
  {
    type: 'line' as const,
    coordinates: [
      { latitudeDeg: 1, longitudeDeg: 2 },
      { latitudeDeg: 3, longitudeDeg: 4 },
    ],
    radius: null,
  },
  {
    type: 'polygon' as const,
    coordinates: [
      { latitudeDeg: -17, longitudeDeg: 179 },
      { latitudeDeg: -17, longitudeDeg: -179 },
      { latitudeDeg: -18, longitudeDeg: -179 },
    ],
    radius: null,
  },
])('reads back the shape it drew: $type at $coordinates.0.lon', (shape) => {
  const read = shapeOf(shape.type, outlineOf(shape))
  expect(read.radius ?? 0).toBeCloseTo(shape.radius ?? 0, 0)
  expect(read.coordinates).toHaveLength(shape.coordinates.length)
  for (const [index, { latitudeDeg, longitudeDeg }] of read.coordinates.entries()) {
    expect(latitudeDeg).toBeCloseTo(shape.coordinates[index]?.latitudeDeg ?? 0, 3)
    expect(longitudeDeg).toBeCloseTo(shape.coordinates[index]?.longitudeDeg ?? 0, 4)
  }
})

test('draws an outline across the antimeridian as one line', () => {
  const line = {
    type: 'line' as const,
    coordinates: [
      { latitudeDeg: 0, longitudeDeg: 179 },
      { latitudeDeg: 0, longitudeDeg: -179 },
    ],
    radius: null,
  }
  expect(outlineOf(line)).toEqual([
    [179, 0],
    [181, 0],
  ])
  expect(sizeKm(line)).toBeCloseTo(222.39, 1)
})

test('gives the size of a shape in kilometres', () => {
  expect(sizeKm(circle)).toBe(0.75)
  const square = [
    { latitudeDeg: 0, longitudeDeg: 0 },
    { latitudeDeg: 0, longitudeDeg: 1 },
    { latitudeDeg: 1, longitudeDeg: 1 },
    { latitudeDeg: 1, longitudeDeg: 0 },
  ]
  expect(sizeKm({ type: 'polygon', coordinates: square, radius: null })).toBeCloseTo(444.76, 1)
})

test('places the name of a polygon across the antimeridian inside it', () => {
  const corners = [
    { latitudeDeg: -17, longitudeDeg: 179 },
    { latitudeDeg: -17, longitudeDeg: -179 },
    { latitudeDeg: -18, longitudeDeg: -179 },
    { latitudeDeg: -18, longitudeDeg: 179 },
  ]
  const { latitudeDeg, longitudeDeg } = anchorOf({ type: 'polygon', coordinates: corners, radius: null })
  expect([latitudeDeg, Math.abs(longitudeDeg)]).toEqual([-17.5, 180])
})
