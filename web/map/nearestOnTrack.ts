import { MINUTE_MS, SECOND_MS } from '#contract/domain/time.ts'
import type { Track } from './track.ts'
import { screenX, screenY, type Viewport } from './viewport.ts'

/** Time of the place on the track nearest to a point of the screen; null when none is within `reachPx`. */
export function nearestTime(
  track: Track,
  view: Viewport,
  at: { x: number; y: number },
  reachPx: number,
): number | null {
  let least = reachPx * reachPx
  let found: number | null = null
  for (let index = 0; index < track.points.length; index++) {
    const ax = screenX(view, track.x[index] ?? 0)
    const ay = screenY(view, track.y[index] ?? 0)
    const joined = index + 1 < track.points.length && !track.gapAfter[index]
    const bx = joined ? ax + ((track.x[index + 1] ?? 0) - (track.x[index] ?? 0)) * view.scale : ax
    const by = joined ? screenY(view, track.y[index + 1] ?? 0) : ay
    const length = (bx - ax) ** 2 + (by - ay) ** 2
    const part = length === 0 ? 0 : ((at.x - ax) * (bx - ax) + (at.y - ay) * (by - ay)) / length
    const along = Math.min(1, Math.max(0, part))
    const distance = (ax + (bx - ax) * along - at.x) ** 2 + (ay + (by - ay) * along - at.y) ** 2
    if (distance > least) continue
    least = distance
    const from = track.points[index]?.timestamp ?? 0
    const to = joined ? (track.points[index + 1]?.timestamp ?? from) : from
    found = from + (to - from) * along
  }
  return found
}

/** Index of the last point at or before a time, by binary search; -1 before the first point. */
export function indexAt(points: readonly { timestamp: number }[], timeMs: number): number {
  let low = 0
  let high = points.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((points[middle]?.timestamp ?? 0) <= timeMs) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Position of the vessel at a time, in the Mercator square; null outside the track and in a gap. */
export function placeAt(track: Track, timeMs: number): { x: number; y: number; index: number } | null {
  const index = indexAt(track.points, timeMs)
  const from = track.points[index]
  if (!from) return null
  const [x, y] = [track.x[index] ?? 0, track.y[index] ?? 0]
  const to = track.points[index + 1]
  if (!to || track.gapAfter[index]) {
    return timeMs - from.timestamp <= SLACK_MS ? { x, y, index } : null
  }
  const part = (timeMs - from.timestamp) / (to.timestamp - from.timestamp)
  return {
    x: x + ((track.x[index + 1] ?? x) - x) * part,
    y: y + ((track.y[index + 1] ?? y) - y) * part,
    index,
  }
}

/** Interval from a point to the next one; the point carries the largest values of that interval. */
export function storedIntervalAt(
  { points, gapAfter }: Track,
  index: number,
): { fromMs: number; toMs: number } | null {
  const [own, next] = [points[index], points[index + 1]]
  if (!own || !next || gapAfter[index] || next.timestamp - own.timestamp <= SECOND_MS) return null
  return { fromMs: own.timestamp, toMs: next.timestamp }
}

/** A time this little after the last point counts as the last point. */
const SLACK_MS = MINUTE_MS
