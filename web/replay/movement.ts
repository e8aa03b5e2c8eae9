import { Quaternion } from 'three'
import type { TimeSeriesEntry } from '#contract/timeSeries.ts'
import { type Attitude, type Axes, orientationOf } from './attitude.ts'

/** Samples of the replay are this far apart: twenty a second. */
export const SAMPLE_MS = 50
/** What is read at once; the next window is read while this one plays. */
export const WINDOW_MS = 300_000
/** Beyond a hole of this length the boat is not turned from one attitude to the other. */
const LONGEST_HOLE_MS = 1000
const STILL_DEG = 1e-6

/** One sensor's attitude over a window, as columns in time order; NaN where an angle is not known. */
export interface Movement {
  timeMs: Float64Array
  attitude: Record<keyof Attitude, Float64Array>
  impactG: Float64Array
}

const AXES = ['x', 'y', 'z'] as const

/** Brings the four series of a window onto one list of times. */
export function readMovement(entries: readonly TimeSeriesEntry[]): Movement {
  const times = [...new Set(entries.flatMap(({ series }) => series.map(({ time }) => time)))].sort(
    (a, b) => a - b,
  )
  const rowOf = new Map(times.map((time, row) => [time, row]))
  const column = (field: string) => {
    const values = new Float64Array(times.length).fill(Number.NaN)
    const entry = entries.find((one) => one.field === field || one.field.startsWith(`${field}_`))
    for (const { time, value } of entry?.series ?? []) values[rowOf.get(time) ?? 0] = value ?? Number.NaN
    return values
  }
  return {
    timeMs: Float64Array.from(times),
    attitude: { x: column('euler_x'), y: column('euler_y'), z: column('euler_z') },
    impactG: column('impact'),
  }
}

/** False when any of the three axes says the same all the time, or nothing: then there is nothing to replay. */
export function isMoving({ attitude }: Movement): boolean {
  return AXES.every((axis) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const value of attitude[axis]) {
      if (Number.isNaN(value)) continue
      low = Math.min(low, value)
      high = Math.max(high, value)
    }
    return high - low > STILL_DEG
  })
}

/**
 * The boat's orientation at a time, turned the short way between the samples around it. Null outside the data and in
 * its holes.
 */
export function orientationAt(
  movement: Movement,
  timeMs: number,
  axes: Axes,
  into = new Quaternion(),
): Quaternion | null {
  const after = firstAtOrAfter(movement.timeMs, timeMs)
  const before = movement.timeMs[after] === timeMs ? after : after - 1
  const [a, b] = [attitudeOf(movement, before), attitudeOf(movement, after)]
  const [fromMs, toMs] = [movement.timeMs[before], movement.timeMs[after]]
  if (!a || !b || fromMs === undefined || toMs === undefined || toMs - fromMs > LONGEST_HOLE_MS) return null
  const share = toMs > fromMs ? (timeMs - fromMs) / (toMs - fromMs) : 0
  return into.slerpQuaternions(orientationOf(a, axes), orientationOf(b, axes), share)
}

/** The largest impact of the sample at or before the time; null where none was measured. */
export function impactAt({ timeMs: times, impactG }: Movement, timeMs: number): number | null {
  const row = lastAtOrBefore(times, timeMs)
  const value = impactG[row]
  if (value === undefined || Number.isNaN(value) || timeMs - (times[row] ?? 0) > LONGEST_HOLE_MS) return null
  return value
}

function attitudeOf({ attitude }: Movement, row: number): Attitude | null {
  const [x, y, z] = [attitude.x[row], attitude.y[row], attitude.z[row]]
  if (x === undefined || y === undefined || z === undefined) return null
  return Number.isNaN(x + y + z) ? null : { x, y, z }
}

/** The last row whose time is not after this one; -1 when there is none. */
export function lastAtOrBefore(times: ArrayLike<number>, timeMs: number): number {
  const row = firstAtOrAfter(times, timeMs)
  return times[row] === timeMs ? row : row - 1
}

/** The first row whose time is not before this one; the length when there is none. */
function firstAtOrAfter(times: ArrayLike<number>, timeMs: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) < timeMs) low = middle + 1
    else high = middle
  }
  return low
}
