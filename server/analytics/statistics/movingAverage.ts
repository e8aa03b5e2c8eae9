import type { Point } from '#contract/wire/statistics.ts'

/** Days in a window, as the console offers them. */
const WINDOWS_DAYS = [3, 7, 14, 30] as const
/** Days that a moving average needs before its first point. */
export const RUN_UP_DAYS = 29

/** One day with data: numerator and denominator of the average. */
export interface DaySum {
  localDay: number
  /** Start of the day, epoch ms. */
  startMs: number
  sum: number
  /** 1 for a mean per day; miles, seconds or events for a ratio of sums. */
  weight: number
}

/**
 * Ratio of sums over the days d − w + 1 … d with data. Days without data are missing and not zero, so the
 * curve shows the use in a day of operation. A point for each day of the range with data; windows longer than
 * the range are left out.
 */
export function movingAverages(
  days: readonly DaySum[],
  range: { fromMs: number; days: number },
): Record<string, Point[]> {
  const offered = WINDOWS_DAYS.filter((window, i) => i === 0 || window <= range.days)
  return Object.fromEntries(offered.map((window) => [window, movingAverage(days, window, range.fromMs)]))
}

function movingAverage(days: readonly DaySum[], window: number, fromMs: number): Point[] {
  const points: Point[] = []
  let first = 0
  let sum = 0
  let weight = 0
  for (const day of days) {
    sum += day.sum
    weight += day.weight
    for (; (days[first]?.localDay ?? day.localDay) <= day.localDay - window; first++) {
      sum -= days[first]?.sum ?? 0
      weight -= days[first]?.weight ?? 0
    }
    if (day.startMs >= fromMs) points.push({ x: day.startMs, y: weight > 0 ? sum / weight : null })
  }
  return points
}
