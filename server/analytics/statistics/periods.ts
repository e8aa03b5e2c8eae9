import { DAY_MS, HOUR_MS, QUARTER_HOUR_MS } from '#contract/domain/time.ts'
import type { Period } from '#contract/wire/statistics.ts'

const QUARTER_HOURS_A_DAY = 96

/** A zone's calendar: which local day an instant belongs to, and where that day begins. */
export interface Calendar {
  /** Days since 1 January 1970 on the local calendar. */
  localDay(ms: number): number
  /** The first instant of that local day; every zone in use is a multiple of 15 minutes from UTC. */
  startMs(localDay: number): number
}

/** Unknown zones are read as UTC. */
export function openCalendar(zone: string | undefined): Calendar {
  const format = formatOf(zone)
  const days = new Map<number, number>()
  const localDay = (ms: number) => {
    const [month = 0, day = 0, year = 0] = format.format(ms).split('/').map(Number)
    return Date.UTC(year, month - 1, day) / DAY_MS
  }
  return {
    localDay,
    startMs(day) {
      const known = days.get(day)
      if (known !== undefined) return known
      // A search instead of an offset: some time zones change their clocks at midnight, and that day begins
      // at one.
      let before = day * DAY_MS - 15 * HOUR_MS
      let quarterHours = QUARTER_HOURS_A_DAY + 24
      while (quarterHours > 1) {
        const half = quarterHours >> 1
        if (localDay(before + half * QUARTER_HOUR_MS) < day) before += half * QUARTER_HOUR_MS
        quarterHours -= half
      }
      const start = before + QUARTER_HOUR_MS
      days.set(day, start)
      return start
    },
  }
}

/**
 * Starts of the local days, ISO weeks or months that [fromMs, toMs) touches, in order, followed by the end of the last
 * one. A day may have 23 or 25 hours.
 */
export function periodStarts(calendar: Calendar, period: Period, fromMs: number, toMs: number): number[] {
  const starts: number[] = []
  for (let day = firstDay(period, calendar.localDay(fromMs)); ; day = nextDay(period, day)) {
    const startMs = calendar.startMs(day)
    starts.push(startMs)
    if (startMs >= toMs) return starts
  }
}

const LONGEST_WEEK_MS = 8 * DAY_MS

/** Mondays at which the last `count` whole weeks began, and the end of the last. */
export const lastWeeks = (calendar: Calendar, nowMs: number, count: number): number[] =>
  periodStarts(calendar, 'week', nowMs - count * LONGEST_WEEK_MS, nowMs)
    .filter((ms) => ms <= nowMs)
    .slice(-count - 1)

/** 1 January 1970 was a Thursday. */
const MONDAY = 3

function firstDay(period: Period, day: number): number {
  if (period === 'day') return day
  if (period === 'week') return day - ((day + MONDAY) % 7)
  const date = new Date(day * DAY_MS)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / DAY_MS
}

function nextDay(period: Period, day: number): number {
  if (period === 'day') return day + 1
  if (period === 'week') return day + 7
  const date = new Date(day * DAY_MS)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / DAY_MS
}

function formatOf(zone: string | undefined): Intl.DateTimeFormat {
  const options = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone ?? 'UTC' })
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  }
}
