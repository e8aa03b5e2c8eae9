/**
 * One ring or line of the map in the unit square of Web Mercator: x runs east from 0 at 180° W, y south from 0 at
 * 85.05° N. `vertices` holds three numbers a vertex: x, y and its importance (see `importance.ts`).
 * A ring repeats its first vertex at the end.
 */
export type Path = {
  vertices: Float64Array
  closed: boolean
  minX: number
  minY: number
  maxX: number
  maxY: number
  /** Area of the whole ring before any cutting, in unit squares; Infinity for lines that belong to no ring. */
  area: number
}

export const STRIDE = 3

/** Reads a number that is known to be there; the compiler cannot know the length of a typed array. */
export const at = (values: ArrayLike<number>, index: number) => values[index] as number

export function toPath(vertices: Float64Array, closed: boolean, area: number): Path {
  const path = { vertices, closed, area, minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity }
  for (let i = 0; i < vertices.length; i += STRIDE) {
    const x = at(vertices, i)
    const y = at(vertices, i + 1)
    if (x < path.minX) path.minX = x
    if (x > path.maxX) path.maxX = x
    if (y < path.minY) path.minY = y
    if (y > path.maxY) path.maxY = y
  }
  return path
}

/** The same path some worlds further east (or west when negative). */
export function shiftedPath(path: Path, worlds: number): Path {
  if (worlds === 0) return path
  const vertices = path.vertices.slice()
  for (let i = 0; i < vertices.length; i += STRIDE) vertices[i] = at(vertices, i) + worlds
  return { ...path, vertices, minX: path.minX + worlds, maxX: path.maxX + worlds }
}

/** The same path without the vertices that are not more important than this. */
export function thinned(path: Path, importance: number): Path {
  const kept = new Float64Array(path.vertices.length)
  let length = 0
  for (let i = 0; i < path.vertices.length; i += STRIDE) {
    if (at(path.vertices, i + 2) <= importance) continue
    kept.set(path.vertices.subarray(i, i + STRIDE), length)
    length += STRIDE
  }
  return { ...path, vertices: kept.slice(0, length) }
}

/** Signed shoelace area of a ring, positive when it runs clockwise on the screen (y grows downward). */
export function signedArea(vertices: Float64Array): number {
  let sum = 0
  for (let i = STRIDE; i < vertices.length; i += STRIDE) {
    sum += at(vertices, i - 3) * at(vertices, i + 1) - at(vertices, i) * at(vertices, i - 2)
  }
  return sum / 2
}
