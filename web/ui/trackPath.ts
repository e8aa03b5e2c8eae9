import { DEG_RAD, wrap180 } from '#contract/domain/units.ts'
import type { PathPoint } from '#contract/wire/timeSeries.ts'

/** Part of a track of one colour, as an SVG path. `level` is null where the impact is unknown. */
export interface TrackSegment {
  level: 'low' | 'lowMid' | 'mid' | 'midHigh' | 'high' | null
  d: string
}
export interface TrackDrawing {
  segments: TrackSegment[]
  start: readonly [x: number, y: number]
  end: readonly [x: number, y: number]
}

/**
 * Fits a path into a square of `size`, north up, and splits it where its colour changes. Null for a path of fewer
 * than two points. Longitudes are unwrapped against the first, so that a track across the antimeridian is not cut.
 */
export function drawTrack(
  points: readonly PathPoint[],
  limitG: number,
  size: number,
  padding: number,
): TrackDrawing | null {
  const [first] = points
  if (!first || points.length < 2) return null
  const squeeze = Math.cos(first.latitudeDeg * DEG_RAD)
  const xs = points.map((point) => wrap180(point.longitudeDeg - first.longitudeDeg) * squeeze)
  const ys = points.map((point) => first.latitudeDeg - point.latitudeDeg)
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const span = Math.max(right - left, bottom - top)
  const scale = span === 0 ? 0 : (size - 2 * padding) / span
  const at = (index: number) =>
    [
      round(size / 2 + ((xs[index] ?? 0) - (left + right) / 2) * scale),
      round(size / 2 + ((ys[index] ?? 0) - (top + bottom) / 2) * scale),
    ] as const

  const segments: TrackSegment[] = []
  let current: TrackSegment | undefined
  for (let index = 1; index < points.length; index++) {
    const level = trackLevel(worse(points[index - 1]?.alt ?? null, points[index]?.alt ?? null), limitG)
    if (!current || current.level !== level) {
      current = { level, d: `M${at(index - 1).join(' ')}` }
      segments.push(current)
    }
    current.d += `L${at(index).join(' ')}`
  }
  // The last segments lie on top, so the hardest impact stays visible where several segments overlap.
  segments.sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level))
  return { segments, start: at(0), end: at(points.length - 1) }
}

const LEVELS: readonly TrackSegment['level'][] = [null, 'low', 'lowMid', 'mid', 'midHigh', 'high']

/** Green to a quarter of the limit, yellow at half, red from the limit on, with one step between neighbours. */
function trackLevel(g: number | null, limitG: number): TrackSegment['level'] {
  if (g === null) return null
  const share = g / limitG
  if (share >= 0.9) return 'high'
  if (share >= 0.65) return 'midHigh'
  if (share >= 0.45) return 'mid'
  return share >= 0.3 ? 'lowMid' : 'low'
}

const worse = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.max(a, b))
const round = (value: number) => Math.round(value * 10) / 10
