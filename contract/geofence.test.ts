import fc from 'fast-check'
import { expect, test } from 'vitest'
import { geofenceProblem } from './geofence.ts'

const polygon = (...corners: [lat: number, lon: number][]) => ({
  type: 'polygon' as const,
  coordinates: corners.map(([lat, lon]) => ({ lat, lon })),
  radius: null,
})

test('a polygon may be dented and lie over the antimeridian', () => {
  expect(geofenceProblem(polygon([0, 0], [0, 4], [4, 4], [1, 2], [4, 0]), true)).toBeNull()
  expect(geofenceProblem(polygon([0, 179], [0, -179], [1, -179], [1, 179]), false)).toBeNull()
})

test('a polygon that crosses or touches itself is refused', () => {
  expect(geofenceProblem(polygon([0, 0], [1, 1], [0, 1], [1, 0]), false)).toContain('cross itself')
  expect(geofenceProblem(polygon([0, 0], [0, 4], [2, 4], [0, 2], [2, 0]), false)).toContain('cross itself')
  expect(geofenceProblem(polygon([0, 179], [1, -179], [0, -179], [1, 179]), false)).toContain('cross itself')
})

test('equal corners, or corners in one line, are no polygon, and equal points no line', () => {
  const inLine = 'must not lie in one line'
  expect(geofenceProblem(polygon([64, -22], [64, -22], [64, -22]), false)).toContain(inLine)
  expect(geofenceProblem(polygon([64, -22], [64, -22], [65, -21]), false)).toContain(inLine)
  expect(geofenceProblem(polygon([0, 0], [0.1, 0.1], [0.3, 0.3]), false)).toContain(inLine)
  expect(geofenceProblem(polygon([1, 179], [1, -179], [1, -178], [1, 178]), true)).toContain(inLine)
  expect(geofenceProblem(polygon([64, -22], [64.0001, -22], [64, -21.9999]), false)).toBeNull()
  const line = (...points: [lat: number, lon: number][]) => ({ ...polygon(...points), type: 'line' as const })
  expect(geofenceProblem(line([64, -22], [64, -22]), false)).toContain('different places')
  expect(geofenceProblem(line([64, -22], [64, -22], [64, -21]), false)).toBeNull()
})

test('corners in their order round a middle never cross', () => {
  const angle = fc.double({ min: 0, max: 6.2, noNaN: true })
  fc.assert(
    fc.property(
      fc.uniqueArray(angle, { minLength: 3, maxLength: 30, selector: (a) => Math.round(a * 50) }),
      (angles) => {
        const round = angles.toSorted((a, b) => a - b)
        const corners = round.map((at): [number, number] => [10 + Math.sin(at), 179.5 + Math.cos(at)])
        const within = corners.map(([lat, lon]): [number, number] => [lat, lon > 180 ? lon - 360 : lon])
        expect(geofenceProblem(polygon(...within), false)).toBeNull()
      },
    ),
  )
})
