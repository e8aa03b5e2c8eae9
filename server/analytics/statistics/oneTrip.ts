/** Statistics of one trip: series over time and over distance from its seconds, shares from its quarter-hours. */

import { QUARTER_HOUR_S } from '#contract/domain/time.ts'
import { mToNmi } from '#contract/domain/units.ts'
import type { FuelStatistics, Point, SafetyStatistics } from '#contract/wire/statistics.ts'
import { MOVING_ABOVE_MPS } from '#server/processing/formulas/parameters.ts'
import type { TripRecord } from '#server/records/tripLists.ts'
import { noFigures, type QuarterHourFigures } from '#server/telemetry/quarterHours.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { figures, impactDistribution, speedShares, stageLitres, stageMinutes } from './figures.ts'
import { fuelAgainstSpeed, fuelSummary, ONE_TRIP_BIN_S, safetySummary } from './manyTrips.ts'

/** Figures of the chunks of a trip, in order; x is the start of a chunk, epoch ms or nmi, and `fromMs` its time. */
export interface Bucket {
  x: number
  fromMs: number
  figures: QuarterHourFigures
}

/** How a trip is cut into chunks, by the computation of the stored figures. */
export interface Buckets {
  time: Bucket[]
  nm: Bucket[]
}

const NO_AVERAGES = { avg_impact: {}, max_impact: {} }

export async function safetyOfTrip(
  telemetry: Telemetry,
  row: TripRecord,
  buckets: Buckets,
): Promise<SafetyStatistics> {
  const pooled = await figuresOf(telemetry, row)
  return {
    data: { ...safetySeries(buckets.time), nm: { ...safetySeries(buckets.nm), ...startsOf(buckets.nm) } },
    stats: {
      max_impact_distribution: impactDistribution(pooled),
      sog_vs_safety_speed_percentage_data: speedShares(pooled),
      moving_avg_data: NO_AVERAGES,
      summary: safetySummary(pooled, 1),
    },
  }
}

/** `ecoSpeed` is the eco speed of the trip's analysis, in kn. */
export async function fuelOfTrip(
  telemetry: Telemetry,
  row: TripRecord,
  buckets: Buckets,
  ecoSpeed: FuelStatistics['stats']['eco_speed'],
): Promise<FuelStatistics> {
  const [pooled, bins] = await Promise.all([
    figuresOf(telemetry, row),
    telemetry.quarterHours.speedBins(choiceOf(row)),
  ])
  return {
    data: {
      time: fuelSeries(buckets.time),
      nm: { ...fuelSeries(buckets.nm), ...startsOf(buckets.nm) },
      sog: fuelAgainstSpeed(bins, ONE_TRIP_BIN_S),
    },
    stats: {
      moving_avg_data: { fuel_consumption: {}, avg_fuel_rate_l_nm: {} },
      pie_charts: { durations: stageMinutes(pooled), consumption: stageLitres(pooled) },
      eco_speed: ecoSpeed,
      summary: fuelSummary(pooled, 1),
    },
  }
}

async function figuresOf(telemetry: Telemetry, row: TripRecord): Promise<QuarterHourFigures> {
  const [byTrip] = await telemetry.quarterHours.sums(choiceOf(row), ['trip'])
  return byTrip?.get(row.trip.number) ?? noFigures()
}

const choiceOf = ({ trip, vessel }: TripRecord) => ({
  vesselNumbers: [vessel.number],
  tripNumbers: [trip.number],
  fromS: Math.floor(trip.startUs / 1e6) - QUARTER_HOUR_S,
  toS: Math.floor((trip.endUs ?? trip.lastRecordUs) / 1e6) + QUARTER_HOUR_S,
})

const safetySeries = (buckets: readonly Bucket[]) => ({
  avg_impact: points(buckets, figures.avgImpactG),
  max_impact: points(buckets, figures.peakImpactG),
  sog_vs_rog: points(buckets, figures.sogOverRog),
  avg_sog: points(buckets, figures.avgSogKn),
  avg_rog: points(buckets, figures.avgRogKn),
  max_sog: points(buckets, figures.maxSogKn),
})

const fuelSeries = (buckets: readonly Bucket[]) => ({
  fuel_consumption: points(buckets, figures.litres),
  avg_fuel_rate: points(buckets, figures.litresAnHour),
  // A boat that hardly moves burns unlimited fuel a mile, and such a bucket would flatten all others.
  avg_fuel_rate_l_nm: points(buckets, ({ fuel_m3, fuel_m, fuel_s }) =>
    fuel_m > MOVING_ABOVE_MPS * fuel_s ? (fuel_m3 * 1000) / mToNmi(fuel_m) : null,
  ),
  co2_emissions: points(buckets, figures.co2Kg),
  nox_emissions: points(buckets, figures.noxG),
  duration_minutes: points(buckets, figures.minutes),
  avg_sog: points(buckets, figures.avgSogKn),
})

const startsOf = (buckets: readonly Bucket[]) => ({
  start_time: buckets.map(({ x, fromMs }): Point => ({ x, y: fromMs })),
})

/** Empty chunks are left out. */
const points = (buckets: readonly Bucket[], of: (figures: QuarterHourFigures) => number | null): Point[] =>
  buckets.flatMap(({ x, figures }) => {
    const y = of(figures)
    return y === null ? [] : [{ x, y }]
  })
