import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/domain/time.ts'

const STEPS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12, 24, 48, 96, 168].map((hours) => hours * HOUR_MS),
]

/** Distance of time ticks so that at most `most` fit, on round seconds, minutes or hours. */
export function tickStepMs(spanMs: number, most: number): number {
  const least = spanMs / Math.max(1, most)
  return STEPS_MS.find((step) => step >= least) ?? STEPS_MS[STEPS_MS.length - 1] ?? HOUR_MS
}

/** Ticks at round local times. `offsetMs` is the difference of local time to UTC. */
export function timeTicks(fromMs: number, toMs: number, stepMs: number, offsetMs: number): number[] {
  const first = Math.ceil((fromMs + offsetMs) / stepMs) * stepMs - offsetMs
  const ticks: number[] = []
  for (let tick = first; tick <= toMs; tick += stepMs) ticks.push(tick)
  return ticks
}

const STEPS_DAYS = [1, 2, 4, 7, 14]
const STEPS_MONTHS = [1, 2, 3, 6, 12]
/** Steps of a number of days from this date end on the same day of the week: 5 January 1970 was a Monday. */
const MONDAY = 4

/** At most about `most` evenly spaced ticks: at round local hours, or at starts of days, weeks, months or years. */
export function calendarTicks(fromMs: number, toMs: number, most: number): number[] {
  if (toMs <= fromMs) return [fromMs]
  const leastMs = (toMs - fromMs) / Math.max(1, most)
  const shortMs = tickStepMs(toMs - fromMs, most)
  if (shortMs < DAY_MS)
    return timeTicks(fromMs, toMs, shortMs, -new Date(fromMs).getTimezoneOffset() * MINUTE_MS)
  const from = new Date(fromMs)
  const days = STEPS_DAYS.find((step) => step * DAY_MS >= leastMs)
  const months = STEPS_MONTHS.find((step) => step * 30 * DAY_MS >= leastMs) ?? 12
  const today = Math.floor(Date.UTC(from.getFullYear(), from.getMonth(), from.getDate()) / DAY_MS)
  const start = (at: number) =>
    days
      ? new Date(from.getFullYear(), from.getMonth(), from.getDate() - mod(today - MONDAY, days) + at * days)
      : new Date(from.getFullYear(), from.getMonth() - (from.getMonth() % months) + at * months, 1)
  const ticks: number[] = []
  for (let at = 0, tick = start(0).getTime(); tick <= toMs; tick = start(++at).getTime())
    if (tick >= fromMs) ticks.push(tick)
  return ticks
}

const mod = (value: number, by: number) => ((value % by) + by) % by
