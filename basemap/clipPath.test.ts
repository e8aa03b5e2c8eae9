import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clipPath } from './clipPath.ts'
import { at, type Path, STRIDE, signedArea, toPath } from './path.ts'

const coordinate = fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000)
const points = fc.array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 30 })
const axis = fc.constantFrom(0 as const, 1 as const)
/** Between vertices, which lie on thousandths: a vertex on the border would belong to both sides. */
const border = fc.integer({ min: 1, max: 998 }).map((n) => (n + 0.5) / 1000)

describe('clipPath', () => {
  test('cuts a ring into two whose areas add up to its own', () => {
    fc.assert(
      fc.property(points, axis, border, (corners, axis, border) => {
        const ring = pathOf([...corners, corners[0] ?? [0, 0]], true)
        const parts = [...clipPath(ring, axis, 0, border), ...clipPath(ring, axis, border, 1)]
        const sum = parts.reduce((area, { vertices }) => area + signedArea(vertices), 0)
        expect(sum).toBeCloseTo(signedArea(ring.vertices), 9)
      }),
    )
  })

  test('cuts a line into pieces that stay within the borders and lose none of its length', () => {
    fc.assert(
      fc.property(points, axis, border, (corners, axis, border) => {
        const line = pathOf(corners, false)
        const low = clipPath(line, axis, 0, border)
        const high = clipPath(line, axis, border, 1)
        for (const part of low) expect(axis === 0 ? part.maxX : part.maxY).toBeLessThanOrEqual(border)
        for (const part of high) expect(axis === 0 ? part.minX : part.minY).toBeGreaterThanOrEqual(border)
        const total = [...low, ...high].reduce((sum, part) => sum + lengthOf(part), 0)
        expect(total).toBeCloseTo(lengthOf(line), 9)
      }),
    )
  })

  test('gives a path that lies inside back as it is, and nothing of one outside', () => {
    const line = pathOf(
      [
        [0.2, 0.2],
        [0.4, 0.3],
      ],
      false,
    )
    expect(clipPath(line, 0, 0, 0.5)[0]).toBe(line)
    expect(clipPath(line, 0, 0.5, 1)).toEqual([])
  })
})

function pathOf(corners: [number, number][], closed: boolean): Path {
  return toPath(Float64Array.from(corners.flatMap(([x, y]) => [x, y, 1])), closed, 1)
}

function lengthOf({ vertices }: Path): number {
  let length = 0
  for (let i = STRIDE; i < vertices.length; i += STRIDE) {
    length += Math.hypot(at(vertices, i) - at(vertices, i - 3), at(vertices, i + 1) - at(vertices, i - 2))
  }
  return length
}
