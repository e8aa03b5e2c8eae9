/** Geodesy on the sphere the product measures with. Latitudes and longitudes are in degrees, distances in metres. */

import { DEG_RAD, wrap180 } from '#contract/domain/units.ts'
import { MAX_LATITUDE } from './mercator.ts'

export const EARTH_RADIUS_M = 6_371_000

/** Great-circle distance by the haversine formula; it needs no special case at the antimeridian. */
export function haversineM(
  latitudeA: number,
  longitudeA: number,
  latitudeB: number,
  longitudeB: number,
): number {
  const halfLatitude = Math.sin(((latitudeB - latitudeA) * DEG_RAD) / 2)
  const halfLongitude = Math.sin(((longitudeB - longitudeA) * DEG_RAD) / 2)
  const h =
    halfLatitude * halfLatitude +
    Math.cos(latitudeA * DEG_RAD) * Math.cos(latitudeB * DEG_RAD) * halfLongitude * halfLongitude
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** Initial course from A to B in radians, clockwise from north, in (-π, π]. */
export function bearingRad(
  latitudeA: number,
  longitudeA: number,
  latitudeB: number,
  longitudeB: number,
): number {
  const phiA = latitudeA * DEG_RAD
  const phiB = latitudeB * DEG_RAD
  const deltaLongitude = (longitudeB - longitudeA) * DEG_RAD
  return Math.atan2(
    Math.sin(deltaLongitude) * Math.cos(phiB),
    Math.cos(phiA) * Math.sin(phiB) - Math.sin(phiA) * Math.cos(phiB) * Math.cos(deltaLongitude),
  )
}

/** Mean longitude: unwrapped against the first, so that 179.9 and -179.9 meet at 180 and not at 0. */
export function meanLongitudeDeg(longitudes: ArrayLike<number>): number | null {
  const first = longitudes[0]
  if (first === undefined) return null
  let sum = 0
  for (let i = 0; i < longitudes.length; i++) sum += wrap180((longitudes[i] ?? first) - first)
  return wrap180(first + sum / longitudes.length)
}

/** The Web Mercator tile that a position lies in. */
export function tileAt(latitudeDeg: number, longitudeDeg: number, zoom: number): { x: number; y: number } {
  const tiles = 2 ** zoom
  const phi = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitudeDeg)) * DEG_RAD
  const x = Math.floor(((wrap180(longitudeDeg) + 180) / 360) * tiles)
  const y = Math.floor(((1 - Math.asinh(Math.tan(phi)) / Math.PI) / 2) * tiles)
  return { x: Math.min(tiles - 1, Math.max(0, x)), y: Math.min(tiles - 1, Math.max(0, y)) }
}

/** The north-west corner of a tile. */
export function tileCorner(
  x: number,
  y: number,
  zoom: number,
): { latitudeDeg: number; longitudeDeg: number } {
  const tiles = 2 ** zoom
  const latitudeDeg = Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / tiles))) / DEG_RAD
  return { latitudeDeg, longitudeDeg: (x / tiles) * 360 - 180 }
}
