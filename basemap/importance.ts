import { at, STRIDE } from './path.ts'

/**
 * Writes into each vertex how much the line would change without it: the squared distance, in the unit square, at
 * which the Douglas-Peucker algorithm keeps it (Douglas and Peucker, 1973). A zoom level then keeps the vertices above
 * the square of its tolerance, and because this is worked out before tiles are cut, neighbouring tiles agree.
 * The ends are always kept.
 */
export function markImportance(vertices: Float64Array): void {
  const last = vertices.length - STRIDE
  if (last < 0) return
  vertices[2] = Infinity
  vertices[last + 2] = Infinity
  // A stack of our own: a coastline of a million vertices would overflow the one of the engine.
  const open: [from: number, to: number, cap: number][] = [[0, last, Infinity]]
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to, cap] = span
    let farthest = -1
    let farthestSquared = 0
    for (let i = from + STRIDE; i < to; i += STRIDE) {
      const squared = squaredDistance(vertices, i, from, to)
      if (squared > farthestSquared) {
        farthest = i
        farthestSquared = squared
      }
    }
    if (farthest < 0) continue
    // Never above its parent's, so that a kept vertex always has the vertices it was measured against.
    const importance = Math.min(cap, farthestSquared)
    vertices[farthest + 2] = importance
    open.push([from, farthest, importance], [farthest, to, importance])
  }
}

function squaredDistance(vertices: Float64Array, point: number, from: number, to: number): number {
  const px = at(vertices, point)
  const py = at(vertices, point + 1)
  const ax = at(vertices, from)
  const ay = at(vertices, from + 1)
  const dx = at(vertices, to) - ax
  const dy = at(vertices, to + 1) - ay
  const lengthSquared = dx * dx + dy * dy
  const along = lengthSquared === 0 ? 0 : ((px - ax) * dx + (py - ay) * dy) / lengthSquared
  const t = Math.max(0, Math.min(1, along))
  return (px - ax - t * dx) ** 2 + (py - ay - t * dy) ** 2
}
