import { onGrid } from '#contract/domain/series.ts'
import { QUARTER_HOUR_S } from '#contract/domain/time.ts'
import { mpsToKn } from '#contract/domain/units.ts'
import { MOVING_ABOVE_MPS } from '#server/processing/formulas/parameters.ts'
import { noFigures, type QuarterHourFigures, type SpeedBins } from '#server/telemetry/quarterHours.ts'
import type { EcoBand } from './ecoBand.ts'
import { CHANGE_MPS2, CRUISING_STAGE, findStages, NO_STAGE } from './findStages.ts'
import { type FuelSettings, isIgnored } from './fuelSettings.ts'
import type { TripSeconds } from './tripSeconds.ts'

/** Settings of a vessel that affect figures. */
export interface FigureSettings {
  impactLimitG: number
  /** The safety speed: the limit set for the vessel, never above her top speed; null without a limit. */
  rogMps: number | null
  fuel: FuelSettings
  ecoBand: EcoBand | null
}

/** Values of an impact event that enter the figures. */
export interface EventPeak {
  timeUs: number
  peakG: number
}

/** Events under this are kept but not counted. */
export const COUNTED_G = 0.5
/** Samples further apart than this are not joined. */
const GAP_S = 10
/** Speed this close below the safety speed is around it. */
const AROUND = 0.95
const STAGE_S = [
  'idle_s',
  'accel_s',
  'cruising_s',
  'decel_s',
] as const satisfies readonly (keyof QuarterHourFigures)[]
const STAGE_M3 = [
  'idle_m3',
  'accel_m3',
  'cruising_m3',
  'decel_m3',
] as const satisfies readonly (keyof QuarterHourFigures)[]
const BUCKETS = [
  'impact_0_s',
  'impact_1_s',
  'impact_2_s',
  'impact_3_s',
  'impact_4_s',
  'impact_5_s',
  'impact_6_s',
] as const satisfies readonly (keyof QuarterHourFigures)[]

/** A chunk of a trip: a quarter-hour, a minute or a mile. */
export interface Bucket {
  figures: QuarterHourFigures
  bins: SpeedBins
}

/** The chunk that a row of seconds belongs to. */
export type KeyOf = (row: number) => number

/**
 * The figures of each chunk that the trip's seconds [fromS, toS] touch; `keyOf` gives the chunk of a second.
 *
 * A second with records stands for the time to the next one, when that is at most ten seconds. So a trip
 * lasts exactly from its first second to its last. Integrals are trapezoids over values at most ten seconds
 * apart. They belong to the chunk and the stage in which they begin, so any split of a trip adds up to the
 * whole.
 */
