import type { HeatmapData } from '#contract/wire/heatmap.ts'
import { niceStep } from '../plots/paneScale.ts'
import type { HeatLayer } from '../preferences/preferences.ts'

export interface HeatMark {
  value: number
  /** Position on the scale, 0 cold to 1 hot. */
  share: number
  /** Marks an end of the scale, which also stands for all values beyond it. */
  end?: 'least' | 'most'
}

/** Least distance between two labels, as a share of the scale. */
const NEAREST_SHARE = 0.2
/** Round values between the ends of an even scale. */
const BETWEEN = 4

/**
 * Both ends of the scale and round values between them, from cold to hot; for depth, small values are hot. The server
 * gives the value of each fifth of the scale, which is even or logarithmic.
 */
export function heatMarks(layer: HeatLayer, steps: HeatmapData['data']['steps']): HeatMark[] {
  const values = Object.entries(steps)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, value]) => value)
  const most = values.at(-1)
  const [first, second] = values
  if (most === undefined || first === undefined || second === undefined) return []
  const isEven =
    Math.abs(first + most - second - (values.at(-2) ?? most)) < 1e-6 * Math.max(1, Math.abs(most))
  const [onScale, offScale] = isEven ? [same, same] : [Math.log1p, Math.expm1]
  const span = (onScale(second) - onScale(first)) * values.length
  const least = offScale(onScale(most) - span)
  const ends: HeatMark[] = [
    { value: least, share: 0, end: 'least' },
    { value: most, share: 1, end: 'most' },
  ]
  const marks = [...ends]
  if (span > 0) {
    for (const value of isEven ? multiples(least, most) : decades(least, most)) {
      const share = (onScale(value) - onScale(least)) / span
      if (marks.every((mark) => Math.abs(mark.share - share) >= NEAREST_SHARE)) marks.push({ value, share })
    }
  }
  // Rounds a tiny value to zero, or its label would be "0.0 or less".
  const traceOf = 0.5 * 10 ** -markDecimals(marks)
  return marks
    .map((mark) => (Math.abs(mark.value) < traceOf ? { ...mark, value: 0 } : mark))
    .map((mark) => (layer === 'water_depth' ? { ...mark, share: 1 - mark.share } : mark))
    .sort((a, b) => a.share - b.share)
}

const same = (value: number) => value

function multiples(from: number, to: number): number[] {
  const step = niceStep((to - from) / BETWEEN)
  const first = Math.ceil(from / step)
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, i) => (first + i) * step)
}

/** 1, 10, 100 … and, where there is room, five and two times these. */
function decades(from: number, to: number): number[] {
  const powers = Array.from({ length: 12 }, (_, power) => 10 ** (power - 2))
  return [1, 5, 2]
    .flatMap((factor) => powers.map((power) => factor * power))
    .filter((value) => value > from && value < to)
}

/** Fewest decimals that distinguish neighbouring values of the scale. */
export function markDecimals(marks: readonly HeatMark[]): number {
  const values = marks.map(({ value }) => value)
  const whole = values.every((value) => Math.abs(value - Math.round(value)) < 0.01)
  const most = Math.max(...values.map(Math.abs))
  return whole || most >= 20 ? 0 : most >= 2 ? 1 : 2
}
