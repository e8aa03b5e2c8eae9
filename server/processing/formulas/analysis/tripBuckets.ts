import { mToNmi, NAUTICAL_MILE_M } from '#contract/domain/units.ts'
import type { TripToAnalyse } from '#server/records/tripAnalysis.ts'
import { impactEvents } from '#server/telemetry/impactEvents.ts'
import type { QuarterHourFigures } from '#server/telemetry/quarterHours.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { bucketFigures } from './bucketFigures.ts'
import { figureSettings } from './figureSettings.ts'
import { readTripSeconds } from './tripSeconds.ts'

export interface TripBucket {
  /** Start of the chunk: epoch ms, or nmi from the start. */
  x: number
  /** Time at which the boat came to the chunk, epoch ms. */
  fromMs: number
  figures: QuarterHourFigures
}

const SHORTEST_MILE_BUCKET_M = 0.1 * NAUTICAL_MILE_M
const MOST_MILE_BUCKETS = 300

/**
 * The figures of a trip, cut by time and by distance. Time chunks begin at multiples of `resolutionS` since
 * 1970. There are at most 300 chunks by distance, each of at least a tenth of a mile. Time at rest adds no
 * distance and stays in the chunk where it happened.
 */
export async function tripBuckets(
  telemetry: Telemetry,
  trip: TripToAnalyse,
  resolutionS: number,
): Promise<{ time: TripBucket[]; nm: TripBucket[] }> {
  const startS = Math.floor(trip.startUs / 1e6)
  const toS = Math.floor((trip.endUs ?? trip.lastRecordUs) / 1e6)
  const interval = { fromUs: startS * 1e6, toUs: toS * 1e6 + 999_999 }
  const vessel = { number: trip.vesselNumber, topSpeedMps: trip.topSpeedMps }
  const [[seconds], [impacts]] = await Promise.all([
    readTripSeconds(telemetry, [{ vessel, ...interval }]),
    telemetry.impacts.read([{ vesselNumber: trip.vesselNumber, ...interval }]),
  ])
  if (!seconds) return { time: [], nm: [] }
  const eventPeaks = impactEvents(impacts?.peaks ?? []).map(({ strongest }) => strongest)
  const settings = figureSettings(trip, null)
  const window = { fromS: startS, toS, startS }
  const sailedM = cumulative(seconds.stepM)
  const bucketM = Math.max(SHORTEST_MILE_BUCKET_M, (sailedM.at(-1) ?? 0) / MOST_MILE_BUCKETS)
  const byTime = (row: number) => Math.floor((startS + row) / resolutionS) * resolutionS
  const byDistance = (row: number) => Math.floor((sailedM[row] ?? 0) / bucketM)
  const cut = (keyOf: (row: number) => number, toX: (key: number) => number) => {
    const fromMs = new Map<number, number>()
    for (let row = toS - startS; row >= 0; row--) fromMs.set(keyOf(row), (startS + row) * 1000)
    return [...bucketFigures(seconds, window, eventPeaks, settings, keyOf)]
      .sort(([a], [b]) => a - b)
      .map(([key, { figures }]) => ({ x: toX(key), fromMs: fromMs.get(key) ?? startS * 1000, figures }))
  }
  return { time: cut(byTime, (key) => key * 1000), nm: cut(byDistance, (key) => mToNmi(key * bucketM)) }
}

function cumulative(steps: Float64Array): Float64Array {
  let sum = 0
  return steps.map((step) => {
    sum += step
    return sum
  })
}
