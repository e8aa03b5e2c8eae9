import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { filledTriangles, filledUnits, type Ring, soundRings } from './soundRings.ts'

const SIZE = 400
const corner = fc.tuple(fc.integer({ min: 0, max: SIZE }), fc.integer({ min: 0, max: SIZE }))
const ring = fc
  .array(corner, { minLength: 3, maxLength: 9 })
  .map((corners): Ring => [...corners, ...corners.slice(0, 1)])

describe('soundRings', () => {
  test('rings that cross themselves and each other are filled where they run clockwise, and nowhere else', () => {
    fc.assert(
      fc.property(fc.array(ring, { minLength: 1, maxLength: 4 }), (rings) => {
        // A corner put on the grid moves its edges by less than a unit, which is over few of the points.
        expect(wronglyFilledShare(rings, soundRings(rings, 0))).toBeLessThan(0.01)
      }),
    )
  })

  test('slivers that meet within a unit are filled as slivers', () => {
    const one: Ring = [
      [196, 340],
      [0, 0],
      [1, 0],
      [196, 340],
    ]
    const other: Ring = [
      [287, 0],
      [289, 19],
      [0, 66],
      [288, 7],
      [0, 31],
      [287, 0],
    ]
    expect(filledUnits(soundRings([one, other], 0))).toBeCloseTo(3008, -2)
  })

  test('an island in a lake stays an island, and a lake that crosses its shore makes no land outside of it', () => {
    const land = square(0, 100)
    const lake = square(20, 80).reverse()
    const island = square(40, 60)
    expect(filledUnits(soundRings([land, lake, island], 0))).toBe(100 ** 2 - 60 ** 2 + 20 ** 2)
    const across: Ring = square(50, 150).reverse()
    expect(filledUnits(soundRings([land, across], 0))).toBe(100 ** 2 - 50 ** 2)
  })

  test('rings that are sound already come back as they are', () => {
    const rings = [square(0, 100), square(20, 80).reverse()]
    expect(soundRings(rings, 0)).toBe(rings)
  })
})

const square = (from: number, to: number): Ring => [
  [from, from],
  [to, from],
  [to, to],
  [from, to],
  [from, from],
]

/** Share of the points of a fine grid that are filled and not gone round clockwise, or the other way about. */
function wronglyFilledShare(meant: Ring[], drawn: Ring[]): number {
  const triangles = filledTriangles(drawn)
  const steps = 80
  let wrong = 0
  for (let n = 0; n < steps ** 2; n++) {
    const x = ((n % steps) + 0.5) * (SIZE / steps) + 0.013
    const y = (Math.floor(n / steps) + 0.5) * (SIZE / steps) + 0.017
    const isMeant = meant.reduce((turns, ring) => turns + turnsAround(ring, x, y), 0) > 0
    const isFilled = triangles.some((triangle) => turnsAround(triangle, x, y) !== 0)
    if (isMeant !== isFilled) wrong++
  }
  return wrong / steps ** 2
}

function turnsAround(ring: Ring, x: number, y: number): number {
  let turns = 0
  for (const [i, [bx, by]] of ring.entries()) {
    const [ax, ay] = ring[i - 1] ?? [bx, by]
    const isRight = ax + ((bx - ax) * (y - ay)) / (by - ay) > x
    if (ay <= y && by > y && isRight) turns++
    if (ay > y && by <= y && isRight) turns--
  }
  return turns
}
