import { DEG_RAD } from '#contract/units.ts'

/** Where Web Mercator's square world ends, in degrees. */
export const MAX_LATITUDE = 85.0511287798066

export const mercatorX = (lon: number) => lon / 360 + 0.5

export function mercatorY(lat: number): number {
  const sin = Math.sin(Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat)) * DEG_RAD)
  return 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)
}

/** Latitude in degrees of a y in the unit square. */
export const mercatorLatitude = (y: number) => Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) / DEG_RAD
