import type { ImpactPeak } from '#server/telemetry/impactBlock.ts'
import { lowerBound } from '../lowerBound.ts'
import type { Acceleration } from './impactScalar.ts'
import { SLOWEST_FULL_RATE_HZ } from './lowPass.ts'
import { freeFallS, measurePeak } from './measurePeak.ts'
import type { MotionSegment } from './motionSegments.ts'

/** Smaller impacts are normal motion of a boat under way. */
export const PEAK_FLOOR_G = 0.3
/** Planing boats do not meet waves faster than about 2 Hz. */
const SEPARATION_US = 500_000
/** Ranges that accelerometers are set to, and the end of the frame's 16-bit integers of mg. */
const RANGES_G = [8, 16, 32.767]
/** A sensor that comes this close to the end of a range and does not leave it may be saturated. */
const END_OF_RANGE = 0.98
const BEYOND_RANGE = 1.002
/** A force that does not change for so long at its highest was cut off, whatever the range. */
const FLAT_US = 20_000
const FLAT_SAMPLES = 3
const FLAT_FROM_G = 1.9

export interface MeasuredForce {
  segment: MotionSegment
  acceleration: Acceleration
  scalar: Float64Array
}

/**
 * Hits that one sensor measured in [fromUs, toUs), in order of time. These are the local maxima of the impact scalar of
 * at least `floorG`, none closer than half a second to a higher one. Maxima up to `contextUs` outside compete but are
 * not returned.
 */
export function findPeaks(
  sensor: number,
  measured: MeasuredForce,
  fromUs: number,
  toUs: number,
  contextUs: number,
  floorG = PEAK_FLOOR_G,
): ImpactPeak[] {
  const { timeUs } = measured.segment
  const start = lowerBound(timeUs, fromUs - contextUs)
  const end = lowerBound(timeUs, toUs + contextUs)
  const kept: number[] = []
  for (const candidate of candidates(measured.scalar, start, end, floorG)) {
    if (kept.every((other) => Math.abs(at(timeUs, other) - at(timeUs, candidate)) >= SEPARATION_US))
      kept.push(candidate)
  }
  return kept
    .filter((i) => at(timeUs, i) >= fromUs && at(timeUs, i) < toUs)
    .sort((a, b) => a - b)
    .map((i) => toPeak(sensor, measured, i))
}

function candidates(scalar: Float64Array, start: number, end: number, floorG: number): number[] {
  const found: number[] = []
  for (let i = Math.max(1, start); i < Math.min(end, scalar.length - 1); i++) {
    const value = at(scalar, i)
    if (value >= floorG && value > at(scalar, i - 1) && value >= at(scalar, i + 1)) found.push(i)
  }
  return found.sort((a, b) => at(scalar, b) - at(scalar, a) || a - b)
}

function toPeak(sensor: number, { segment, acceleration, scalar }: MeasuredForce, i: number): ImpactPeak {
  const { onset, end, coarse, ...shape } = measurePeak(segment.timeUs, scalar, i)
  return {
    sensor,
    timeUs: Math.round(at(segment.timeUs, i)),
    peakG: at(scalar, i),
    jerkGPerS: shape.jerkGPerS,
    durationS: shape.durationS,
    riseS: shape.riseS,
    freeFallS: freeFallS(segment.timeUs, acceleration.forceG, i, shape.onsetUs),
    xG: at(acceleration.xG, i),
    yG: at(acceleration.yG, i),
    zG: at(acceleration.zG, i),
    clipped: [segment.forceXG, segment.forceYG, segment.forceZG].some((axis) =>
      isCutOff(segment.timeUs.subarray(onset, end + 1), axis.subarray(onset, end + 1)),
    ),
    coarse,
    degraded: segment.rateHz < SLOWEST_FULL_RATE_HZ,
  }
}

function isCutOff(timeUs: Float64Array, forceG: Float64Array): boolean {
  const highest = forceG.reduce((most, force) => (Math.abs(force) > Math.abs(most) ? force : most), 0)
  const highestG = Math.abs(highest)
  if (RANGES_G.some((rangeG) => highestG >= END_OF_RANGE * rangeG && highestG <= BEYOND_RANGE * rangeG))
    return true
  if (highestG < FLAT_FROM_G) return false
  const first = forceG.indexOf(highest)
  let last = first
  while (forceG[last + 1] === highest) last++
  return last - first + 1 >= FLAT_SAMPLES && at(timeUs, last) - at(timeUs, first) >= FLAT_US
}

const at = (values: Float64Array, i: number) => values[i] as number
