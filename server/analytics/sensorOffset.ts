import { SECOND_US } from '#contract/domain/time.ts'
import type { MotionSource } from '#server/processing/formulas/impacts/motionAround.ts'
import type { SensorSettings } from '#server/records/sensors.ts'
import { motionBuckets } from './motionBuckets.ts'

/** A boat is pushed to all sides within minutes: a constant remainder comes from the sensor. */
const LOOKED_AT_US = 300 * SECOND_US
const LEAST_S = 30
/** Half of the smallest impact; turns and trim reach this value. */
const MATTERS_G = 0.15

/**
 * Constant offset of each motion sensor beside gravity, in g, from its last five minutes up to `untilUs`. Such a sensor
 * is bent, badly calibrated or mounted unlike its stored attitude, and takes every sea for an impact. Sensors
 * without such an offset, or with less than half a minute of samples, are absent.
 */
export async function sensorOffsets(
  telemetry: MotionSource,
  vesselNumber: number,
  untilUs: number,
  settings: ReadonlyMap<number, SensorSettings>,
): Promise<Map<number, number>> {
  const interval = { vesselNumber, fromUs: untilUs - LOOKED_AT_US, toUs: untilUs }
  const measured = new Map<number, { x: number[]; y: number[]; z: number[] }>()
  for await (const page of motionBuckets(telemetry, interval, SECOND_US, settings)) {
    for (const { sensor, samples, impact_x, impact_y, impact_z } of page) {
      const means = measured.get(sensor) ?? { x: [], y: [], z: [] }
      measured.set(sensor, means)
      means.x.push(impact_x.sum / samples)
      means.y.push(impact_y.sum / samples)
      means.z.push(impact_z.sum / samples)
    }
  }
  return new Map(
    [...measured].flatMap(([sensor, { x, y, z }]) => {
      const offsetG = Math.hypot(median(x), median(y), median(z))
      return x.length >= LEAST_S && offsetG >= MATTERS_G ? [[sensor, offsetG] as const] : []
    }),
  )
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0
