import type { MotionSegment } from './motionSegments.ts'

type Vector = readonly [x: number, y: number, z: number]

/** Long against wave encounter, short against a change of running trim. */
const TAU_S = 20
const SEED_S = 5
/**
 * Three time constants: older samples have no influence, so that the result depends on a limited interval.
 */
const MEMORY_S = 60
/** Time over which samples influence gravity, begun seconds included, backwards and, through the seed, ahead. */
export const GRAVITY_MEMORY_US = (MEMORY_S + 2) * 1e6
export const GRAVITY_SEED_US = SEED_S * 1e6

/**
 * Gravity in g for each sample of a segment: the exponential mean of the whole seconds before it, scaled to 1
 * g. The mean starts with the median of the segment's first five seconds.
 */
export function slowMean(
  { timeUs, rateHz }: Pick<MotionSegment, 'timeUs' | 'rateHz'>,
  force: { xG: Float64Array; yG: Float64Array; zG: Float64Array },
): (i: number) => Vector {
  const axes = [force.xG, force.yG, force.zG] as const
  const first = secondOf(timeUs[0] as number)
  const means = axes.map((axis) => secondMeans(axis, timeUs))
  const seedSamples = Math.ceil(SEED_S * rateHz)
  const seed = axes.map((axis) => median(axis.subarray(0, seedSamples)))
  const ofSecond = new Map<number, Vector>()
  return (i) => {
    const second = secondOf(timeUs[i] as number) - first
    const known = ofSecond.get(second)
    if (known) return known
    const [x = 0, y = 0, z = 0] = means.map((mean, axis) => gravityAt(second, mean, seed[axis] ?? 0))
    const length = Math.sqrt(x * x + y * y + z * z) || 1
    const gravity = [x / length, y / length, z / length] as const
    ofSecond.set(second, gravity)
    return gravity
  }
}

const KEEP = Math.exp(-1 / TAU_S)

function gravityAt(second: number, means: Float64Array, seed: number): number {
  const remembered = Math.min(second, MEMORY_S)
  let sum = second <= MEMORY_S ? KEEP ** second * seed : 0
  let weight = 1 - KEEP
  for (let back = 1; back <= remembered; back++) {
    sum += weight * (means[second - back] as number)
    weight *= KEEP
  }
  return sum
}

/** Mean of each second from the first on; a segment has no hole of a second. */
function secondMeans(axis: Float64Array, timeUs: Float64Array): Float64Array {
  const first = secondOf(timeUs[0] as number)
  const count = secondOf(timeUs.at(-1) ?? 0) - first + 1
  const sums = new Float64Array(count)
  const counts = new Float64Array(count)
  for (let i = 0; i < axis.length; i++) {
    const second = secondOf(timeUs[i] as number) - first
    sums[second] = (sums[second] as number) + (axis[i] as number)
    counts[second] = (counts[second] as number) + 1
  }
  return sums.map((sum, second) => sum / Math.max(1, counts[second] as number))
}

const secondOf = (timeUs: number) => Math.floor(timeUs / 1e6)

const median = (values: Float64Array) => values.slice().sort()[values.length >> 1] ?? 0
