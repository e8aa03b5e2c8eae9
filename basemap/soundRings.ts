import clipperLib from 'clipper-lib'
import earcut, { flatten } from 'earcut'

/** A ring in tile units that repeats its first point at the end. */
export type Ring = [x: number, y: number][]

/**
 * Rings that a renderer fills as they are meant. A long shore straightened for a low zoom crosses itself at straits and
 * narrow inlets. A cut along a tile border leaves edges that run to and fro. Triangles of such rings can form a band of
 * land across a sea. Where triangles would cover anything else than the rings enclose, by more than `toleranceUnits`,
 * the rings are computed again without crossings. Each outer ring is followed by its own holes. Outer rings run
 * clockwise on the screen and holes against it.
 */
export function soundRings(rings: Ring[], toleranceUnits: number): Ring[] {
  let sound = rings
  for (let round = 0; round < MOST_ROUNDS && !isSound(sound, toleranceUnits); round++) sound = united(sound)
  return sound
}

/** A corner put on the grid can push an edge across another, which the next round finds. */
const MOST_ROUNDS = 8

function isSound(rings: Ring[], toleranceUnits: number): boolean {
  const enclosed = rings.reduce((sum, ring) => sum + signedUnits(ring), 0)
  return Math.abs(filledUnits(rings) - enclosed) <= toleranceUnits
}

/** The area that a renderer fills, twice where two polygons lie over each other. */
export const filledUnits = (rings: Ring[]) =>
  filledTriangles(rings).reduce((sum, triangle) => sum + Math.abs(signedUnits(triangle)), 0)

/** Triangles that a renderer fills: a ring that runs like the first one begins a polygon, others are holes in it. */
export function filledTriangles(rings: Ring[]): Ring[] {
  const polygons: Ring[][] = []
  let firstSign = 0
  for (const ring of rings) {
    const sign = Math.sign(signedUnits(ring))
    if (sign === 0) continue
    if (firstSign === 0) firstSign = sign
    if (sign === firstSign) polygons.push([ring])
    else polygons.at(-1)?.push(ring)
  }
  return polygons.flatMap(trianglesOf)
}

function trianglesOf(polygon: Ring[]): Ring[] {
  const { vertices, holes, dimensions } = flatten(polygon)
  const corners = earcut(vertices, holes, dimensions)
  const triangles: Ring[] = []
  for (let i = 0; i < corners.length; i += 3) {
    const ring = corners
      .slice(i, i + 3)
      .map((n): Ring[number] => [vertices[2 * n] ?? 0, vertices[2 * n + 1] ?? 0])
    triangles.push([...ring, ...ring.slice(0, 1)])
  }
  return triangles
}

/** Positive for a ring that runs clockwise on the screen. */
function signedUnits(ring: Ring): number {
  let sum = 0
  for (const [i, [bx, by]] of ring.entries()) {
    const [ax, ay] = ring[i - 1] ?? [bx, by]
    sum += ax * by - bx * ay
  }
  return sum / 2
}

/**
 * Parts of a tile unit in which crossings are looked for. On the grid of the tile itself rings come out that touch and
 * cross themselves by less than a unit, which triangles may fill wrongly by far more.
 */
const FINER = 1024

/** A part that a crossing turned inside out runs the wrong way round and is dropped. */
function united(rings: Ring[]): Ring[] {
  const clipper = new clipperLib.Clipper()
  const paths = rings.map((ring) => ring.slice(1).map(([x, y]) => ({ X: x * FINER, Y: y * FINER })))
  clipper.AddPaths(paths, clipperLib.PolyType.ptSubject, true)
  const tree = new clipperLib.PolyTree()
  const { pftPositive } = clipperLib.PolyFillType
  if (!clipper.Execute(clipperLib.ClipType.ctUnion, tree, pftPositive, pftPositive)) {
    throw new Error('rings could not be united')
  }
  const found: Ring[] = []
  const add = (node: { Contour(): { X: number; Y: number }[] }) => {
    const ring = node
      .Contour()
      .map(({ X, Y }): Ring[number] => [Math.round(X / FINER), Math.round(Y / FINER)])
    found.push([...ring, ...ring.slice(0, 1)])
  }
  const open = tree.Childs()
  for (let outer = open.pop(); outer; outer = open.pop()) {
    add(outer)
    for (const hole of outer.Childs()) {
      add(hole)
      open.push(...hole.Childs())
    }
  }
  return found
}
