import { Quaternion } from 'three'
import { SECOND_MS } from '#contract/domain/time.ts'
import type { TimeSeriesEntry } from '#contract/wire/timeSeries.ts'
import { type Attitude, type Axes, orientationOf } from './attitude.ts'

/** Distance between samples of the replay, ms: twenty a second. */
export const SAMPLE_MS = 50
/** Length of a window, which one request reads; the next window is read while this one plays. */
export const WINDOW_MS = 300_000
/** Longest gap across which the boat is turned from one attitude to the next, ms. */
const LONGEST_HOLE_MS = 1000
const STILL_DEG = 1e-6

/**
 * Start of the window that contains a moment. Windows follow each other from the trip's start; the trip's last moment
 * is in the last window.
 */
export function windowAt(trip: { fromMs: number; toMs: number }, timeMs: number): number {
  const last = Math.max(0, Math.ceil((trip.toMs - trip.fromMs) / WINDOW_MS) - 1)
  return trip.fromMs + Math.min(last, Math.floor((timeMs - trip.fromMs) / WINDOW_MS)) * WINDOW_MS
}

/** Attitude of one sensor over a window, as columns in time order, at the times when all three angles are known. */
export interface Movement {
  timeMs: Float64Array
  attitude: Record<keyof Attitude, Float64Array>
  /** Impacts of the sensor, one a second, with their own times. */
  impact: { timeMs: Float64Array; g: Float64Array }
}

const AXES = ['x', 'y', 'z'] as const

/** Joins the three angles of a window by time. */
export function readMovement(entries: readonly TimeSeriesEntry[]): Movement {
  const pointsOf = (field: string) => {
    const entry = entries.find((one) => one.field === field || one.field.startsWith(`${field}_`))
    return (entry?.series ?? []).flatMap(({ time, value }) =>
      value === null ? [] : [[time, value] as const],
    )
  }
  const [x, y, z] = AXES.map((axis) => new Map(pointsOf(`euler_${axis}`)))
  const times = [...(x?.keys() ?? [])].filter((time) => y?.has(time) && z?.has(time)).sort((a, b) => a - b)
  const column = (points: ReadonlyMap<number, number> | undefined) =>
    Float64Array.from(times, (time) => points?.get(time) ?? Number.NaN)
  const impacts = pointsOf('impact').sort(([a], [b]) => a - b)
  return {
    timeMs: Float64Array.from(times),
    attitude: { x: column(x), y: column(y), z: column(z) },
    impact: {
      timeMs: Float64Array.from(impacts, ([time]) => time),
      g: Float64Array.from(impacts, ([, g]) => g),
    },
  }
}

/** False when one of the three axes is constant or missing: then there is no motion to replay. */
export function isMoving({ attitude }: Movement): boolean {
  return AXES.every((axis) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const value of attitude[axis]) {
      low = Math.min(low, value)
      high = Math.max(high, value)
    }
    return high - low > STILL_DEG
  })
}

/**
 * Orientation of the boat at a time, interpolated the short way. At either end of the data the outermost sample stays
 * valid for the longest gap. Null beyond that and in gaps.
 */
export function orientationAt(
  movement: Movement,
  timeMs: number,
  axes: Axes,
  into = new Quaternion(),
): Quaternion | null {
  const { timeMs: times } = movement
  const after = firstAtOrAfter(times, timeMs)
  const before = times[after] === timeMs ? after : after - 1
  const [fromMs, toMs] = [times[before] ?? timeMs, times[after] ?? timeMs]
  const [a, b] = [attitudeOf(movement, before), attitudeOf(movement, after)]
  const [from, to] = [a ?? b, b ?? a]
  if (!from || !to || !isKnownAt(movement, timeMs)) return null
  const share = toMs > fromMs ? (timeMs - fromMs) / (toMs - fromMs) : 0
  return into.slerpQuaternions(orientationOf(from, axes), orientationOf(to, axes), share)
}

/** False in a gap and outside the data. */
export function isKnownAt({ timeMs: times }: Movement, timeMs: number): boolean {
  const after = firstAtOrAfter(times, timeMs)
  const [fromMs, toMs] = [times[after - 1] ?? timeMs, times[after] ?? timeMs]
  return times.length > 0 && (times[after] === timeMs || toMs - fromMs <= LONGEST_HOLE_MS)
}

/** Latest impact at a time: a value stands for the second after its time. Null without a value. */
export function impactAt({ impact }: Movement, timeMs: number): number | null {
  const row = lastAtOrBefore(impact.timeMs, timeMs)
  const [at, g] = [impact.timeMs[row], impact.g[row]]
  return at === undefined || g === undefined || timeMs - at >= SECOND_MS ? null : g
}

function attitudeOf({ attitude }: Movement, row: number): Attitude | null {
  const [x, y, z] = [attitude.x[row], attitude.y[row], attitude.z[row]]
  return x === undefined || y === undefined || z === undefined ? null : { x, y, z }
}

/** Last row whose time is not after this time; -1 when there is none. */
export function lastAtOrBefore(times: ArrayLike<number>, timeMs: number): number {
  const row = firstAtOrAfter(times, timeMs)
  return times[row] === timeMs ? row : row - 1
}

/** First row whose time is not before this time; the length when there is none. */
function firstAtOrAfter(times: ArrayLike<number>, timeMs: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) < timeMs) low = middle + 1
    else high = middle
  }
  return low
}
