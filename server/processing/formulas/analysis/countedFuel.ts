import type { Buckets, Field } from '#server/telemetry/field.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { VesselInterval } from '#server/telemetry/vesselInterval.ts'
import { ENGINES } from './tripSeconds.ts'

/** Any width that is no multiple of a quarter-hour, so that no samples outside the interval are read along. */
const BUCKET_US = 600_000_000
const SUSPECT_RATIO = 0.1
const SUSPECT_M3 = 0.005
/** The counter runs on where the rate is not received. */
const COVERED = 0.95

/**
 * Fuel burnt by the engines' own counters, m³. Null when an engine with a rate has no counter, or a counter went back.
 * It checks the integral of rates and never replaces it: counters step by half a litre.
 */
export async function countedFuelM3(
  telemetry: Pick<Telemetry, 'series'>,
  interval: VesselInterval,
): Promise<number | null> {
  const fields = ENGINES.flatMap((instance): Field[] => [
    { key: 'fuel_rate', instance, aggregation: 'max' },
    { key: 'fuel_consumption', instance, aggregation: 'min' },
    { key: 'fuel_consumption', instance, aggregation: 'max' },
  ])
  const series = await telemetry.series.buckets(interval, fields, BUCKET_US)
  const engines = ENGINES.map((instance) => {
    const [rate, least, most] = series.slice(instance * 3, instance * 3 + 3)
    return {
      instance,
      hasRate: (rate?.timeUs.length ?? 0) > 0,
      countedM3: least && most ? growth(least, most) : null,
    }
  })
  const alone = engines.filter(({ instance, hasRate }) => instance > 0 && hasRate)
  const reporting = alone.length > 0 ? alone : engines.filter(({ hasRate }) => hasRate)
  if (reporting.length === 0) return null
  return reporting.reduce<number | null>(
    (sum, { countedM3 }) => (sum === null || countedM3 === null ? null : sum + countedM3),
    0,
  )
}

/** True when the rates cover so much of the time that counters can be compared with them. */
export const isFuelCovered = ({ fuel_s }: { fuel_s: number }, durationS: number): boolean =>
  fuel_s >= COVERED * durationS

/** True when rates and counters disagree about the fuel burnt. */
export function isFuelSuspect(
  countedM3: number | null,
  integral: { fuel_m3: number; fuel_s: number },
  durationS: number,
): boolean {
  if (countedM3 === null || !isFuelCovered(integral, durationS)) return false
  const off = Math.abs(integral.fuel_m3 - countedM3)
  return off > SUSPECT_M3 && off > SUSPECT_RATIO * countedM3
}

/** From the first value to the last; null when it ever went back. */
function growth(least: Buckets, most: Buckets): number | null {
  const lows = least.value.filter((value) => value !== null)
  const highs = most.value.filter((value) => value !== null)
  const [first, last] = [lows[0], highs.at(-1)]
  if (first === undefined || last === undefined) return null
  return lows.every((low, i) => i === 0 || low >= (highs[i - 1] ?? low)) ? last - first : null
}
