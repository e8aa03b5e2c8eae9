import type { Motion } from '#server/telemetry/telemetry.ts'

/** A hole-free run of motion samples on a uniform grid; angles are null when the sensor gives none. */
export interface MotionSegment {
  startUs: number
  intervalUs: number
  forceXG: Float64Array
  forceYG: Float64Array
  forceZG: Float64Array
  rollRad: Float64Array | null
  pitchRad: Float64Array | null
}

/** A hole of more samples than this is not interpolated over. */
const MAX_HOLE_SAMPLES = 3
const SHORTEST_US = 1_000_000

/** Splits at holes and brings each run to its nominal rate by linear interpolation. */
export function motionSegments(motion: Motion): MotionSegment[] {
  const { timeUs } = motion
  const intervalUs = medianStepUs(timeUs)
  if (intervalUs === null) return []
  const segments: MotionSegment[] = []
  let start = 0
  for (let i = 1; i <= timeUs.length; i++) {
    const ends =
      i === timeUs.length || at(timeUs, i) - at(timeUs, i - 1) > (MAX_HOLE_SAMPLES + 1) * intervalUs
    if (!ends) continue
    if (at(timeUs, i - 1) - at(timeUs, start) + intervalUs >= SHORTEST_US)
      segments.push(cut(motion, start, i, intervalUs))
    start = i
  }
  return segments
}

function cut(motion: Motion, start: number, end: number, intervalUs: number): MotionSegment {
  const times = motion.timeUs.subarray(start, end)
  const column = (values: Float64Array) => resample(times, values.subarray(start, end), intervalUs)
  const level = hasAny(motion.rollRad, start, end) && hasAny(motion.pitchRad, start, end)
  return {
    startUs: at(times, 0),
    intervalUs,
    forceXG: column(motion.forceXG),
    forceYG: column(motion.forceYG),
    forceZG: column(motion.forceZG),
    rollRad: level ? resample(times, held(motion.rollRad, start, end), intervalUs) : null,
    pitchRad: level ? resample(times, held(motion.pitchRad, start, end), intervalUs) : null,
  }
}

function resample(timeUs: Float64Array, values: Float64Array, intervalUs: number): Float64Array {
  const startUs = at(timeUs, 0)
  const count = Math.round((at(timeUs, timeUs.length - 1) - startUs) / intervalUs) + 1
  const even = new Float64Array(count)
  let next = 0
  for (let i = 0; i < count; i++) {
    const time = startUs + i * intervalUs
    while (next < timeUs.length - 1 && at(timeUs, next) < time) next++
    const before = Math.max(next - 1, 0)
    const span = at(timeUs, next) - at(timeUs, before)
    const share = span > 0 ? Math.min(1, Math.max(0, (time - at(timeUs, before)) / span)) : 1
    even[i] = at(values, before) + (at(values, next) - at(values, before)) * share
  }
  return even
}

/** Angles often come slower than forces: the last one known holds, and the first one reaches back. */
function held(values: Float64Array, start: number, end: number): Float64Array {
  const filled = values.slice(start, end)
  let known = filled.find((value) => !Number.isNaN(value)) ?? 0
  for (let i = 0; i < filled.length; i++) {
    if (Number.isNaN(filled[i])) filled[i] = known
    else known = at(filled, i)
  }
  return filled
}

function hasAny(values: Float64Array, start: number, end: number) {
  for (let i = start; i < end; i++) if (!Number.isNaN(values[i])) return true
  return false
}

/** Median of the steps between samples, over at most a thousand of them. */
function medianStepUs(timeUs: Float64Array): number | null {
  const count = Math.min(timeUs.length - 1, 1000)
  if (count < 1) return null
  const steps = Float64Array.from({ length: count }, (_, i) => at(timeUs, i + 1) - at(timeUs, i)).sort()
  return Math.max(1, at(steps, count >> 1))
}

const at = (values: Float64Array, i: number) => values[i] as number
