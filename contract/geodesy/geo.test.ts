import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mToNmi, radToDeg } from '#contract/domain/units.ts'
import { bearingRad, haversineM, meanLongitudeDeg, tileAt, tileCorner } from './geo.ts'

const nmi = (...args: Parameters<typeof haversineM>) => mToNmi(haversineM(...args))

test('measures the great-circle vectors to a millimetre', () => {
  expect(haversineM(0, 0, 0, 1)).toBeCloseTo(111_194.927, 3)
  expect(nmi(0, 0, 0, 1)).toBeCloseTo(60.04046, 5)
  expect(haversineM(64, -22, 64 + 1 / 60, -22)).toBeCloseTo(1853.2488, 3)
  expect(haversineM(36.12, -86.67, 33.94, -118.4)).toBeCloseTo(2_886_444.443, 2)
  expect(haversineM(0, 179.5, 0, -179.5)).toBeCloseTo(111_194.927, 3)
  expect(nmi(60, 0, 60, 1)).toBeCloseTo(30.019943, 6)
  expect(haversineM(89.9, 0, 89.9, 180)).toBeCloseTo(22_238.985, 3)
  expect(haversineM(12.5, 33, 12.5, 33)).toBe(0)
  expect(nmi(64.15, -21.95, 63.44, -20.27)).toBeCloseTo(61.649952, 6)
})

test('points east along the equator', () => {
  expect(radToDeg(bearingRad(0, 0, 0, 1))).toBeCloseTo(90, 9)
})

test('averages longitudes across the antimeridian', () => {
  expect(Math.abs(meanLongitudeDeg([179.9, -179.9]) ?? 0)).toBeCloseTo(180, 9)
  expect(meanLongitudeDeg([])).toBeNull()
})

test('finds the tile of a position and its corner', () => {
  expect(tileAt(0, 0, 1)).toEqual({ x: 1, y: 1 })
  expect(tileAt(85, -180, 3)).toEqual({ x: 0, y: 0 })
  expect(tileAt(-89, 180, 3)).toEqual({ x: 0, y: 7 })
  fc.assert(
    fc.property(
      fc.double({ min: -85, max: 85, noNaN: true }),
      fc.double({ min: -180, max: 179.9, noNaN: true }),
      (latitudeDeg, longitudeDeg) => {
        const { x, y } = tileAt(latitudeDeg, longitudeDeg, 14)
        const [corner, next] = [tileCorner(x, y, 14), tileCorner(x + 1, y + 1, 14)]
        expect(latitudeDeg).toBeLessThanOrEqual(corner.latitudeDeg + 1e-9)
        expect(latitudeDeg).toBeGreaterThanOrEqual(next.latitudeDeg - 1e-9)
        expect(longitudeDeg).toBeGreaterThanOrEqual(corner.longitudeDeg - 1e-9)
        expect(longitudeDeg).toBeLessThanOrEqual(next.longitudeDeg + 1e-9)
      },
    ),
  )
})
