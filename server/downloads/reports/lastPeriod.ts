import { HOUR_MS } from '#contract/domain/time.ts'
import type { ReportPeriod } from '#contract/wire/reportSchedule.ts'
import { type Calendar, periodStarts } from '#server/analytics/statistics/periods.ts'

/** A day settles at six in the morning, after trips past midnight and late data. */
const SETTLES_MS = 6 * HOUR_MS

export interface LastPeriod {
  fromMs: number
  toMs: number
  /** When the following period is due. */
  nextMs: number
}

/** The newest week or month of the calendar that is over and has settled. Weeks begin on Monday. */
export function lastPeriod(calendar: Calendar, period: ReportPeriod, nowMs: number): LastPeriod {
  const settledMs = nowMs - SETTLES_MS
  const [toMs = 0, endMs = 0] = periodStarts(calendar, period, settledMs, settledMs + 1)
  const [fromMs = 0] = periodStarts(calendar, period, toMs - 1, toMs)
  return { fromMs, toMs, nextMs: endMs + SETTLES_MS }
}
