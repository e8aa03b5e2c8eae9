/** Statistics of a vessel's or a captain's trips: one point a trip, moving averages by day, shares over all of them. */

import { DAY_S } from '#contract/domain/time.ts'
import { mpsToKn, mToNmi } from '#contract/domain/units.ts'
import type { FuelStatistics, Point, SafetyStatistics } from '#contract/wire/statistics.ts'
import { MOVING_ABOVE_MPS } from '#server/processing/formulas/parameters.ts'
import { noFigures, type QuarterHourFigures, type SpeedBins } from '#server/telemetry/quarterHours.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { toQuarterHours } from './dashboard.ts'
import { addFigures, figures, impactDistribution, speedShares, stageLitres, stageMinutes } from './figures.ts'
import { fuelAverages, impactAverages, runUpMs } from './periodSeries.ts'
import { openCalendar } from './periods.ts'

export interface ManyTrips {
  /** Trips that began in the range, oldest first: column-store number and begin. */
  trips: readonly { number: number; startMs: number }[]
  /** Vessels, or a captain, whose days the moving averages cover. */
  of: { vesselNumbers: readonly number[] } | { vesselNumbers: readonly number[]; captainNumber: number }
  fromMs: number
  toMs: number
  timezone: string | undefined
}

/** A trip that began within the range may go on after it. */
const LONGEST_TRIP_S = 30 * DAY_S
const NO_SERIES = {
  avg_impact: [],
  max_impact: [],
  sog_vs_rog: [],
  avg_sog: [],
  avg_rog: [],
  max_sog: [],
  start_time: [],
}

export async function safetyOfMany(telemetry: Telemetry, many: ManyTrips): Promise<SafetyStatistics> {
  const { byTrip, pooled, days, calendar } = await read(telemetry, many)
  const points = pointsOf(many, byTrip)
  return {
    data: {
      avg_impact: points(figures.avgImpactG),
      max_impact: points(figures.peakImpactG),
      sog_vs_rog: points(figures.sogOverRog),
      avg_sog: points(figures.avgSogKn),
      avg_rog: points(figures.avgRogKn),
      max_sog: points(figures.maxSogKn),
      nm: NO_SERIES,
    },
    stats: {
      max_impact_distribution: impactDistribution(pooled),
      sog_vs_safety_speed_percentage_data: speedShares(pooled),
      moving_avg_data: impactAverages(days, calendar, many),
      summary: safetySummary(pooled, many.trips.length),
    },
  }
}

export async function fuelOfMany(telemetry: Telemetry, many: ManyTrips): Promise<FuelStatistics> {
  const { byTrip, pooled, days, calendar, choice } = await read(telemetry, many)
  const points = pointsOf(many, byTrip)
  const bins = many.trips.length === 0 ? new Map() : await telemetry.quarterHours.speedBins(choice)
  return {
    data: {
      time: {
        fuel_consumption: points(figures.litres),
        avg_fuel_rate: points(figures.litresAnHour),
        avg_fuel_rate_l_nm: points(figures.litresANmi),
        co2_emissions: points(figures.co2Kg),
        nox_emissions: points(figures.noxG),
        duration_minutes: points(figures.minutes),
        avg_sog: points(figures.avgSogKn),
      },
      nm: NO_FUEL_SERIES,
      sog: fuelAgainstSpeed(bins, MANY_TRIPS_BIN_S),
    },
    stats: {
      moving_avg_data: fuelAverages(days, calendar, many),
      pie_charts: { durations: stageMinutes(pooled), consumption: stageLitres(pooled) },
      eco_speed: null,
      summary: fuelSummary(pooled, many.trips.length),
    },
  }
}

const NO_FUEL_SERIES = {
  fuel_consumption: [],
  avg_fuel_rate: [],
  avg_fuel_rate_l_nm: [],
  co2_emissions: [],
  nox_emissions: [],
  duration_minutes: [],
  avg_sog: [],
  start_time: [],
}

export const safetySummary = (of: QuarterHourFigures, trips: number) => ({
  avg_impact: figures.avgImpactG(of),
  peak_impact: figures.peakImpactG(of),
  avg_peak_impact: figures.avgPeakImpactG(of),
  red_impacts: figures.redImpacts(of),
  distance: figures.nmi(of),
  avg_sog: figures.avgSogKn(of),
  nr_trips: trips,
})

export const fuelSummary = (of: QuarterHourFigures, trips: number) => ({
  fuel_consumption: figures.litres(of),
  co2_emissions: figures.co2Kg(of),
  nox_emissions: figures.noxG(of),
  avg_fuel_rate: figures.litresAnHour(of),
  avg_fuel_rate_l_nm: figures.litresANmi(of),
  distance: figures.nmi(of),
  duration_minutes: figures.minutes(of),
  nr_trips: trips,
})

/** Speeds with less time than this are left out. */
export const ONE_TRIP_BIN_S = 60
const MANY_TRIPS_BIN_S = 300

/** One point for each bin of a knot with enough time in it; x is its middle. */
export function fuelAgainstSpeed(bins: SpeedBins, leastS: number): FuelStatistics['data']['sog'] {
  const kept = [...bins].filter(([, { bin_s }]) => bin_s >= leastS).sort(([a], [b]) => a - b)
  type Bin = (typeof kept)[number][1]
  const points = (of: (bin: Bin) => number | null): Point[] =>
    kept.map(([kn, bin]) => ({ x: kn + 0.5, y: of(bin) }))
  return {
    avg_fuel_rate: points(({ bin_m3, bin_s }) => (bin_m3 * 3_600_000) / bin_s),
    avg_fuel_rate_l_nm: points(({ bin_m3, bin_m, bin_s }) =>
      bin_m > MOVING_ABOVE_MPS * bin_s ? (bin_m3 * 1000) / mToNmi(bin_m) : null,
    ),
    duration_minutes: points(({ bin_s }) => bin_s / 60),
    avg_sog: points(({ bin_m, bin_s }) => mpsToKn(bin_m / bin_s)),
  }
}

async function read(telemetry: Telemetry, { trips, of, fromMs, toMs, timezone }: ManyTrips) {
  const calendar = openCalendar(timezone)
  const range = { fromS: Math.floor(fromMs / 1000) - 900, toS: Math.ceil(toMs / 1000) + LONGEST_TRIP_S }
  const choice = { ...range, vesselNumbers: null, tripNumbers: trips.map(({ number }) => number) }
  const [[byTrip = NONE], [byQuarterHour = NONE]] = await Promise.all([
    trips.length === 0 ? [NONE] : telemetry.quarterHours.sums(choice, ['trip']),
    telemetry.quarterHours.sums(
      { ...of, fromS: Math.floor(runUpMs(calendar, fromMs) / 1000), toS: Math.ceil(toMs / 1000) },
      ['quarter_hour'],
    ),
  ])
  const pooled = noFigures()
  for (const one of byTrip.values()) addFigures(pooled, one)
  return { byTrip, pooled, calendar, choice, days: toQuarterHours(byQuarterHour) }
}

const NONE: Map<number, QuarterHourFigures> = new Map()

/** Trips that do not have the figure have no point. */
const pointsOf =
  ({ trips }: ManyTrips, byTrip: ReadonlyMap<number, QuarterHourFigures>) =>
  (of: (figures: QuarterHourFigures) => number | null): Point[] =>
    trips.flatMap(({ number, startMs }) => {
      const one = byTrip.get(number)
      const y = one ? of(one) : null
      return y === null ? [] : [{ x: startMs, y }]
    })
