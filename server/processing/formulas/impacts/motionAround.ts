import type { Motion, MotionStore } from '#server/telemetry/motion.ts'
import type { VesselInterval } from '#server/telemetry/vesselInterval.ts'
import { lowerBound } from '../lowerBound.ts'
import { lacksAttitude } from './motionSegments.ts'
import { GRAVITY_MEMORY_US, GRAVITY_SEED_US } from './slowMean.ts'

/** Time before and after a moment in which samples influence it (µs), for a sensor with attitude. */
export interface Context {
  before: number
  after: number
}

/** As much of Telemetry as reading motion takes. */
export interface MotionSource {
  motion: Pick<MotionStore, 'bySensor'>
}

export interface Affected extends VesselInterval {
  motion: Motion[]
}

/**
 * Intervals that the samples can have changed, with their motion, read in one query. Intervals grow to multiples of
 * `gridUs`. Without an attitude gravity is a slow mean and more samples have influence. Those vessels are read again
 * with more context.
 */
export async function motionAround(
  telemetry: MotionSource,
  intervals: readonly VesselInterval[],
  context: Context,
  gridUs: number,
): Promise<Affected[]> {
  const known = await read(telemetry, intervals, context, gridUs)
  const lacking = intervals.filter((_, i) => known[i]?.motion.some(lacksAttitude))
  if (lacking.length === 0) return known
  const slow = await read(
    telemetry,
    lacking,
    { before: context.before + GRAVITY_MEMORY_US, after: context.after + GRAVITY_SEED_US },
    gridUs,
  )
  return known.map((one, i) => slow[lacking.indexOf(intervals[i] as VesselInterval)] ?? one)
}

async function read(
  telemetry: MotionSource,
  intervals: readonly VesselInterval[],
  { before, after }: Context,
  gridUs: number,
): Promise<Affected[]> {
  // A moment depends on samples up to `before` earlier, so a new sample changes moments up to `before` later.
  // `after` works in the opposite direction.
  const affected = intervals.map(({ vesselNumber, fromUs, toUs }) => ({
    vesselNumber,
    fromUs: Math.floor((fromUs - after) / gridUs) * gridUs,
    toUs: (Math.floor((toUs + before) / gridUs) + 1) * gridUs - 1,
  }))
  const motion = await telemetry.motion.bySensor(
    affected.map((one) => ({ ...one, fromUs: one.fromUs - before, toUs: one.toUs + after })),
  )
  return affected.map((one) => ({
    ...one,
    motion: motion
      .filter(({ vesselNumber }) => vesselNumber === one.vesselNumber)
      .map((whole) => partOf(whole, one.fromUs - before, one.toUs + after))
      .filter(({ timeUs }) => timeUs.length > 0),
  }))
}

/** Cuts one burst out of the motion of a vessel, because many bursts are read together. */
export function partOf(motion: Motion, fromUs: number, toUs: number): Motion {
  const [start, end] = [lowerBound(motion.timeUs, fromUs), lowerBound(motion.timeUs, toUs + 1)]
  return {
    ...motion,
    timeUs: motion.timeUs.subarray(start, end),
    forceXG: motion.forceXG.subarray(start, end),
    forceYG: motion.forceYG.subarray(start, end),
    forceZG: motion.forceZG.subarray(start, end),
    rollRad: motion.rollRad.subarray(start, end),
    pitchRad: motion.pitchRad.subarray(start, end),
  }
}
