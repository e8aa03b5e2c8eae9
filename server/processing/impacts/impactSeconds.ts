import type { ScalarReading } from '#contract/reading.ts'
import type { Motion } from '#server/telemetry/telemetry.ts'
import { impactScalar, removeGravity } from './impactScalar.ts'
import { motionSegments } from './motionSegments.ts'

const SECOND_US = 1_000_000
/** Context that the filter needs on both sides before its answer no longer depends on where the data began. */
export const FILTER_CONTEXT_US = 2 * SECOND_US
/** Three time constants of the slow mean, for sensors that do not know their attitude. */
export const GRAVITY_CONTEXT_US = 60 * SECOND_US

/**
 * The impact series of one vessel on the second grid, in g: the largest impact scalar of each second per sensor
 * (instance n) and over all sensors (instance 0), for seconds of [fromUs, toUs]. `motion` should reach
 * FILTER_CONTEXT_US beyond both ends.
 */
export function impactSeconds(motion: readonly Motion[], fromUs: number, toUs: number): ScalarReading[] {
  const readings: ScalarReading[] = []
  const overall = new Map<number, number>()
  for (const sensor of motion) {
    const peaks = new Map<number, number>()
    for (const segment of motionSegments(sensor)) {
      const scalar = impactScalar(removeGravity(segment))
      for (let i = 0; i < scalar.length; i++) {
        const second = Math.floor((segment.startUs + i * segment.intervalUs) / SECOND_US) * SECOND_US
        if (second < fromUs - SECOND_US + 1 || second > toUs) continue
        raise(peaks, second, scalar[i] as number)
      }
    }
    for (const [timeUs, value] of peaks) {
      readings.push({ timeUs, key: 'impact', instance: sensor.sensor, value })
      raise(overall, timeUs, value)
    }
  }
  for (const [timeUs, value] of overall) readings.push({ timeUs, key: 'impact', instance: 0, value })
  return readings
}

function raise(peaks: Map<number, number>, timeUs: number, value: number) {
  const known = peaks.get(timeUs)
  if (known === undefined || value > known) peaks.set(timeUs, value)
}
