import type { ScalarReading } from '#contract/domain/reading.ts'
import type { SeriesKey } from '#contract/domain/series.ts'
import { HOUR_S, QUARTER_HOUR_S } from '#contract/domain/time.ts'
import { KNOT_MPS } from '#contract/domain/units.ts'
import { COMPUTED_SOURCES, DERIVED_SOURCE, INSTEAD_SOURCE, UNKNOWN_SOURCE } from '#contract/wire/source.ts'
import type { SourceOfSeries } from '#server/telemetry/series.ts'
import { MOVING_ABOVE_MPS } from '../parameters.ts'
import type { FigureSettings } from './bucketFigures.ts'
import { isIgnored } from './fuelSettings.ts'
import type { TripSeconds } from './tripSeconds.ts'

/** Plots draw these as lines beside measured values; a denser series would add storage without information. */
const EVERY_S = 5
/** Eco compliance is a mean over this interval, at least half of which must have values. */
const ECO_WINDOW_S = 30
const ECO_LEAST_S = 15

/** Series that no device reports: a rule on one waits for the series drawn along a trip. */
export const DRAWN_ALONE: readonly SeriesKey[] = [
  'rog',
  'eco_sog',
  'in_eco_speed_ratio._30s',
  'fuel_rate_l_nm',
  'co2_emissions',
]

/**
 * Series and sources that are always computed, never reported by a device. The whole fuel rate is not among them: a
 * nameless device's report for the whole boat takes its place.
 */
export const DRAWN: readonly SourceOfSeries[] = [
  ...DRAWN_ALONE.map((key) => ({ key, source: UNKNOWN_SOURCE })),
  ...COMPUTED_SOURCES.map((source) => ({ key: 'sog' as const, source })),
]

/**
 * Computes the series drawn along a trip that no instrument reports: safety and eco speed, compliance, the whole fuel
 * rate, and SOG.
 */
export function derivedSeries(
  seconds: TripSeconds,
  { fromS, toS }: { fromS: number; toS: number },
  { rogMps, ecoBand, fuel }: FigureSettings,
): ScalarReading[] {
  const readings = derivedSog(seconds, { fromS, toS })
  const inEco = seconds.sogMps.map((sog) =>
    !ecoBand || !(sog > MOVING_ABOVE_MPS)
      ? Number.NaN
      : Number(sog >= ecoBand.fromMps && sog < ecoBand.toMps),
  )
  for (let second = Math.ceil(fromS / EVERY_S) * EVERY_S; second <= toS; second += EVERY_S) {
    const i = second - seconds.startS
    if (!seconds.present[i]) continue
    const add = (key: SeriesKey, value: number) =>
      readings.push({ timeUs: second * 1_000_000, key, instance: 0, value })
    const sog = seconds.sogMps[i] as number
    const rate = seconds.fuelM3ps[i] as number
    const isMoving = sog > MOVING_ABOVE_MPS
    if (isMoving && rogMps !== null) add('rog', rogMps)
    if (isMoving && ecoBand) add('eco_sog', ecoBand.speedMps)
    const compliance = trailingMean(inEco, i)
    if (compliance !== null) add('in_eco_speed_ratio._30s', compliance)
    if (Number.isNaN(rate)) continue
    if (seconds.enginesReport) add('fuel_rate', rate)
    if (isIgnored(fuel, second)) continue
    if (isMoving) add('fuel_rate_l_nm', (rate * 1000) / (sog / KNOT_MPS / HOUR_S))
    add('co2_emissions', rate * EVERY_S * fuel.co2KgPerM3)
  }
  return readings
}

/**
 * Speed of each second in the quarter-hours in which some of it had to be derived. Readers select one source for each
 * quarter-hour. The derived speed therefore stands beside the few reported values in it, and before reported values
 * that are stuck.
 */
function derivedSog(
  { startS, sogMps, sogDerived, sogStuck }: TripSeconds,
  { fromS, toS }: { fromS: number; toS: number },
): ScalarReading[] {
  const quarterHourOf = (i: number) => Math.floor((startS + i) / QUARTER_HOUR_S)
  const quarterHours = new Set<number>()
  for (const [i, isDerived] of sogDerived.entries()) if (isDerived) quarterHours.add(quarterHourOf(i))
  if (quarterHours.size === 0) return []
  const stuck = new Set<number>()
  for (const [i, isStuck] of sogStuck.entries()) if (isStuck) stuck.add(quarterHourOf(i))
  const readings: ScalarReading[] = []
  for (let i = Math.max(0, fromS - startS); i <= toS - startS && i < sogMps.length; i++) {
    const value = sogMps[i] as number
    if (Number.isNaN(value) || !quarterHours.has(quarterHourOf(i))) continue
    readings.push({
      timeUs: (startS + i) * 1_000_000,
      key: 'sog',
      instance: 0,
      value,
      source: stuck.has(quarterHourOf(i)) ? INSTEAD_SOURCE : DERIVED_SOURCE,
    })
  }
  return readings
}

function trailingMean(values: Float64Array, i: number): number | null {
  let sum = 0
  let count = 0
  for (let j = Math.max(0, i - ECO_WINDOW_S + 1); j <= i; j++) {
    if (Number.isNaN(values[j])) continue
    sum += values[j] as number
    count++
  }
  return count < ECO_LEAST_S ? null : sum / count
}
