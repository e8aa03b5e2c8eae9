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

/** Figures of the chunks of a trip, in order; x is the start of a chunk, epoch ms or nmi. */
export interface Piece {
  x: number
  figures: QuarterHourFigures
}

/** How a trip is cut into chunks, by the computation of the stored figures. */
export interface Pieces {
  time: Piece[]
  nm: Piece[]
}

const NO_AVERAGES = { avg_impact: {}, max_impact: {} }

export async function safetyOfTrip(
  telemetry: Telemetry,
  row: TripRecord,
  pieces: Pieces,
): Promise<SafetyStatistics> {
  const pooled = await figuresOf(telemetry, row)
  return {
    data: { ...safetySeries(pieces.time), nm: safetySeries(pieces.nm) },
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
  pieces: Pieces,
  ecoSpeed: FuelStatistics['stats']['eco_speed'],
): Promise<FuelStatistics> {
  const [pooled, bins] = await Promise.all([
    figuresOf(telemetry, row),
    telemetry.quarterHours.speedBins(choiceOf(row)),
  ])
  return {
    data: {
      time: fuelSeries(pieces.time),
      nm: fuelSeries(pieces.nm),
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

const safetySeries = (pieces: readonly Piece[]) => ({
  avg_impact: points(pieces, figures.avgImpactG),
  max_impact: points(pieces, figures.peakImpactG),
  sog_vs_rog: points(pieces, figures.sogOverRog),
  avg_sog: points(pieces, figures.avgSogKn),
  avg_rog: points(pieces, figures.avgRogKn),
  max_sog: points(pieces, figures.maxSogKn),
})

const fuelSeries = (pieces: readonly Piece[]) => ({
  fuel_consumption: points(pieces, figures.litres),
  avg_fuel_rate: points(pieces, figures.litresAnHour),
  // A boat that hardly moves burns unlimited fuel a mile, and such a bucket would flatten all others.
  avg_fuel_rate_l_nm: points(pieces, ({ fuel_m3, fuel_m, fuel_s }) =>
    fuel_m > MOVING_ABOVE_MPS * fuel_s ? (fuel_m3 * 1000) / mToNmi(fuel_m) : null,
  ),
  co2_emissions: points(pieces, figures.co2Kg),
  nox_emissions: points(pieces, figures.noxG),
  duration_minutes: points(pieces, figures.minutes),
  avg_sog: points(pieces, figures.avgSogKn),
})

/** Empty chunks are left out. */
const points = (pieces: readonly Piece[], of: (figures: QuarterHourFigures) => number | null): Point[] =>
  pieces.flatMap(({ x, figures }) => {
    const y = of(figures)
    return y === null ? [] : [{ x, y }]
  })
