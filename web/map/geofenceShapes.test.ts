import { expect, test } from 'vitest'
import { haversineM } from '#contract/geodesy/geo.ts'
import { anchorOf, outlineOf, shapeOf, sizeKm } from './geofenceShapes.ts'

const circle = { type: 'circle' as const, coordinates: [{ lat: 64.15, lon: -21.94 }], radius: 750 }

test('draws the outline of a circle at its radius from the centre everywhere', () => {
  const ring = outlineOf(circle)
  expect(ring[0]).toEqual(ring.at(-1))
  for (const [lon, lat] of ring) expect(haversineM(64.15, -21.94, lat, lon)).toBeCloseTo(750, 3)
})

test.each([
  circle,
  { type: 'circle' as const, coordinates: [{ lat: -17.5, lon: 179.99 }], radius: 20_000 },
  {
    type: 'line' as const,
    coordinates: [
      { lat: 1, lon: 2 },
      { lat: 3, lon: 4 },
    ],
    radius: null,
  },
  {
    type: 'polygon' as const,
    coordinates: [
      { lat: -17, lon: 179 },
      { lat: -17, lon: -179 },
      { lat: -18, lon: -179 },
    ],
    radius: null,
  },
])('reads back the shape it drew: $type at $coordinates.0.lon', (shape) => {
  const read = shapeOf(shape.type, outlineOf(shape))
  expect(read.radius ?? 0).toBeCloseTo(shape.radius ?? 0, 0)
  expect(read.coordinates).toHaveLength(shape.coordinates.length)
  for (const [index, { lat, lon }] of read.coordinates.entries()) {
    expect(lat).toBeCloseTo(shape.coordinates[index]?.lat ?? 0, 3)
    expect(lon).toBeCloseTo(shape.coordinates[index]?.lon ?? 0, 4)
  }
})

test('draws an outline across the antimeridian as one line', () => {
  const line = {
    type: 'line' as const,
    coordinates: [
      { lat: 0, lon: 179 },
      { lat: 0, lon: -179 },
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
    { lat: 0, lon: 0 },
    { lat: 0, lon: 1 },
    { lat: 1, lon: 1 },
    { lat: 1, lon: 0 },
  ]
  expect(sizeKm({ type: 'polygon', coordinates: square, radius: null })).toBeCloseTo(444.76, 1)
})

test('places the name of a polygon across the antimeridian inside it', () => {
  const corners = [
    { lat: -17, lon: 179 },
    { lat: -17, lon: -179 },
    { lat: -18, lon: -179 },
    { lat: -18, lon: 179 },
  ]
  const { lat, lon } = anchorOf({ type: 'polygon', coordinates: corners, radius: null })
  expect([lat, Math.abs(lon)]).toEqual([-17.5, 180])
})
