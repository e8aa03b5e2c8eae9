import { at } from './path.ts'

/** Pieces that each edge becomes. */
const SEGMENTS = 4

/**
 * A ring (`x, y, x, y …`, first pair repeated at the end) whose edges bend from corner to corner instead of
 * breaking at each: a centripetal Catmull-Rom spline, which goes through every point of the source and neither loops
 * nor overshoots much between them (Yuksel, Schaefer and Keyser, 2011).
 */
export function rounded(ring: ArrayLike<number>): number[] {
  const corners = ring.length / 2 - 1
  if (corners < 3) return Array.from(ring)
  const points: number[] = []
  const corner = (i: number, axis: 0 | 1) => at(ring, 2 * ((i + corners) % corners) + axis)
  for (let i = 0; i < corners; i++) {
    const knots = [0, 0, 0, 0]
    for (let k = 1; k < 4; k++) {
      const [a, b] = [i + k - 2, i + k - 1]
      const apart = Math.hypot(corner(b, 0) - corner(a, 0), corner(b, 1) - corner(a, 1))
      // Points that coincide would divide by nothing.
      knots[k] = at(knots, k - 1) + Math.max(1e-6, Math.sqrt(apart))
    }
    for (let segment = 0; segment < SEGMENTS; segment++) {
      const t = at(knots, 1) + ((at(knots, 2) - at(knots, 1)) * segment) / SEGMENTS
      for (const axis of [0, 1] as const) {
        const values = [-1, 0, 1, 2].map((k) => corner(i + k, axis))
        points.push(between(knots, values, t))
      }
    }
  }
  return [...points, ...points.slice(0, 2)]
}

/** Barry and Goldman's pyramid: lines between neighbours, then between those lines, then between these. */
function between(knots: number[], values: number[], t: number): number {
  let row = values
  for (let span = 1; span < 4; span++) {
    row = row.slice(1).map((value, i) => {
      // The last line runs over the middle interval alone.
      const [from, to] = span === 3 ? [at(knots, 1), at(knots, 2)] : [at(knots, i), at(knots, i + span)]
      return at(row, i) + ((value - at(row, i)) * (t - from)) / (to - from)
    })
  }
  return at(row, 0)
}
