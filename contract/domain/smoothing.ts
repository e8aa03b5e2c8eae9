/**
 * Smoothing for plots, never for figures: a smoothed impact is a smaller impact.
 *
 * Savitzky–Golay fits a parabola to the window around each point, which keeps the height of peaks and leaves
 * parabolas unchanged. At the ends of a run it follows the parabola of the first or last window.
 */
import { gapFreeRuns, type Line } from './gaps.ts'
import { DEG_RAD, radToDeg, wrap180, wrap360 } from './units.ts'

const SMALLEST_WINDOW = 3
const LARGEST_WINDOW = 99
const USUAL_WINDOW = 53

export interface Smoothing {
  /** Number of points, 53 by default; clamped to 3 to 99, and an even number becomes the odd one above. */
  window?: number
  method?: 'savitzky-golay' | 'moving-average'
  /** Values are degrees of a circle. */
  isAngle?: boolean
  /** Neighbours further apart than this (ms) do not belong together. */
  longestStepMs: number
}

/**
 * One value for each of the line's, null where the line has null. Runs shorter than three points stay
 * unchanged.
 */
export function smooth(
  line: Line,
  { window = USUAL_WINDOW, method, isAngle, longestStepMs }: Smoothing,
): (number | null)[] {
  const smoothRun = method === 'moving-average' ? movingAverage : savitzkyGolay
  const smoothed = Array.from(line.value, (value) => value ?? null)
  for (const [first, end] of gapFreeRuns(line, longestStepMs)) {
    const width = Math.min(oddWindow(window), largestOdd(end - first))
    if (width < SMALLEST_WINDOW) continue
    const values = Float64Array.from({ length: end - first }, (_, i) => line.value[first + i] as number)
    const run = isAngle ? onCircle(values, (part) => smoothRun(part, width)) : smoothRun(values, width)
    for (const [i, value] of run.entries()) smoothed[first + i] = value
  }
  return smoothed
}

export function oddWindow(window: number): number {
  const whole = Math.round(window)
  return Math.min(LARGEST_WINDOW, Math.max(SMALLEST_WINDOW, whole % 2 === 0 ? whole + 1 : whole))
}

const largestOdd = (length: number) => (length % 2 === 0 ? length - 1 : length)

function savitzkyGolay(values: Float64Array, width: number): Float64Array {
  const reach = (width - 1) / 2
  const lastCentre = values.length - 1 - reach
  const first = parabolaAround(values, reach, reach)
  const last = parabolaAround(values, lastCentre, reach)
  return values.map((_, i) => {
    if (i < reach) return valueAt(first, i - reach)
    if (i > lastCentre) return valueAt(last, i - lastCentre)
    return parabolaAround(values, i, reach)[0]
  })
}

type Parabola = readonly [constant: number, linear: number, square: number]

/** The least-squares parabola through 2·reach + 1 values, over the distance from the centre. */
function parabolaAround(values: Float64Array, centre: number, reach: number): Parabola {
  const count = 2 * reach + 1
  const squares = (reach * (reach + 1) * count) / 3
  const fourths = (squares * (3 * reach * (reach + 1) - 1)) / 5
  let sum = 0
  let moment = 0
  let second = 0
  for (let k = -reach; k <= reach; k++) {
    const value = values[centre + k] as number
    sum += value
    moment += k * value
    second += k * k * value
  }
  const determinant = count * fourths - squares * squares
  return [
    (fourths * sum - squares * second) / determinant,
    moment / squares,
    (count * second - squares * sum) / determinant,
  ]
}

const valueAt = ([constant, linear, square]: Parabola, x: number) => constant + x * (linear + x * square)

/** The mean of the window, or of its available part at the ends. */
function movingAverage(values: Float64Array, width: number): Float64Array {
  const reach = (width - 1) / 2
  const sums = new Float64Array(values.length + 1)
  for (let i = 0; i < values.length; i++) sums[i + 1] = (sums[i] as number) + (values[i] as number)
  return values.map((_, i) => {
    const from = Math.max(0, i - reach)
    const to = Math.min(values.length, i + reach + 1)
    return ((sums[to] as number) - (sums[from] as number)) / (to - from)
  })
}

/** Smooths angles by their sines and cosines; a run with negative angles returns to [-180, 180). */
function onCircle(degrees: Float64Array, smoothPart: (values: Float64Array) => Float64Array): Float64Array {
  const sines = smoothPart(degrees.map((angle) => Math.sin(angle * DEG_RAD)))
  const cosines = smoothPart(degrees.map((angle) => Math.cos(angle * DEG_RAD)))
  const wrap = degrees.some((angle) => angle < 0) ? wrap180 : wrap360
  return sines.map((sine, i) => wrap(radToDeg(Math.atan2(sine, cosines[i] as number))))
}
