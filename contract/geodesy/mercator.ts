/** Web Mercator in a unit square: x from 0 at 180°W to 1 at 180°E, y from 0 at 85.05°N southwards. */
import { DEG_RAD } from '#contract/domain/units.ts'

/** Latitude in degrees at which the Web Mercator square ends. */
export const MAX_LATITUDE = 85.0511287798066

export const mercatorX = (longitudeDeg: number) => longitudeDeg / 360 + 0.5

export function mercatorY(latitudeDeg: number): number {
  const sin = Math.sin(Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitudeDeg)) * DEG_RAD)
  return 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)
}

export const longitudeAt = (x: number) => x * 360 - 180
export const latitudeAt = (y: number) => Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) / DEG_RAD

/** Pixels round the world at a zoom: MapLibre counts in tiles of 512. */
export const worldPx = (zoom: number) => 512 * 2 ** zoom

/** The copy of x nearest to `centre`, for a world that repeats every 1. */
export const nearestCopy = (x: number, centre: number) => x - Math.round(x - centre)
