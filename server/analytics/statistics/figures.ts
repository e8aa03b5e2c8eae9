import { percentShares } from '#contract/domain/percentShares.ts'
import { L_PER_HR_M3PS, mpsToKn, mToNmi } from '#contract/domain/units.ts'
import { IMPACT_BUCKETS, type ImpactShares, type Stage } from '#contract/wire/statistics.ts'
import { QUARTER_HOUR_COLUMNS, QUARTER_HOUR_NAMES } from '#server/stores/columns/quarterHourColumns.ts'
import type { QuarterHourFigures } from '#server/telemetry/quarterHours.ts'

/**
 * Adds `more` in place. Everything is summed except the two maxima, so any grouping of quarter-hours gives
 * equal figures.
 */
export function addFigures(figures: QuarterHourFigures, more: QuarterHourFigures): void {
  for (const name of SUMMED) figures[name] += more[name]
  figures.highest_sog_mps = Math.max(figures.highest_sog_mps, more.highest_sog_mps)
  figures.max_impact_g = Math.max(figures.max_impact_g, more.max_impact_g)
}

const SUMMED = QUARTER_HOUR_NAMES.filter((name) => QUARTER_HOUR_COLUMNS[name].combine === 'sum')

const MIN_S = 60
const SHORTEST_NMI = 0.1

/** Figures in wire units; null is "not measured". Ratios are ratios of sums. */
export const figures = {
  nmi: (of: QuarterHourFigures) => mToNmi(of.distance_m),
  /** Active and idle together, which is the time with data and not the time on the clock. */
  minutes: (of: QuarterHourFigures) => (activeS(of) + of.idle_s) / MIN_S,
  activeMinutes: (of: QuarterHourFigures) => activeS(of) / MIN_S,
  idleMinutes: (of: QuarterHourFigures) => of.idle_s / MIN_S,
  litres: (of: QuarterHourFigures) => known(of.fuel_s, litres(of.fuel_m3)),
  activeLitres: (of: QuarterHourFigures) => litres(of.accel_m3 + of.cruising_m3 + of.decel_m3),
  idleLitres: (of: QuarterHourFigures) => litres(of.idle_m3),
  co2Kg: (of: QuarterHourFigures) => known(of.fuel_s, of.co2_kg),
  /** Null without a NOx factor of the engine. */
  noxG: (of: QuarterHourFigures) => known(of.nox_g, of.nox_g),
  litresAnHour: (of: QuarterHourFigures) => known(of.fuel_s, (of.fuel_m3 / of.fuel_s) * L_PER_HR_M3PS),
  litresANmi: (of: QuarterHourFigures) =>
    of.fuel_s === 0 || mToNmi(of.fuel_m) < SHORTEST_NMI ? null : litres(of.fuel_m3) / mToNmi(of.fuel_m),
  avgSogKn: (of: QuarterHourFigures) => known(of.sog_s, mpsToKn(of.sog_m / of.sog_s)),
  avgRogKn: (of: QuarterHourFigures) => known(of.rog_s, mpsToKn(of.rog_m / of.rog_s)),
  sogOverRog: (of: QuarterHourFigures) => known(of.rog_m, of.moving_m / of.rog_m),
  maxSogKn: (of: QuarterHourFigures) => (of.highest_sog_mps < 0 ? null : mpsToKn(of.highest_sog_mps)),
  avgImpactG: (of: QuarterHourFigures) => known(of.impact_s, of.impact_gs / of.impact_s),
  peakImpactG: (of: QuarterHourFigures) => (of.max_impact_g < 0 ? null : of.max_impact_g),
  avgPeakImpactG: (of: QuarterHourFigures) => known(of.events, of.event_peaks_g / of.events),
  redImpacts: (of: QuarterHourFigures) => (of.max_impact_g < 0 ? null : of.red_events),
} as const satisfies Record<string, (of: QuarterHourFigures) => number | null>

/** A line of a report's table. */
export const aggregateRow = (of: QuarterHourFigures) => ({
  nr_trips: of.trips,
  distance: figures.nmi(of),
  duration_minutes: figures.minutes(of),
  fuel_consumption: figures.litres(of),
  co2_emissions: figures.co2Kg(of),
  nox_emissions: figures.noxG(of),
  avg_fuel_rate: figures.litresAnHour(of),
  avg_fuel_rate_l_nm: figures.litresANmi(of),
  avg_impact: figures.avgImpactG(of),
  peak_impact: figures.peakImpactG(of),
  red_impacts: figures.redImpacts(of),
  avg_sog: figures.avgSogKn(of),
  max_sog: figures.maxSogKn(of),
})

/** Share of moving time by its largest impact; {} without sensors. */
export function impactDistribution(of: QuarterHourFigures): ImpactShares {
  const seconds = [
    of.impact_0_s,
    of.impact_1_s,
    of.impact_2_s,
    of.impact_3_s,
    of.impact_4_s,
    of.impact_5_s,
    of.impact_6_s,
  ]
  const all = seconds.reduce((sum, one) => sum + one, 0)
  return all === 0
    ? {}
    : Object.fromEntries(IMPACT_BUCKETS.map((bucket, i) => [bucket, (seconds[i] ?? 0) / all]))
}

/** Percent with one decimal; null while there is no safety speed to compare with. */
export function speedShares({ below_s, around_s, above_s }: QuarterHourFigures) {
  const [below = 0, around = 0, above = 0] = percentShares([below_s, around_s, above_s])
  return below_s + around_s + above_s === 0 ? null : { below, around, above }
}

export const stageMinutes = (of: QuarterHourFigures): Record<Stage, number> => ({
  idle: of.idle_s / MIN_S,
  accel: of.accel_s / MIN_S,
  cruising: of.cruising_s / MIN_S,
  decel: of.decel_s / MIN_S,
})

/** Null without a fuel rate. */
export const stageLitres = (of: QuarterHourFigures): Record<Stage, number> | null =>
  known(of.fuel_s, {
    idle: litres(of.idle_m3),
    accel: litres(of.accel_m3),
    cruising: litres(of.cruising_m3),
    decel: litres(of.decel_m3),
  })

const activeS = (of: QuarterHourFigures) => of.accel_s + of.cruising_s + of.decel_s
const litres = (m3: number) => m3 * 1000
const known = <Value>(amount: number, value: Value): Value | null => (amount > 0 ? value : null)
