import { DAY_MS } from '#contract/domain/time.ts'
import type { Point } from '#contract/wire/statistics.ts'

/** Inserts a null where a whole day has no point, so that no line crosses the day. */
export function withDayGaps(points: readonly Point[]): Point[] {
  return points.flatMap((point, at) => {
    const before = points[at - 1]
    if (!before || localDay(point.x) - localDay(before.x) <= 1) return [point]
    return [{ x: (before.x + point.x) / 2, y: null }, point]
  })
}

/** True for a value between two gaps, which no line would show. */
export const isAlone = (values: readonly (number | null)[], at: number): boolean =>
  (values[at] ?? null) !== null && (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null

function localDay(ms: number): number {
  const time = new Date(ms)
  return Date.UTC(time.getFullYear(), time.getMonth(), time.getDate()) / DAY_MS
}