export function bucketFigures(
  seconds: TripSeconds,
  trip: { fromS: number; toS: number; startS: number },
  eventPeaks: readonly EventPeak[],
  settings: FigureSettings,
  keyOf: KeyOf,
): Map<number, Bucket> {
  const buckets = new Map<number, Bucket>()
  const bucketOf = (row: number): Bucket => {
    const key = keyOf(row)
    const known = buckets.get(key)
    if (known) return known
    const fresh = { figures: noFigures(), bins: new Map() }
    buckets.set(key, fresh)
    return fresh
  }
  const first = trip.fromS - seconds.startS
  const last = Math.min(seconds.rows - 1, trip.toS - seconds.startS)
  const { sogMps, present, impactG, stepM } = seconds
  const { stage, accelerationMps2 } = findStages(sogMps)
  const { rogMps, ecoBand, impactLimitG } = settings
  const aroundMps = onGrid('sog', AROUND * (rogMps ?? 0))

  if (trip.startS >= trip.fromS && trip.startS <= trip.toS)
    bucketOf(trip.startS - seconds.startS).figures.trips = 1

  for (let i = first; i <= last; i++) {
    if (!present[i]) continue
    const { figures } = bucketOf(i)
    const dt = standsFor(present, i, last)
    figures.distance_m += stepM[i] as number
    const own = stage[i] as number
    if (own !== NO_STAGE) figures[STAGE_S[own] as (typeof STAGE_S)[number]] += dt
    const sog = sogMps[i] as number
    if (!(sog > MOVING_ABOVE_MPS)) continue
    figures.moving_s += dt
    const impact = impactG[i] as number
    if (!Number.isNaN(impact)) {
      figures.impact_gs += impact * dt
      figures.impact_s += dt
      figures[BUCKETS[Math.min(6, Math.floor(impact))] as (typeof BUCKETS)[number]] += dt
    }
    if (rogMps !== null) {
      figures.rog_s += dt
      figures.rog_m += rogMps * dt
      figures.moving_m += sog * dt
      if (sog > rogMps) figures.above_s += dt
      else if (sog >= aroundMps) figures.around_s += dt
      else figures.below_s += dt
    }
    if (ecoBand) {
      figures.eco_known_s += dt
      if (sog >= ecoBand.fromMps && sog < ecoBand.toMps) figures.eco_s += dt
    }
  }

  overIntervals(sogMps, first, last, (i, j) => {
    const { figures } = bucketOf(i)
    figures.sog_m += (((sogMps[i] as number) + (sogMps[j] as number)) / 2) * (j - i)
    figures.sog_s += j - i
  })
  addFuel()
  addMaxima()
  addEvents()
  return buckets

  function addFuel() {
    const { fuelM3ps } = seconds
    const { co2KgPerM3, noxGPerM3 } = settings.fuel
    overIntervals(fuelM3ps, first, last, (i, j) => {
      if (isIgnored(settings.fuel, seconds.startS + i)) return
      const { figures, bins } = bucketOf(i)
      const dt = j - i
      const m3 = (((fuelM3ps[i] as number) + (fuelM3ps[j] as number)) / 2) * dt
      figures.fuel_m3 += m3
      figures.fuel_s += dt
      figures.co2_kg += m3 * co2KgPerM3
      figures.nox_g += m3 * (noxGPerM3 ?? 0)
      for (let k = i + 1; k <= j; k++) figures.fuel_m += stepM[k] as number
      const own = stage[i] as number
      if (own === NO_STAGE) return
      figures[STAGE_M3[own] as (typeof STAGE_M3)[number]] += m3
      if (Math.abs(accelerationMps2[i] as number) > CHANGE_MPS2) return
      const metres = (sogMps[i] as number) * dt
      const kn = Math.min(255, Math.floor(mpsToKn(sogMps[i] as number)))
      const bin = bins.get(kn) ?? { bin_s: 0, bin_m3: 0, bin_m: 0, cruise_s: 0, cruise_m3: 0, cruise_m: 0 }
      bins.set(kn, bin)
      bin.bin_s += dt
      bin.bin_m3 += m3
      bin.bin_m += metres
      if (own !== CRUISING_STAGE) return
      bin.cruise_s += dt
      bin.cruise_m3 += m3
      bin.cruise_m += metres
    })
  }

  /** A one-second Doppler spike is no record: the largest median of three neighbouring values is. */
  function addMaxima() {
    let [a, b] = [Number.NaN, Number.NaN]
    for (let i = first; i <= last; i++) {
      const c = sogMps[i] as number
      if (Number.isNaN(c)) continue
      if (!Number.isNaN(a)) {
        const { figures } = bucketOf(i)
        const median = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
        figures.highest_sog_mps = Math.max(figures.highest_sog_mps, median)
      }
      ;[a, b] = [b, c]
    }
    for (let i = first; i <= last; i++) {
      const impact = impactG[i] as number
      if (Number.isNaN(impact)) continue
      const { figures } = bucketOf(i)
      figures.max_impact_g = Math.max(figures.max_impact_g, impact)
    }
  }

  function addEvents() {
    for (const { timeUs, peakG } of eventPeaks) {
      const second = Math.floor(timeUs / 1e6) - seconds.startS
      if (second < first || second > last || peakG < COUNTED_G) continue
      const { figures } = bucketOf(second)
      figures.events++
      figures.event_peaks_g += peakG
      figures.max_impact_g = Math.max(figures.max_impact_g, peakG)
      if (peakG > impactLimitG) figures.red_events++
    }
  }
}

/** Groups rows by quarter-hours of UTC, each named by the second it begins. */
export const byQuarterHour =
  ({ startS }: TripSeconds): KeyOf =>
  (row) =>
    Math.floor((startS + row) / QUARTER_HOUR_S) * QUARTER_HOUR_S

/** Returns the safety speed in force, without a prediction. */
export const staticSafetySpeedMps = (limitMps: number | null, topSpeedMps: number | null): number | null =>
  limitMps === null ? null : onGrid('sog', Math.min(limitMps, topSpeedMps ?? Number.POSITIVE_INFINITY))

function standsFor(present: Uint8Array, i: number, last: number): number {
  for (let j = i + 1; j <= last && j - i <= GAP_S; j++) if (present[j]) return j - i
  return 0
}

/** Calls with the rows of each two consecutive values at most ten seconds apart. */
function overIntervals(
  values: Float64Array,
  first: number,
  last: number,
  on: (i: number, j: number) => void,
) {
  let previous = -1
  for (let i = first; i <= last; i++) {
    if (Number.isNaN(values[i])) continue
    if (previous >= 0 && i - previous <= GAP_S) on(previous, i)
    previous = i
  }
}
