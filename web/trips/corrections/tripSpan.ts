import { MINUTE_MS } from '#contract/domain/time.ts'
import { mToNmi } from '#contract/domain/units.ts'
import { haversineM } from '#contract/geodesy/geo.ts'
import type { PathPoint } from '#contract/wire/timeSeries.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { SHORTEST_TRIP } from '#contract/wire/tripCorrection.ts'

/** Start and end of a trip, epoch ms; a trip under way ends at its last data point. */
export interface Span {
  fromMs: number
  toMs: number
}

export const spanOf = ({ start_time, end_time, stats }: Trip): Span => ({
  fromMs: Date.parse(start_time),
  toMs: Date.parse(end_time ?? stats.time_of_last_data_point),
})

/** Shortest duration of a trip. */
export const SHORTEST_MS = SHORTEST_TRIP.seconds * 1000
/** Tolerance below the shortest distance: a curve of few points cuts corners, so the server decides close cases. */
const CUT_CORNERS = 0.8

/** True when a part is too short to be a trip, by time or by distance; without points by time only. */
export function isTooShort(points: readonly PathPoint[], { fromMs, toMs }: Span): boolean {
  if (toMs - fromMs < SHORTEST_MS) return true
  if (points.length < 2) return false
  const inside = points.filter(({ timestamp }) => timestamp >= fromMs && timestamp <= toMs)
  let metres = 0
  inside.forEach(({ latitudeDeg, longitudeDeg }, i) => {
    const before = inside[i - 1]
    if (before) metres += haversineM(before.latitudeDeg, before.longitudeDeg, latitudeDeg, longitudeDeg)
  })
  return mToNmi(metres) < CUT_CORNERS * SHORTEST_TRIP.nmi
}

export const minutesOf = ({ fromMs, toMs }: Span) => (toMs - fromMs) / MINUTE_MS

/** Most likely moment at which a trip should be split: its slowest point, away from departure and arrival. */
export function likelySplit(points: readonly PathPoint[], { fromMs, toMs }: Span): number {
  const margin = (toMs - fromMs) * 0.1
  const inner = points.filter(
    ({ timestamp, sog }) => sog !== null && timestamp > fromMs + margin && timestamp < toMs - margin,
  )
  const slowest = inner.reduce<PathPoint | null>(
    (best, point) => (best === null || (point.sog ?? 0) < (best.sog ?? 0) ? point : best),
    null,
  )
  const atMs = slowest?.timestamp ?? (fromMs + toMs) / 2
  return Math.round(atMs / 1000) * 1000
}
