import { DEG_RAD } from '#contract/domain/units.ts'
import type { Position } from '#contract/geodesy/position.ts'
import { pointsOf, type SeaPatch } from '#contract/wire/seaForecast.ts'

/** Waters around a vessel that belong to the grid, degrees of latitude: 120 nmi. */
const MARGIN_DEG = 2
/** Ice beyond needs no forecast. */
const MAX_LATITUDE_DEG = 84
/** Distances between points, finest first; the finest is that of global models. Whole numbers of steps go round the world. */
const STEPS_DEG = [0.25, 0.5, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 20, 24, 30, 36, 45, 60, 90]

export interface SeaPatches {
  stepDeg: number
  patches: SeaPatch[]
}

/** A rectangle of points on the lattice of a step; columns count from 180°W and may pass the last one. */
interface Box {
  south: number
  north: number
  west: number
  east: number
}

/**
 * Rectangles of points around vessels, with the finest step at which all of them have at most `mostPoints`. Rectangles that
 * touch become one. Null without a vessel, and where no step is coarse enough.
 */
export function seaPatches(places: readonly Position[], mostPoints: number): SeaPatches | null {
  if (places.length === 0) return null
  for (const stepDeg of STEPS_DEG) {
    const patches = patchesAt(places, stepDeg)
    if (pointsOf(patches) <= mostPoints) return { stepDeg, patches }
  }
  return null
}

function patchesAt(places: readonly Position[], stepDeg: number): SeaPatch[] {
  const world = Math.round(360 / stepDeg)
  const boxes = new Map(
    places.map((place) => boxOf(place, stepDeg, world)).map((box) => [Object.values(box).join(), box]),
  )
  return joined([...boxes.values()], world)
    .sort((a, b) => a.west - b.west || a.south - b.south)
    .map(({ south, north, west, east }) => ({
      south: south * stepDeg,
      west: west * stepDeg - 180,
      rows: north - south + 1,
      // A rectangle round the world ends before its first column.
      columns: Math.min(world, east - west + 1),
    }))
}

function boxOf({ latitudeDeg, longitudeDeg }: Position, stepDeg: number, world: number): Box {
  const most = Math.floor(MAX_LATITUDE_DEG / stepDeg)
  const clamp = (row: number) => Math.max(-most, Math.min(most, row))
  const south = clamp(Math.floor((latitudeDeg - MARGIN_DEG) / stepDeg))
  const north = clamp(Math.ceil((latitudeDeg + MARGIN_DEG) / stepDeg))
  const aside = MARGIN_DEG / Math.cos(Math.min(75, Math.abs(latitudeDeg)) * DEG_RAD)
  const west = Math.floor((longitudeDeg + 180 - aside) / stepDeg)
  const east = Math.ceil((longitudeDeg + 180 + aside) / stepDeg)
  return turned({ south, north, west, east }, world)
}

/** Moves a box round the world so that its western column is one of the lattice. */
function turned(box: Box, world: number): Box {
  if (box.east - box.west + 1 >= world) return { ...box, west: 0, east: world - 1 }
  const west = ((box.west % world) + world) % world
  return { ...box, west, east: west + box.east - box.west }
}

function joined(boxes: Box[], world: number): Box[] {
  const done: Box[] = []
  for (let next = boxes.pop(); next; next = boxes.pop()) {
    const one = next
    const at = done.findIndex((other) => unionOf(one, other, world))
    const [other] = at < 0 ? [] : done.splice(at, 1)
    const union = other && unionOf(one, other, world)
    // A larger rectangle may touch others.
    if (union) boxes.push(union)
    else done.push(one)
  }
  return done
}

/** The rectangle around two that have a point in common; null for others. */
function unionOf(a: Box, b: Box, world: number): Box | null {
  if (a.south > b.north || b.south > a.north) return null
  for (const turn of [0, -world, world]) {
    const [west, east] = [b.west + turn, b.east + turn]
    if (west > a.east || east < a.west) continue
    const union = {
      south: Math.min(a.south, b.south),
      north: Math.max(a.north, b.north),
      west: Math.min(a.west, west),
      east: Math.max(a.east, east),
    }
    return turned(union, world)
  }
  return null
}

/** Positions of all points, in the order of the values. */
export function placesOf({ stepDeg, patches }: SeaPatches): Position[] {
  return patches.flatMap(({ south, west, rows, columns }) =>
    Array.from({ length: rows * columns }, (_, i) => ({
      latitudeDeg: south + Math.floor(i / columns) * stepDeg,
      longitudeDeg: ((west + (i % columns) * stepDeg + 540) % 360) - 180,
    })),
  )
}
