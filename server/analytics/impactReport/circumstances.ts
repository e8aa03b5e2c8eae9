/** Measurements of the boat's own instruments around a moment. Times in µs; null where there are too few samples. */
import { SECOND_US } from '#contract/domain/time.ts'
import { wrap180 } from '#contract/domain/units.ts'
import type { Position } from '#contract/geodesy/position.ts'
import type { Movement } from '#server/telemetry/positions.ts'

/** Samples in time order. */
export interface Samples {
  timeUs: ArrayLike<number>
  value: ArrayLike<number>
}

const JOIN_FIXES_US = 10 * SECOND_US
const NEAREST_FIX_US = 5 * SECOND_US

/** On the line between the fixes around, when they are at most ten seconds apart; else the nearest within five. */
export function positionAt(
  { timeUs, latitudeDeg, longitudeDeg }: Pick<Movement, 'timeUs' | keyof Position>,
  us: number,
): Position | null {
  const after = firstAfter(timeUs, us)
  const before = after - 1
  const place = (i: number) => ({ latitudeDeg: at(latitudeDeg, i), longitudeDeg: at(longitudeDeg, i) })
  const sinceUs = before < 0 ? Number.POSITIVE_INFINITY : us - at(timeUs, before)
  const untilUs = after >= timeUs.length ? Number.POSITIVE_INFINITY : at(timeUs, after) - us
  if (sinceUs + untilUs <= JOIN_FIXES_US) {
    const [a, b] = [place(before), place(after)]
    const share = sinceUs / (sinceUs + untilUs)
    return {
      latitudeDeg: a.latitudeDeg + (b.latitudeDeg - a.latitudeDeg) * share,
      longitudeDeg: wrap180(a.longitudeDeg + wrap180(b.longitudeDeg - a.longitudeDeg) * share),
    }
  }
  if (Math.min(sinceUs, untilUs) > NEAREST_FIX_US) return null
  return place(sinceUs <= untilUs ? before : after)
}

/** The last value at most so old. */
export function lastValue({ timeUs, value }: Samples, us: number, maxAgeUs: number): number | null {
  const i = firstAfter(timeUs, us) - 1
  return i >= 0 && us - at(timeUs, i) <= maxAgeUs ? at(value, i) : null
}

const BASELINE_US = [-3 * SECOND_US, -0.5 * SECOND_US] as const
/** Wider baseline for an engine that reports once a second and has too few samples in the narrow one. */
const WIDE_BASELINE_US = [-8 * SECOND_US, -0.5 * SECOND_US] as const
const LEAST_BASELINE = 3
const CHANGE_US = [-0.5 * SECOND_US, 3 * SECOND_US] as const

/**
 * The largest change of engine speed from half a second before the moment to three seconds after it, with its
 * sign. The reference is the median of the two and a half seconds before that interval. With fewer than three
 * samples there, it is the median of seven and a half seconds.
 */
export function speedChange({ timeUs, value }: Samples, us: number): number | null {
  const within = ([from, to]: readonly [number, number]) =>
    slice(value, ...indices(timeUs, us + from, us + to))
  const near = within(BASELINE_US)
  const before = near.length < LEAST_BASELINE ? within(WIDE_BASELINE_US) : near
  const after = within(CHANGE_US)
  if (before.length < LEAST_BASELINE || after.length === 0) return null
  const baseline = median(before)
  return largest(after.map((speed) => speed - baseline))
}

/** Change of the largest magnitude. */
export function largest(changes: readonly (number | null)[]): number | null {
  return changes.reduce(
    (most, change) =>
      change !== null && (most === null || Math.abs(change) > Math.abs(most)) ? change : most,
    null,
  )
}

/** The smallest value within ten seconds around. */
export function lowestAround({ timeUs, value }: Samples, us: number): number | null {
  const around = slice(value, ...indices(timeUs, us - 10 * SECOND_US, us + 10 * SECOND_US))
  return around.length === 0 ? null : Math.min(...around)
}

/** A sounding this much shallower than both neighbours was an echo of something else. */
const PLUNGE = 0.2

/**
 * Plausible soundings. Under a slamming hull the water is full of air and sounders read falsely shallow, so single low
 * readings go. The result has no depth at or below zero, uses the median of three, and drops a fall by more than 80 %
 * for one sample.
 */
export function acceptedDepths({ timeUs, value }: Samples): { timeUs: number[]; value: number[] } {
  const kept = Array.from({ length: value.length }, (_, i) => i).filter((i) => at(value, i) > 0)
  const depths = kept.map((i) => at(value, i))
  const smooth = depths.map((depth, i) => median([depths[i - 1] ?? depth, depth, depths[i + 1] ?? depth]))
  const accepted = smooth.flatMap((depth, i) => {
    const neighbours = [smooth[i - 1], smooth[i + 1]].filter((other) => other !== undefined)
    return neighbours.length > 0 && neighbours.every((other) => depth < PLUNGE * other) ? [] : [i]
  })
  return {
    timeUs: accepted.map((i) => at(timeUs, kept[i] ?? 0)),
    value: accepted.map((i) => smooth[i] ?? 0),
  }
}

/** Index of the first time after `us`. */
export function firstAfter(timeUs: ArrayLike<number>, us: number): number {
  let low = 0
  for (let high = timeUs.length; low < high; ) {
    const middle = (low + high) >> 1
    if (at(timeUs, middle) <= us) low = middle + 1
    else high = middle
  }
  return low
}

/** From the first sample at or after `fromUs` to the first one after `toUs`. */
const indices = (timeUs: ArrayLike<number>, fromUs: number, toUs: number) =>
  [firstAfter(timeUs, fromUs - 1), firstAfter(timeUs, toUs)] as const

const slice = (values: ArrayLike<number>, from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => at(values, from + i))

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? at(sorted, middle) : (at(sorted, middle - 1) + at(sorted, middle)) / 2
}

const at = (values: ArrayLike<number>, i: number) => values[i] as number
