import { mercatorX, mercatorY } from '#contract/geodesy/mercator.ts'
import { markImportance } from './importance.ts'
import { at, type Path, STRIDE, shiftedPath, signedArea, toPath } from './path.ts'

/** How far past the square of the world paths are kept: more than any tile buffer, so edge tiles see over the edge. */
const MARGIN = 1 / 8

/**
 * A ring of longitudes and latitudes (`x, y, x, y …`, first pair repeated at the end) as a path of the unit
 * square. A ring that crosses 180° runs on past the edge of the square instead of jumping back, and one that goes round
 * the pole (Antarctica) is closed along the southern edge; `worldShifts` then puts it into the world again. Where a
 * source has closed Antarctica itself, by a long edge along the south, that edge is no jump.
 */
export function ringPath(degrees: ArrayLike<number>): Path {
  // Three more than the source has close it round a pole.
  const vertices = new Float64Array((degrees.length / 2 + 3) * STRIDE)
  let length = 0
  const draw = (x: number, y: number) => {
    vertices[length] = x
    vertices[length + 1] = y
    length += STRIDE
  }
  let turns = 0
  for (let i = 0; i < degrees.length; i += 2) {
    const step = i > 0 ? at(degrees, i) - at(degrees, i - 2) : 0
    const isAlongSouth = i > 0 && Math.max(at(degrees, i + 1), at(degrees, i - 1)) < SOUTH_END_LATITUDE
    if (Math.abs(step) > 180 && !isAlongSouth) turns -= Math.sign(step)
    draw(mercatorX(at(degrees, i)) + turns, mercatorY(at(degrees, i + 1)))
  }
  if (turns !== 0) {
    const [startX = 0, startY = 0] = vertices
    const edgeY = startY > 0.5 ? 1 : 0
    draw(startX + turns, edgeY)
    draw(startX, edgeY)
    draw(startX, startY)
  }
  return pathOf(vertices.subarray(0, length), true)
}

/** An open line of longitudes and latitudes that does not cross 180°. */
export function linePath(degrees: ArrayLike<number>): Path {
  const vertices = new Float64Array((degrees.length / 2) * STRIDE)
  for (let i = 0, j = 0; i < degrees.length; i += 2, j += STRIDE) {
    vertices[j] = mercatorX(at(degrees, i))
    vertices[j + 1] = mercatorY(at(degrees, i + 1))
  }
  return pathOf(vertices, false)
}

/**
 * The shore of a ring: its line without the edges that only close it along 180° or the southern end of the world.
 * The pieces share the ring's vertices and importance, so shore and fill are simplified alike.
 */
export function shoreOf(ring: Path): Path[] {
  const { vertices } = ring
  const segments: Path[] = []
  let start = 0
  const last = vertices.length - STRIDE
  for (let i = 0; i <= last; i += STRIDE) {
    if (i < last && !closesOnly(vertices, i)) continue
    if (i > start) segments.push(toPath(vertices.subarray(start, i + STRIDE), false, ring.area))
    start = i + STRIDE
  }
  return segments
}

/** Shifts, in whole worlds, of the copies of a path that touch the square of the world and its margin. */
export const worldShifts = ({ minX, maxX }: Pick<Path, 'minX' | 'maxX'>): number[] =>
  [-2, -1, 0, 1, 2].filter((worlds) => maxX + worlds >= -MARGIN && minX + worlds <= 1 + MARGIN)

/** Copies of a path at these shifts. */
export const worldCopies = (path: Path): Path[] =>
  worldShifts(path).map((worlds) => shiftedPath(path, worlds))

/** A ring moved by whole worlds to where it lies inside its outer ring, which may run past the edge of the square. */
export const alignedWith = (outer: Pick<Path, 'minX'>, ring: Path) =>
  shiftedPath(ring, Math.ceil(outer.minX - ring.minX))

function pathOf(vertices: Float64Array, closed: boolean): Path {
  markImportance(vertices)
  return toPath(vertices, closed, closed ? Math.abs(signedArea(vertices)) : Infinity)
}

/** 1e-7 of the world is 4 m: the sources write 180° as 179.99999. */
const NEARLY = 1e-7
/** South end of the land data, in degrees: just short of the end of the square. */
const SOUTH_END_LATITUDE = -84.99
const SOUTH_END = mercatorY(SOUTH_END_LATITUDE)

function closesOnly(vertices: Float64Array, i: number): boolean {
  const toSouth = at(vertices, i + 1) > SOUTH_END || at(vertices, i + 4) > SOUTH_END
  return toSouth || (onAntimeridian(at(vertices, i)) && onAntimeridian(at(vertices, i + 3)))
}

const onAntimeridian = (x: number) => Math.abs(x - Math.round(x)) < NEARLY
