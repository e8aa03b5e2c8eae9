import { MINUTE_US } from '#contract/domain/time.ts'
import { KNOT_MPS } from '#contract/domain/units.ts'
import type { Direction } from '#contract/wire/sensorMounting.ts'
import type { SensorRest } from '#server/records/sensorMountings.ts'
import type { Motion } from '#server/telemetry/motion.ts'
import { gravityOf, leanOf } from './mounting.ts'

export const REST_US = MINUTE_US
/** Seconds of the minute that must contain samples. */
const LEAST_SECONDS = 54
const STILL_BELOW_MPS = 0.5 * KNOT_MPS
const SHAKEN_FROM_G = 0.02
/** A sensor that leans by more than this is mounted differently from what the user entered. */
const MOST_LEAN_DEG = 45

/** Reasons why a minute is not a minute at rest. */
export type Unrest = 'NO_REST_MOVED' | 'NO_REST_SHAKEN' | 'NO_REST_SILENT'

/** Measures a sensor over a minute at rest, or returns the reason why the minute is unusable. */
export function measureRest(motion: Motion | undefined, sogMps: ArrayLike<number>): SensorRest | Unrest {
  if (Array.from(sogMps).some((speed) => speed >= STILL_BELOW_MPS)) return 'NO_REST_MOVED'
  const seconds = new Set(Array.from(motion?.timeUs ?? [], (us) => Math.floor(us / 1e6)))
  if (!motion || seconds.size < LEAST_SECONDS) return 'NO_REST_SILENT'
  const lengths = motion.forceXG.map((x, i) => Math.hypot(x, motion.forceYG[i] ?? 0, motion.forceZG[i] ?? 0))
  if (deviation(lengths) >= SHAKEN_FROM_G) return 'NO_REST_SHAKEN'
  const [rolls, pitches] = [known(motion.rollRad), known(motion.pitchRad)]
  const knowsAttitude = rolls.length > motion.timeUs.length / 2 && pitches.length > motion.timeUs.length / 2
  return {
    fromUs: Math.floor((motion.timeUs[0] ?? 0) / 1e6) * 1e6,
    forceG: [median(motion.forceXG), median(motion.forceYG), median(motion.forceZG)],
    attitude: knowsAttitude ? { rollRad: median(rolls), pitchRad: median(pitches) } : null,
  }
}

/** Result shown to a user who levels a sensor: its lean, and the error of its attitude. */
export function levellingOf(xAxis: Direction, zAxis: Direction, { forceG, attitude }: SensorRest) {
  const { rollRad, pitchRad } = leanOf(xAxis, zAxis, forceG)
  const gravity = attitude && gravityOf(attitude.rollRad, attitude.pitchRad)
  return {
    rollRad,
    pitchRad,
    gravityErrorG: gravity && Math.hypot(...gravity.map((one, axis) => one - (forceG[axis] ?? 0))),
  }
}

export function matchesAxes(xAxis: Direction, zAxis: Direction, { forceG }: SensorRest): boolean {
  return leanOf(xAxis, zAxis, forceG).upG > Math.cos((MOST_LEAN_DEG * Math.PI) / 180)
}

const known = (values: Float64Array) => values.filter((value) => !Number.isNaN(value))
const median = (values: Float64Array) => values.slice().sort()[values.length >> 1] ?? 0

function deviation(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}
