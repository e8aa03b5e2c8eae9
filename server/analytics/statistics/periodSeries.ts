import { mToNmi } from '#contract/domain/units.ts'
import type { Period, PeriodSeries, Point } from '#contract/wire/statistics.ts'
import { noFigures, type QuarterHourFigures } from '#server/telemetry/quarterHours.ts'
import { addFigures, figures } from './figures.ts'
import { type DaySum, movingAverages, RUN_UP_DAYS } from './movingAverage.ts'
import { type Calendar, periodStarts } from './periods.ts'

/** Figures of one quarter-hour, which begins at `startMs`. */
export interface QuarterHour {
  startMs: number
  sums: QuarterHourFigures
}

/**
 * One point for each day, week or month that the range touches, with its share in the range. Sums without
 * data are 0; maxima and ratios without data are null.
 */
export function periodSeries(
  quarterHours: readonly QuarterHour[],
  calendar: Calendar,
  period: Period,
  range: { fromMs: number; toMs: number },
): PeriodSeries {
  const starts = periodStarts(calendar, period, range.fromMs, range.toMs)
  const sums = sumBetween(quarterHours, starts)
  const points = (of: (sums: QuarterHourFigures) => number | null): Point[] =>
    sums.map((one, i) => ({ x: starts[i] ?? range.fromMs, y: of(one) }))
  return {
    active_consumption: points(figures.activeLitres),
    idle_consumption: points(figures.idleLitres),
    fuel_consumption: points((one) => figures.litres(one) ?? 0),
    avg_fuel_rate_l_nm: points(figures.litresANmi),
    co2_emissions: points(({ co2_kg }) => co2_kg),
    nox_emissions: points(({ nox_g }) => nox_g),
    active_duration: points(figures.activeMinutes),
    idle_duration: points(figures.idleMinutes),
    distance: points(figures.nmi),
    nr_trips: points(({ trips }) => trips),
    peak_impact: points(figures.peakImpactG),
    peak_sog: points(figures.maxSogKn),
  }
}

/** Joins the quarter-hours of each local day, at the time of the first, in order of time. */
export function toDays(quarterHours: readonly QuarterHour[], calendar: Calendar): QuarterHour[] {
  const days: QuarterHour[] = []
  let endMs = Number.NEGATIVE_INFINITY
  for (const { startMs, sums } of quarterHours) {
    const last = days.at(-1)
    if (last && startMs < endMs) addFigures(last.sums, sums)
    else {
      days.push({ startMs, sums: { ...sums } })
      endMs = calendar.startMs(calendar.localDay(startMs) + 1)
    }
  }
  return days
}

/** Start of the days that a moving average reads before the range, epoch ms. */
export const runUpMs = (calendar: Calendar, fromMs: number) =>
  calendar.startMs(calendar.localDay(fromMs) - RUN_UP_DAYS)

/** Moving averages over local days of consumption (L a day of operation) and of litres a mile. */
export function fuelAverages(
  quarterHours: readonly QuarterHour[],
  calendar: Calendar,
  range: { fromMs: number; toMs: number },
) {
  const days = daySums(quarterHours, calendar, range.toMs).filter(({ sums }) => sums.fuel_s > 0)
  return {
    fuel_consumption: dayAverages(days, calendar, range, ({ fuel_m3 }) => [fuel_m3 * 1000, 1]),
    avg_fuel_rate_l_nm: dayAverages(days, calendar, range, (sums) => [
      sums.fuel_m3 * 1000,
      mToNmi(sums.fuel_m),
    ]),
  }
}

/** Moving averages of impacts: by time for the average, by day of operation for the peak. */
export function impactAverages(
  quarterHours: readonly QuarterHour[],
  calendar: Calendar,
  range: { fromMs: number; toMs: number },
) {
  const days = daySums(quarterHours, calendar, range.toMs).filter(({ sums }) => sums.max_impact_g >= 0)
  return {
    avg_impact: dayAverages(days, calendar, range, ({ impact_gs, impact_s }) => [impact_gs, impact_s]),
    max_impact: dayAverages(days, calendar, range, ({ max_impact_g }) => [max_impact_g, 1]),
  }
}

interface DaySums {
  localDay: number
  startMs: number
  sums: QuarterHourFigures
}

function daySums(quarterHours: readonly QuarterHour[], calendar: Calendar, toMs: number): DaySums[] {
  const [first] = quarterHours
  if (!first) return []
  const starts = periodStarts(calendar, 'day', first.startMs, toMs)
  return sumBetween(quarterHours, starts).map((sums, i) => {
    const startMs = starts[i] ?? toMs
    return { localDay: calendar.localDay(startMs), startMs, sums }
  })
}

function dayAverages(
  days: readonly DaySums[],
  calendar: Calendar,
  range: { fromMs: number; toMs: number },
  of: (sums: QuarterHourFigures) => [sum: number, weight: number],
): Record<string, Point[]> {
  const firstDay = calendar.localDay(range.fromMs)
  const weighed = days.map(({ localDay, startMs, sums }): DaySum => {
    const [sum, weight] = of(sums)
    return { localDay, startMs, sum, weight }
  })
  return movingAverages(weighed, {
    fromMs: calendar.startMs(firstDay),
    days: calendar.localDay(range.toMs - 1) - firstDay + 1,
  })
}

/** Sums of the quarter-hours in each [starts[i], starts[i + 1]); quarter-hours come in order of time. */
function sumBetween(quarterHours: readonly QuarterHour[], starts: readonly number[]): QuarterHourFigures[] {
  const sums = starts.slice(1).map(noFigures)
  let period = 0
  for (const quarterHour of quarterHours) {
    while (period < sums.length && quarterHour.startMs >= (starts[period + 1] ?? Number.POSITIVE_INFINITY))
      period++
    const into = sums[period]
    if (into && quarterHour.startMs >= (starts[period] ?? 0)) addFigures(into, quarterHour.sums)
  }
  return sums
}
