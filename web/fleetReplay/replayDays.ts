import { toDay } from '#contract/domain/datePresets.ts'
import { DAY_MS, MINUTE_MS } from '#contract/domain/time.ts'
import type { DayRange } from '../forms/dayRange.ts'
import { dayRange } from '../tables/listQuery.ts'

/** Longest period on one timeline. */
const MOST_DAYS = 7

/** The requested days that can be replayed: a week at most, and no future day. */
export function replayDays({ from, to }: DayRange, now: Date): DayRange {
  const first = min(from, toDay(now))
  // Counts from noon, because a day may have 23 or 25 hours.
  const last = toDay(new Date(new Date(`${first}T12:00`).getTime() + (MOST_DAYS - 1) * DAY_MS))
  return { from: first, to: min(to < first ? first : to, last, toDay(now)) }
}

/** Interval of these days in the reader's time zone, up to the last full minute. */
export function replayRange(days: DayRange, now: Date): { fromMs: number; toMs: number } {
  const { start_time, end_time } = dayRange(days)
  const fromMs = Date.parse(start_time)
  const passedMs = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
  return { fromMs, toMs: Math.max(fromMs + MINUTE_MS, Math.min(Date.parse(end_time), passedMs)) }
}

const min = (...days: [string, ...string[]]) => days.sort()[0] as string
