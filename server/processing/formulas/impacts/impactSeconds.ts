import type { ScalarReading } from '#contract/domain/reading.ts'
import { SECOND_US } from '#contract/domain/time.ts'
import type { SensorSettings } from '#server/records/sensors.ts'
import type { Motion } from '#server/telemetry/motion.ts'
import { accelerations } from './accelerations.ts'
import { impactScalar } from './impactScalar.ts'

/** The filter's result depends on two seconds around; samples further away have no influence. */
export const SECONDS_CONTEXT_US = { before: 2 * SECOND_US, after: 2 * SECOND_US }

/**
 * The impact series of one vessel for each second of [fromUs, toUs], in g. The value is the largest impact
 * scalar of the second: for each sensor (instance n) and for the vessel (instance 0).
 *
 * The vessel's value is the largest of the sensors used for the safety speed. In seconds without any of
 * these, it is the largest of all sensors. `motion` should reach SECONDS_CONTEXT_US beyond both ends.
 */
export function impactSeconds(
  motion: readonly Motion[],
  fromUs: number,
  toUs: number,
  settings: ReadonlyMap<number, SensorSettings> = new Map(),
): ScalarReading[] {
  const readings: ScalarReading[] = []
  const chosen = new Map<number, number>()
  const all = new Map<number, number>()
  for (const sensor of motion) {
    const known = settings.get(sensor.sensor)
    const peaks = new Map<number, number>()
    for (const { segment, acceleration } of accelerations(sensor, known)) {
      const scalar = impactScalar(acceleration)
      for (let i = 0; i < scalar.length; i++) {
        const second = Math.floor((segment.timeUs[i] as number) / SECOND_US) * SECOND_US
        if (second < fromUs || second > toUs) continue
        raise(peaks, second, scalar[i] as number)
      }
    }
    for (const [timeUs, value] of peaks) {
      readings.push({ timeUs, key: 'impact', instance: sensor.sensor, value })
      raise(all, timeUs, value)
      if (known?.useWithSafetySpeed) raise(chosen, timeUs, value)
    }
  }
  for (const [timeUs, value] of all)
    readings.push({ timeUs, key: 'impact', instance: 0, value: chosen.get(timeUs) ?? value })
  return readings
}

function raise(peaks: Map<number, number>, timeUs: number, value: number) {
  const known = peaks.get(timeUs)
  if (known === undefined || value > known) peaks.set(timeUs, value)
}
