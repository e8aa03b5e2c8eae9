import { SERIES } from '#contract/domain/series.ts'
import { degToRad, radToDeg, wrap180, wrap360 } from '#contract/domain/units.ts'
import type { Buckets, Field } from './field.ts'

/**
 * Figures of one series in one bucket, in stored units. Parts of neighbouring buckets add up to the part of
 * both.
 */
export interface Part {
  /** Start of the bucket. */
  timeUs: number
  /** Samples that have a value. */
  values: number
  min: number
  max: number
  /** The newest value. */
  last: number
  sum: number
  /** The sum with negative values counted from 360° east, for longitudes; else 0. */
  eastSum: number
  /** Sums of sines and cosines, for angles; else 0. */
  sineSum: number
  cosineSum: number
  /** Integrals of value, sine and cosine over the time between samples that follow each other, and that time. */
  coveredS: number
  area: number
  sineArea: number
  cosineArea: number
  /** First and last sample, NaN for "not available"; null without integration. */
  ends: { firstUs: number; first: number; lastUs: number; lastSample: number } | null
}

/** Parts by series and instance, keyed by nameOf(). */
export type PartsByName = Map<string, Part[]>

/** Positions and attitudes come at an even rate: the mean of samples is the mean over time. */
export const NOTHING_MORE = {
  eastSum: 0,
  sineSum: 0,
  cosineSum: 0,
  coveredS: 0,
  area: 0,
  sineArea: 0,
  cosineArea: 0,
  ends: null,
} as const

/** Samples further apart than this reveal nothing about the time between them. */
export const LONGEST_STEP_US = 10_000_000
/** Time that a sample stands for when it is too rare to be joined to the next: boats at rest report once a minute. */
const RARE_STANDS_FOR_S = 60
/** A circular mean of directions this contrary points nowhere. */
const SHORTEST_RESULTANT = 0.1

/**
 * Gives each bucket its share of the time between its last sample and the first of the next bucket, on the
 * straight line between both. Works in place. Takes parts of one series in order, each `widthUs` wide.
 */
export function joinEnds(parts: readonly Part[], widthUs: number, isAngle: boolean): void {
  for (let i = 1; i < parts.length; i++) {
    const [before, after] = [parts[i - 1] as Part, parts[i] as Part]
    if (!before.ends || !after.ends) continue
    const { lastUs, lastSample } = before.ends
    const { firstUs, first } = after.ends
    const step = firstUs - lastUs
    if (step > LONGEST_STEP_US || Number.isNaN(lastSample) || Number.isNaN(first)) continue
    const cover = (part: Part, fromUs: number, toUs: number) => {
      // The mean of a straight line is its value in the middle.
      const middle = ((fromUs + toUs) / 2 - lastUs) / step
      const seconds = (toUs - fromUs) / 1e6
      const between = (a: number, b: number) => (a + (b - a) * middle) * seconds
      part.coveredS += seconds
      part.area += between(lastSample, first)
      if (!isAngle) return
      part.sineArea += between(Math.sin(lastSample), Math.sin(first))
      part.cosineArea += between(Math.cos(lastSample), Math.cos(first))
    }
    cover(before, lastUs, before.timeUs + widthUs)
    cover(after, after.timeUs, firstUs)
  }
}

/**
 * Gives parts with rare samples the time for which these stand. So hours at rest weigh as much as they lasted
 * beside hours under way, in buckets of any width. Works in place; parts are `widthUs` wide.
 */
export function coverRare(parts: readonly Part[], widthUs: number): void {
  for (const part of parts) {
    if (part.coveredS > 0 || part.values === 0) continue
    part.coveredS = Math.min(widthUs / 1e6, part.values * RARE_STANDS_FOR_S)
    const each = part.coveredS / part.values
    part.area = part.sum * each
    part.sineArea = part.sineSum * each
    part.cosineArea = part.cosineSum * each
  }
}

/** Parts of one series in order, added up by the start that `bucketOf` gives each. */
export function addParts(parts: readonly Part[], bucketOf: (timeUs: number) => number): Part[] {
  const sums: Part[] = []
  for (const part of parts) {
    const timeUs = bucketOf(part.timeUs)
    const known = sums.at(-1)
    if (known?.timeUs === timeUs) addPart(known, part)
    else sums.push({ ...part, timeUs, ends: null })
  }
  return sums
}

function addPart(sum: Part, part: Part) {
  if (part.values === 0) return
  sum.min = sum.values === 0 ? part.min : Math.min(sum.min, part.min)
  sum.max = sum.values === 0 ? part.max : Math.max(sum.max, part.max)
  sum.last = part.last
  sum.values += part.values
  sum.sum += part.sum
  sum.eastSum += part.eastSum
  sum.sineSum += part.sineSum
  sum.cosineSum += part.cosineSum
  sum.coveredS += part.coveredS
  sum.area += part.area
  sum.sineArea += part.sineArea
  sum.cosineArea += part.cosineArea
}

export function toBuckets(field: Field, parts: readonly Part[]): Buckets {
  return { timeUs: parts.map(({ timeUs }) => timeUs), value: parts.map((part) => aggregate(field, part)) }
}

function aggregate({ key, aggregation }: Field, part: Part): number | null {
  const { kind, angle } = SERIES[key]
  if (part.values === 0) return null
  const isDirection = angle !== null && angle !== 'signed'
  // The largest direction has no meaning; the console requests it for buckets of one sample.
  if (aggregation === 'min' || aggregation === 'max') return isDirection ? part.last : part[aggregation]
  if (aggregation === 'last' || kind === 'state' || kind === 'counter') return part.last
  if (kind === 'angle') return aggregation === 'avg' ? circularMean(key, part) : part.last
  if (aggregation === 'sum') return part.sum
  if (key === 'longitude' && part.max - part.min > 180) return wrap180(part.eastSum / part.values)
  return part.coveredS > 0 ? part.area / part.coveredS : part.sum / part.values
}

/** Vector mean in radians: directions in [0, 2π), all other angles in (-π, π]. */
function circularMean(key: Field['key'], part: Part): number | null {
  const covered = part.coveredS > 0
  const weight = covered ? part.coveredS : part.values
  const sine = (covered ? part.sineArea : part.sineSum) / weight
  const cosine = (covered ? part.cosineArea : part.cosineSum) / weight
  if (Math.hypot(sine, cosine) < SHORTEST_RESULTANT) return null
  const mean = Math.atan2(sine, cosine)
  return SERIES[key].angle !== 'direction' ? mean : degToRad(wrap360(radToDeg(mean)))
}
