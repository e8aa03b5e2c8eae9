import { mercatorX, mercatorY } from '#contract/geodesy/mercator.ts'
import type { PathPoint } from '#contract/wire/timeSeries.ts'
import type { TrackMeasure } from './colourRamp.ts'

/** Numbers per segment between two neighbouring points: both places and both shares of the scale. */
export const FLOATS_PER_SEGMENT = 10
/** Share of a segment without a measurement. */
export const UNKNOWN = -1

/** Path ready for drawing and searching: in the Mercator square, continuous across the antimeridian. */
export interface Track {
  points: readonly PathPoint[]
  x: Float64Array
  y: Float64Array
  /** True when a gap follows the point: no line is drawn to the next point. */
  gapAfter: Uint8Array
}

export function createTrack(points: readonly PathPoint[]): Track {
  const x = new Float64Array(points.length)
  const y = new Float64Array(points.length)
  const gapAfter = new Uint8Array(points.length)
  const longestMs = longestPauseMs(points)
  points.forEach((point, index) => {
    const own = mercatorX(point.longitudeDeg)
    const before = index > 0 ? (x[index - 1] ?? own) : own
    x[index] = own - Math.round(own - before)
    y[index] = mercatorY(point.latitudeDeg)
    const next = points[index + 1]
    if (next && next.timestamp - point.timestamp > longestMs) gapAfter[index] = 1
  })
  return { points, x, y, gapAfter }
}

/** Longest time between two points that are joined: 2.5 times the usual step. */
export function longestPauseMs(points: readonly PathPoint[]): number {
  const steps = points.slice(1).map((point, index) => point.timestamp - (points[index]?.timestamp ?? 0))
  if (steps.length === 0) return 0
  steps.sort((a, b) => a - b)
  const median = steps[Math.floor(steps.length / 2)] ?? 0
  return 2.5 * Math.max(1000, median)
}

/** Share of the scale of a value, which gives the colour. */
export type ShareOf = (point: PathPoint) => number | null

export function shareBy(measure: TrackMeasure, limitG: number, topKn: number): ShareOf {
  return measure === 'impact'
    ? ({ alt }) => (alt === null ? null : Math.min(1, alt / limitG))
    : ({ sog }) => (sog === null ? null : Math.min(1, sog / Math.max(1, topKn)))
}

/**
 * Segments of a track for the shader, without gaps. A point stands for the interval to the next point, so a segment
 * begins with its own value and fades to the following value. Without a value of its own it is unknown. The largest
 * value comes last and is drawn on top.
 */
export function trackSegments({ points, x, y, gapAfter }: Track, shareOf: ShareOf): Float32Array {
  const segments: { index: number; share: number; next: number; most: number }[] = []
  for (let index = 0; index + 1 < points.length; index++) {
    const [from, to] = [points[index], points[index + 1]]
    if (!from || !to || gapAfter[index]) continue
    const share = shareOf(from) ?? UNKNOWN
    const next = share === UNKNOWN ? UNKNOWN : (shareOf(to) ?? share)
    segments.push({ index, share, next, most: Math.max(share, next) })
  }
  segments.sort((a, b) => a.most - b.most)
  const floats = new Float32Array(segments.length * FLOATS_PER_SEGMENT)
  let used = 0
  for (const { index, share, next } of segments) {
    for (const at of [index, index + 1]) {
      const [px, py] = [x[at] ?? 0, y[at] ?? 0]
      const [coarseX, coarseY] = [Math.fround(px), Math.fround(py)]
      floats.set([coarseX, coarseY, px - coarseX, py - coarseY], used)
      used += 4
    }
    floats.set([share, next], used)
    used += 2
  }
  return floats
}
