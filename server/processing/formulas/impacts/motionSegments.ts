import { SECOND_US } from '#contract/domain/time.ts'
import type { Motion } from '#server/telemetry/motion.ts'

/**
 * Motion samples without a gap, evenly spaced to within half a step, as columns. Angles are NaN when the
 * sensor has no attitude.
 */
export interface MotionSegment {
  rateHz: number
  timeUs: Float64Array
  forceXG: Float64Array
  forceYG: Float64Array
  forceZG: Float64Array
  rollRad: Float64Array
  pitchRad: Float64Array
}

/** A hole of more samples than this is not interpolated over. */
const MAX_HOLE_SAMPLES = 3
const SHORTEST_US = SECOND_US
/** Angles often arrive less often than forces: the last angle stays valid for this many samples. */
const HOLD_SAMPLES = 10

/**
 * Splits at gaps, fills a few missing samples by linear interpolation and drops repeated samples. Samples
 * stay at their own times, so that stored peaks do not depend on where reading began.
 */
export function motionSegments(motion: Motion): MotionSegment[] {
  const { timeUs } = motion
  const rateHz = nominalRateHz(timeUs)
  if (rateHz === null) return []
  const intervalUs = 1e6 / rateHz
  const segments: MotionSegment[] = []
  let start = 0
  for (let i = 1; i <= timeUs.length; i++) {
    const ends =
      i === timeUs.length || at(timeUs, i) - at(timeUs, i - 1) > (MAX_HOLE_SAMPLES + 1.5) * intervalUs
    if (!ends) continue
    if (at(timeUs, i - 1) - at(timeUs, start) + intervalUs >= SHORTEST_US)
      segments.push(cut(motion, start, i, rateHz))
    start = i
  }
  return segments
}

/** True when some samples have no attitude, neither from the sensor nor from a recent value. */
export function lacksAttitude({ rollRad, pitchRad }: Motion): boolean {
  for (let i = 0, unknown = 0; i < rollRad.length; i++) {
    unknown = Number.isNaN(rollRad[i]) || Number.isNaN(pitchRad[i]) ? unknown + 1 : 0
    if (unknown > HOLD_SAMPLES) return true
  }
  return false
}

function cut(motion: Motion, start: number, end: number, rateHz: number): MotionSegment {
  const times = motion.timeUs.subarray(start, end)
  const places = evenPlaces(times, 1e6 / rateHz)
  const column = (values: Float64Array) => {
    const own = values.subarray(start, end)
    return places ? interpolated(own, places) : own
  }
  return {
    rateHz,
    timeUs: places ? interpolated(times, places) : times,
    forceXG: column(motion.forceXG),
    forceYG: column(motion.forceYG),
    forceZG: column(motion.forceZG),
    rollRad: held(column(motion.rollRad)),
    pitchRad: held(column(motion.pitchRad)),
  }
}

/** Place of each even sample among the given ones, as a fractional index; null when they are even already. */
function evenPlaces(timeUs: Float64Array, intervalUs: number): number[] | null {
  let even = true
  for (let i = 1; i < timeUs.length && even; i++) {
    even = Math.round((at(timeUs, i) - at(timeUs, i - 1)) / intervalUs) === 1
  }
  if (even) return null
  const places = [0]
  let last = 0
  for (let i = 1; i < timeUs.length; i++) {
    const steps = Math.round((at(timeUs, i) - at(timeUs, last)) / intervalUs)
    if (steps === 0) continue
    for (let step = 1; step <= steps; step++) places.push(last + ((i - last) * step) / steps)
    last = i
  }
  return places
}

function interpolated(values: Float64Array, places: readonly number[]): Float64Array {
  return Float64Array.from(places, (place) => {
    const before = Math.floor(place)
    const share = place - before
    return share === 0
      ? at(values, before)
      : at(values, before) * (1 - share) + at(values, before + 1) * share
  })
}

/** Whether a sensor left out any of these. */
export function hasGap(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (Number.isNaN(at(values, i))) return true
  return false
}

function held(values: Float64Array): Float64Array {
  if (!hasGap(values)) return values
  const filled = values.slice()
  for (let i = 0, known = Number.NEGATIVE_INFINITY; i < filled.length; i++) {
    if (!Number.isNaN(at(values, i))) known = i
    else if (i - known <= HOLD_SAMPLES) filled[i] = at(values, known)
  }
  return filled
}

/** From the median of the steps between samples, over at most a thousand of them, to the half Hz. */
function nominalRateHz(timeUs: Float64Array): number | null {
  const count = Math.min(timeUs.length - 1, 1000)
  if (count < 1) return null
  const steps = Float64Array.from({ length: count }, (_, i) => at(timeUs, i + 1) - at(timeUs, i)).sort()
  return Math.max(0.5, Math.round(2e6 / at(steps, count >> 1)) / 2)
}

const at = (values: Float64Array, i: number) => values[i] as number
