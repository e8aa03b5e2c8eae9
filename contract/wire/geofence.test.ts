import fc from 'fast-check'
import { expect, test } from 'vitest'
import { geofenceProblem } from './geofence.ts'

const polygon = (...corners: [latitudeDeg: number, longitudeDeg: number][]) => ({
  type: 'polygon' as const,
  coordinates: corners.map(([latitudeDeg, longitudeDeg]) => ({ latitudeDeg, longitudeDeg })),
  radius: null,
})

test('accepts a concave polygon, and one over the antimeridian', () => {
  expect(geofenceProblem(polygon([0, 0], [0, 4], [4, 4], [1, 2], [4, 0]), true)).toBeNull()
  expect(geofenceProblem(polygon([0, 179], [0, -179], [1, -179], [1, 179]), false)).toBeNull()
})

test('refuses a polygon that crosses or touches itself', () => {
  expect(geofenceProblem(polygon([0, 0], [1, 1], [0, 1], [1, 0]), false)).toContain('cross itself')
  expect(geofenceProblem(polygon([0, 0], [0, 4], [2, 4], [0, 2], [2, 0]), false)).toContain('cross itself')
  expect(geofenceProblem(polygon([0, 179], [1, -179], [0, -179], [1, 179]), false)).toContain('cross itself')
})

test('refuses polygons with equal corners or corners in one line, and lines with equal points', () => {
  const inLine = 'must not lie in one line'
  expect(geofenceProblem(polygon([64, -22], [64, -22], [64, -22]), false)).toContain(inLine)
  expect(geofenceProblem(polygon([64, -22], [64, -22], [65, -21]), false)).toContain(inLine)
  expect(geofenceProblem(polygon([0, 0], [0.1, 0.1], [0.3, 0.3]), false)).toContain(inLine)
  expect(geofenceProblem(polygon([1, 179], [1, -179], [1, -178], [1, 178]), true)).toContain(inLine)
  expect(geofenceProblem(polygon([64, -22], [64.0001, -22], [64, -21.9999]), false)).toBeNull()
  const line = (...points: [latitudeDeg: number, longitudeDeg: number][]) => ({
    ...polygon(...points),
    type: 'line' as const,
  })
  expect(geofenceProblem(line([64, -22], [64, -22]), false)).toContain('different places')
  expect(geofenceProblem(line([64, -22], [64, -22], [64, -21]), false)).toBeNull()
})

test('accepts corners in their order round a centre', () => {
  const angle = fc.double({ min: 0, max: 6.2, noNaN: true })
  fc.assert(
    fc.property(
      fc.uniqueArray(angle, { minLength: 3, maxLength: 30, selector: (a) => Math.round(a * 50) }),
      (angles) => {
        const round = angles.toSorted((a, b) => a - b)
        const corners = round.map((at): [number, number] => [10 + Math.sin(at), 179.5 + Math.cos(at)])
        const within = corners.map(([latitudeDeg, longitudeDeg]): [number, number] => [
          latitudeDeg,
          longitudeDeg > 180 ? longitudeDeg - 360 : longitudeDeg,
        ])
        expect(geofenceProblem(polygon(...within), false)).toBeNull()
      },
    ),
  )
})

test('accepts a C whose ends lie in one line, wherever it lies and whichever corner is first', () => {
  const shape: [number, number][] = [
    [0, 0],
    [0, 3],
    [1, 3],
    [1, 1],
    [2, 1],
    [2, 3],
    [3, 3],
    [3, 0],
  ]
  for (const [latitudeDeg, longitudeDeg, size] of [
    [0, 0, 1],
    [64.1, -22.3, 0.1],
    [-40.7, 178.9, 0.7],
    [64.123457, -179.99, 0.001],
  ] as const)
    for (let turn = 0; turn < shape.length; turn++) {
      const corners = [...shape.slice(turn), ...shape.slice(0, turn)].map(
        ([north, east]): [number, number] => [
          latitudeDeg + north * size,
          ((longitudeDeg + east * size + 540) % 360) - 180,
        ],
      )
      expect(geofenceProblem(polygon(...corners), true)).toBeNull()
      expect(geofenceProblem(polygon(...corners.toReversed()), true)).toBeNull()
    }
})

