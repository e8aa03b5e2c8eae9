import geodesic from 'geographiclib-geodesic'
import type { Position } from '#contract/geodesy/position.ts'

/** Leg from one point to the next along the geodesic of WGS 84, as charts and plotters measure. */
export interface Leg {
  distanceM: number
  /** Initial true course, 0 to 360°. */
  bearingDeg: number
}

const { WGS84 } = geodesic.Geodesic
/** Longest leg drawn with two points, beyond which the geodesic visibly bends on a Mercator map. */
const STRAIGHT_M = 50_000
const MOST_PARTS = 200

export const legsOf = (points: readonly Position[]): Leg[] =>
  points.slice(1).map((to, index) => {
    const from = points[index] as Position
    const { s12 = 0, azi1 = 0 } = WGS84.Inverse(
      from.latitudeDeg,
      from.longitudeDeg,
      to.latitudeDeg,
      to.longitudeDeg,
    )
    return { distanceM: s12, bearingDeg: (azi1 + 360) % 360 }
  })

/** Line from point to point along the geodesics. */
export function lineOf(points: readonly Position[]): Position[] {
  const line: Position[] = points.slice(0, 1)
  for (const [index, to] of points.slice(1).entries()) {
    const from = points[index] as Position
    const way = WGS84.InverseLine(from.latitudeDeg, from.longitudeDeg, to.latitudeDeg, to.longitudeDeg)
    const parts = Math.min(MOST_PARTS, Math.max(1, Math.ceil(way.s13 / STRAIGHT_M)))
    for (let part = 1; part < parts; part++) {
      const { lat2 = 0, lon2 = 0 } = way.Position((way.s13 * part) / parts)
      line.push({ latitudeDeg: lat2, longitudeDeg: lon2 })
    }
    line.push(to)
  }
  return line
}

/** Points at equal distance from a place; the last point repeats the first. */
export function ringOf({ latitudeDeg, longitudeDeg }: Position, distanceM: number): Position[] {
  return Array.from({ length: RING_PARTS + 1 }, (_, part) => {
    const { lat2 = 0, lon2 = 0 } = WGS84.Direct(
      latitudeDeg,
      longitudeDeg,
      (part * 360) / RING_PARTS,
      distanceM,
    )
    return { latitudeDeg: lat2, longitudeDeg: lon2 }
  })
}
const RING_PARTS = 120
