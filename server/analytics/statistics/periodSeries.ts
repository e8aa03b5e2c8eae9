import type { Period, PeriodSeries, Point } from '#contract/statistics.ts'
import { addSums, figures, noSums, type Sums } from './figures.ts'
import { type DaySum, movingAverages, RUN_UP_DAYS } from './movingAverage.ts'
import { type Calendar, periodStarts } from './periods.ts'

/** Sums of one quarter-hour, which begins at `startMs`. */
export interface Quarter {
  startMs: number
  sums: Sums
}

/**
 * One point for each day, week or month that the range touches, each holding what of it lies in the range: 0 for sums
 * of nothing, null for maxima and ratios of nothing.
 */
export function periodSeries(
  quarters: readonly Quarter[],
  calendar: Calendar,
  period: Period,
  range: { fromMs: number; toMs: number },
): PeriodSeries {
  const starts = periodStarts(calendar, period, range.fromMs, range.toMs)
  const sums = sumBetween(quarters, starts)
  const points = (of: (sums: Sums) => number | null): Point[] =>
    sums.map((one, i) => ({ x: starts[i] ?? range.fromMs, y: of(one) }))
  return {
    active_consumption: points(figures.activeLitres),
    idle_consumption: points(figures.idleLitres),
    fuel_consumption: points((one) => figures.litres(one) ?? 0),
    avg_fuel_rate_l_nm: points(figures.litresANmi),
    co2_emissions: points(({ co2Kg }) => co2Kg),
    nox_emissions: points(({ noxG }) => noxG),
    active_duration: points(figures.activeMinutes),
    idle_duration: points(figures.idleMinutes),
    distance: points(figures.nmi),
    nr_trips: points(({ trips }) => trips),
    peak_impact: points(figures.peakImpactG),
    peak_sog: points(figures.maxSogKn),
  }
}

/** What a moving average reads beyond the range: the days before it. */
export const runUpMs = (calendar: Calendar, fromMs: number) =>
  calendar.startMs(calendar.localDay(fromMs) - RUN_UP_DAYS)

/** Moving averages over local days of consumption (L a day of operation) and of litres a mile. */
export function fuelAverages(
  quarters: readonly Quarter[],
  calendar: Calendar,
  range: { fromMs: number; toMs: number },
) {
  const days = daySums(quarters, calendar, range.toMs).filter(({ sums }) => sums.fuelS > 0)
  return {
    fuel_consumption: dayAverages(days, calendar, range, ({ fuelM3 }) => [fuelM3 * 1000, 1]),
    avg_fuel_rate_l_nm: dayAverages(days, calendar, range, (sums) => [
      sums.fuelM3 * 1000,
      sums.fuelDistanceM / 1852,
    ]),
  }
}

/** The same of impacts: by time for the average, by day of operation for the peak. */
export function impactAverages(
  quarters: readonly Quarter[],
  calendar: Calendar,
  range: { fromMs: number; toMs: number },
) {
  const days = daySums(quarters, calendar, range.toMs).filter(({ sums }) => sums.maxImpactG !== null)
  return {
    avg_impact: dayAverages(days, calendar, range, ({ impactGS, impactS }) => [impactGS, impactS]),
    max_impact: dayAverages(days, calendar, range, ({ maxImpactG }) => [maxImpactG ?? 0, 1]),
  }
}

interface DaySums {
  localDay: number
  startMs: number
  sums: Sums
}

function daySums(quarters: readonly Quarter[], calendar: Calendar, toMs: number): DaySums[] {
  const [first] = quarters
  if (!first) return []
  const starts = periodStarts(calendar, 'day', first.startMs, toMs)
  return sumBetween(quarters, starts).map((sums, i) => {
    const startMs = starts[i] ?? toMs
    return { localDay: calendar.localDay(startMs), startMs, sums }
  })
}

function dayAverages(
  days: readonly DaySums[],
  calendar: Calendar,
  range: { fromMs: number; toMs: number },
  of: (sums: Sums) => [sum: number, weight: number],
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

/** Sums of the quarters in each [starts[i], starts[i + 1]); quarters come in order of time. */
function sumBetween(quarters: readonly Quarter[], starts: readonly number[]): Sums[] {
  const sums = starts.slice(1).map(noSums)
  let period = 0
  for (const quarter of quarters) {
    while (period < sums.length && quarter.startMs >= (starts[period + 1] ?? Number.POSITIVE_INFINITY))
      period++
    const into = sums[period]
    if (into && quarter.startMs >= (starts[period] ?? 0)) addSums(into, quarter.sums)
  }
  return sums
}
