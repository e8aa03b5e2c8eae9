import { wrap360 } from '#contract/domain/units.ts'
import type { TimeSeriesEntry } from '#contract/wire/timeSeries.ts'

export interface Spread {
  mean: number
  least: number
  most: number
}

/** Spread of one field over a trip, from one value per minute; null without values. */
export function spreadOf(entries: readonly TimeSeriesEntry[], field: string): Spread | null {
  const values = valuesOf(entries, field)
  if (values.length === 0) return null
  return {
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    least: Math.min(...values),
    most: Math.max(...values),
  }
}

/** Length of the mean vector below which the directions cancel each other out. */
const LEAST_RESULTANT = 0.1

/** Circular mean of a direction, so that 350° and 10° give 0°; null when directions cancel each other out. */
export function meanDirection(entries: readonly TimeSeriesEntry[], field: string): number | null {
  const angles = valuesOf(entries, field).map((deg) => (deg * Math.PI) / 180)
  if (angles.length === 0) return null
  const north = angles.reduce((sum, angle) => sum + Math.cos(angle), 0) / angles.length
  const east = angles.reduce((sum, angle) => sum + Math.sin(angle), 0) / angles.length
  if (Math.hypot(north, east) < LEAST_RESULTANT) return null
  return wrap360((Math.atan2(east, north) * 180) / Math.PI)
}

const valuesOf = (entries: readonly TimeSeriesEntry[], field: string) =>
  entries.find((entry) => entry.field === field)?.series.flatMap(({ value }) => value ?? []) ?? []
