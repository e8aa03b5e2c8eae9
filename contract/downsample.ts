/**
 * Fewer points that look the same. Every function answers indexes of the points to keep, rising; none of them makes
 * a point up. Where a peak must survive, take `min-max` or `m4`: `lttb` alone may drop a short one.
 */
import { gapFreeRuns, type Line } from './gaps.ts'

export type Downsampling = 'lttb' | 'min-max-lttb' | 'm4' | 'min-max'

/** Points that MinMaxLTTB looks at for each one it keeps (arXiv 2305.00332). */
const PRESELECTED = 4

/**
 * At most about `most` of the line's points, in proportion to the lengths of its gap-free runs and two of each run at
 * least. Fewer come back where there is nothing more to choose from.
 */
export function downsample(
  line: Line,
  most: number,
  method: Downsampling,
  longestStepMs = Number.POSITIVE_INFINITY,
): number[] {
  const runs = gapFreeRuns(line, longestStepMs)
  const total = runs.reduce((sum, [first, end]) => sum + end - first, 0)
  return runs.flatMap(([first, end]) => {
    const share = Math.max(2, Math.floor((most * (end - first)) / total))
    const x = Float64Array.from({ length: end - first }, (_, i) => line.timeMs[first + i] as number)
    const y = Float64Array.from({ length: end - first }, (_, i) => line.value[first + i] as number)
    return METHODS[method](x, y, share).map((index) => first + index)
  })
}

type Columns = readonly [x: Float64Array, y: Float64Array]

const METHODS: Readonly<Record<Downsampling, (...given: [...Columns, number]) => number[]>> = {
  lttb,
  'min-max-lttb': minMaxLttb,
  m4: (x, y, most) => m4(x, y, Math.max(1, Math.floor(most / 4))),
  'min-max': minMax,
}

/**
 * Largest-Triangle-Three-Buckets (Steinarsson 2013): of each bucket the point that spans the largest triangle with the
 * point kept before it and the mean of the bucket after it. First and last point stay.
 */
export function lttb(x: Float64Array, y: Float64Array, most: number): number[] {
  const last = x.length - 1
  if (x.length <= most || x.length < 3) return Array.from(x.keys())
  if (most < 3) return [0, last]
  const width = (x.length - 2) / (most - 2)
  const startOf = (bucket: number) => Math.min(last, Math.floor(bucket * width) + 1)
  const kept = [0]
  for (let bucket = 0, before = 0; bucket < most - 2; bucket++) {
    const [meanX, meanY] = meanOf(x, y, startOf(bucket + 1), Math.min(x.length, startOf(bucket + 2)))
    let best = startOf(bucket)
    let largest = -1
    for (let i = startOf(bucket); i < startOf(bucket + 1); i++) {
      const area = Math.abs(
        (at(x, before) - meanX) * (at(y, i) - at(y, before)) -
          (at(x, before) - at(x, i)) * (meanY - at(y, before)),
      )
      if (area <= largest) continue
      largest = area
      best = i
    }
    kept.push(best)
    before = best
  }
  return [...kept, last]
}

function meanOf(x: Float64Array, y: Float64Array, from: number, to: number): [number, number] {
  if (from >= to) return [at(x, x.length - 1), at(y, y.length - 1)]
  let sumX = 0
  let sumY = 0
  for (let i = from; i < to; i++) {
    sumX += at(x, i)
    sumY += at(y, i)
  }
  return [sumX / (to - from), sumY / (to - from)]
}

/** LTTB among the smallest and largest of narrower buckets: nearly the same picture, many times faster. */
export function minMaxLttb(x: Float64Array, y: Float64Array, most: number): number[] {
  if (x.length <= PRESELECTED * most) return lttb(x, y, most)
  const chosen = minMax(x, y, PRESELECTED * most)
  const picked = lttb(
    Float64Array.from(chosen, (i) => at(x, i)),
    Float64Array.from(chosen, (i) => at(y, i)),
    most,
  )
  return picked.map((index) => chosen[index] as number)
}

/** The first and last point, and the smallest and largest of each bucket of equally many points. */
function minMax(_x: Float64Array, y: Float64Array, most: number): number[] {
  if (y.length <= most) return Array.from(y.keys())
  const buckets = Math.max(1, (most - 2) >> 1)
  const kept = new Set([0])
  for (let bucket = 0; bucket < buckets; bucket++) {
    const from = Math.floor((bucket * y.length) / buckets)
    const to = Math.floor(((bucket + 1) * y.length) / buckets)
    for (const index of extremes(y, from, to)) kept.add(index)
  }
  return sorted(kept.add(y.length - 1))
}

/**
 * First, last, smallest and largest point of each of `columns` equal stretches of x: drawn as a line on so many pixel
 * columns they give the picture of all points (Jugel et al., VLDB 2014).
 */
export function m4(x: Float64Array, y: Float64Array, columns: number): number[] {
  const kept = new Set<number>()
  const origin = at(x, 0)
  const span = at(x, x.length - 1) - origin
  const columnOf = (i: number) =>
    span === 0 ? 0 : Math.min(columns - 1, Math.floor(((at(x, i) - origin) / span) * columns))
  for (let from = 0; from < x.length; ) {
    let to = from + 1
    while (to < x.length && columnOf(to) === columnOf(from)) to++
    for (const index of [from, ...extremes(y, from, to), to - 1]) kept.add(index)
    from = to
  }
  return sorted(kept)
}

function extremes(y: Float64Array, from: number, to: number): [smallest: number, largest: number] {
  let smallest = from
  let largest = from
  for (let i = from + 1; i < to; i++) {
    if (at(y, i) < at(y, smallest)) smallest = i
    if (at(y, i) > at(y, largest)) largest = i
  }
  return [smallest, largest]
}

const sorted = (indexes: Set<number>) => [...indexes].sort((a, b) => a - b)
const at = (values: Float64Array, i: number) => values[i] as number
