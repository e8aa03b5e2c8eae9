import type { MotionBlock, ScalarReading } from '#contract/domain/reading.ts'
import type { SeriesKey } from '#contract/domain/series.ts'
import { HOUR_S } from '#contract/domain/time.ts'
import { impactBlocks } from '#server/processing/formulas/impacts/impactBlocks.ts'
import type { TestTelemetry } from '#server/testing/testTelemetry.ts'

/** Start of the trips of a test console. */
export const BEGIN_MS = Date.UTC(2026, 5, 18, 9)
/** Duration of the motion samples: tests replay only the beginning. */
const IMU_S = 120
const IMU_HZ = 50

/**
 * Stores the measurements of a trip, by default one hour long: northward at 10 m/s, with one hard impact, motion and
 * a light wind.
 */
export async function sailTrip(telemetry: TestTelemetry, vesselNumber: number, hours = 1) {
  const scalars: ScalarReading[] = []
  const fixes = []
  for (let second = 0; second < hours * HOUR_S; second++) {
    const timeUs = (BEGIN_MS + second * 1000) * 1000
    const add = (key: SeriesKey, value: number, instance = 0) =>
      scalars.push({ timeUs, key, instance, value })
    const impact = second === 2000 ? 4.2 : 0.4 + 0.2 * Math.sin(second / 30)
    add('sog', 10 + Math.sin(second / 60))
    add('rog', 8)
    add('cog', 0.3)
    add('impact', impact)
    add('impact', impact, 1)
    if (second % 60 === 0) {
      for (const [key, value] of BREEZE) add(key, value)
    }
    fixes.push({
      timeUs,
      latitudeDeg: 64.2 + second * 9e-5,
      longitudeDeg: -22 + second * 6e-5,
      hdop: 1,
      valid: true,
    })
  }
  const readings = { vesselNumber, scalars, fixes, motion: [swell()], ais: [], faults: [] }
  await telemetry.append([readings])
  const interval = { vesselNumber, fromUs: BEGIN_MS * 1000, toUs: (BEGIN_MS + IMU_S * 1000) * 1000 }
  await telemetry.impacts.store(
    impactBlocks(await telemetry.motion.bySensor([interval]), interval.fromUs, interval.toUs),
  )
}

const BREEZE: readonly (readonly [SeriesKey, number])[] = [
  ['wave_height_fc', 1.2],
  ['wave_direction', Math.PI],
  ['wave_period', 5.4],
  ['wind_speed_fc', 8.1],
  ['wind_direction', Math.PI / 2],
  ['current_speed', 0.4],
  ['current_direction', Math.PI],
  ['air_temperature', 283.15],
  ['sea_state', 3],
]

/** The first sensor in a long swell. */
export function swell(): MotionBlock {
  const column = (at: (second: number) => number) =>
    Int16Array.from({ length: IMU_S * IMU_HZ }, (_, sample) => Math.round(at(sample / IMU_HZ)))
  return {
    sensor: 1,
    startUs: BEGIN_MS * 1000,
    intervalUs: 1_000_000 / IMU_HZ,
    forceX: column(() => 0),
    forceY: column(() => 0),
    forceZ: column(() => 1000),
    roll: column((second) => 1500 * Math.sin(second)),
    pitch: column((second) => 800 * Math.sin(second / 2)),
    yaw: column((second) => 3000 + 500 * Math.sin(second / 3)),
  }
}