test('accepts a repeated corner and a ring that ends where it began', () => {
  expect(geofenceProblem(polygon([0, 0], [0, 4], [0, 4], [4, 4]), false)).toBeNull()
  expect(geofenceProblem(polygon([0, 0], [0, 4], [4, 4], [0, 0]), false)).toBeNull()
})

test('refuses a spike, an edge that touches a corner and a corner that is passed twice', () => {
  const crossing = 'cross itself'
  expect(geofenceProblem(polygon([0, 0], [0, 4], [0, 2], [4, 2]), false)).toContain(crossing)
  expect(geofenceProblem(polygon([0, 0], [0, 4], [4, 4], [6, 4], [4, 4], [4, 0]), false)).toContain(crossing)
  expect(
    geofenceProblem(polygon([64.1, -22.1], [64.3, -21.9], [64.3, -22.3], [64.2, -22], [64.1, -22.3]), false),
  ).toContain(crossing)
  expect(geofenceProblem(polygon([0, 0], [2, 2], [4, 0], [4, 4], [2, 2], [0, 4]), false)).toContain(crossing)
  expect(
    geofenceProblem(polygon([0, 179], [2, -179], [4, 179], [4, -178], [2, -179], [0, -178]), false),
  ).toContain(crossing)
})

test('accepts exactly the outlines whose edges meet in shared corners alone', () => {
  const place = fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 }))
  fc.assert(
    fc.property(
      fc.array(place, { minLength: 3, maxLength: 8 }),
      fc.integer({ min: 170, max: 190 }),
      (corners, east) => {
        const at = corners.map(([y, x]): [number, number] => [y / 10, ((x / 10 + east + 540) % 360) - 180])
        const distinct = corners.filter(([y, x], i) => {
          const [nextY, nextX] = corners[(i + 1) % corners.length] as [number, number]
          return y !== nextY || x !== nextX
        })
        expect(geofenceProblem(polygon(...at), false) === null).toBe(isSimple(distinct))
      },
    ),
    { numRuns: 2000 },
  )
})

/** Independent of the code above: where two edges meet, as shares of their lengths, in whole numbers. */
function isSimple(corners: readonly [number, number][]): boolean {
  const count = corners.length
  const edges = corners.map(([y, x], i) => {
    const [nextY, nextX] = corners[(i + 1) % count] as [number, number]
    return { y, x, dy: nextY - y, dx: nextX - x }
  })
  for (let i = 0; i < count; i++)
    for (let j = i + 1; j < count; j++) {
      const [a, b] = [edges[i], edges[j]] as [(typeof edges)[number], (typeof edges)[number]]
      const [x, y] = [b.x - a.x, b.y - a.y]
      const [isNext, isLast] = [j === i + 1, i === 0 && j === count - 1]
      const cross = a.dx * b.dy - a.dy * b.dx
      if (cross !== 0) {
        const along = [(x * b.dy - y * b.dx) / cross, (x * a.dy - y * a.dx) / cross]
        if (along.some((share) => share < 0 || share > 1)) continue
        const [own, other] = along as [number, number]
        if (!(isNext && own === 1 && other === 0) && !(isLast && own === 0 && other === 1)) return false
      } else if (x * a.dy - y * a.dx === 0) {
        const length = a.dx * a.dx + a.dy * a.dy
        const from = x * a.dx + y * a.dy
        const to = from + b.dx * a.dx + b.dy * a.dy
        const common = Math.min(length, Math.max(from, to)) - Math.max(0, Math.min(from, to))
        if (common > 0 || (common === 0 && !isNext && !isLast)) return false
      }
    }
  return count >= 3
}
