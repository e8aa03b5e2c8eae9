import { parseField, SERIES } from '#contract/domain/series.ts'
import { smooth } from '#contract/domain/smoothing.ts'
import type { TimeSeriesEntry } from '#contract/wire/timeSeries.ts'
import { longestJoinedMs } from './pane.ts'

/** A window has an odd number of points, so that smoothing does not shift a line in time. */
export const SMOOTHING_WINDOW = { min: 3, max: 99, usual: 53 } as const

export const isSmoothingWindow = (points: unknown): points is number => {
  const { min, max } = SMOOTHING_WINDOW
  return typeof points === 'number' && points % 2 === 1 && points >= min && points <= max
}

/**
 * Smooths lines over `window` points. Minima, maxima and states stay as measured. A fitted parabola overshoots beside
 * a step; results are clamped to the measured range, so that no engine turns backwards.
 */
export function smoothEntries(
  entries: readonly TimeSeriesEntry[],
  window: number,
  stepMs: number,
): TimeSeriesEntry[] {
  return entries.map((entry) => {
    const parsed = parseField(entry.field)
    const kind = parsed && SERIES[parsed.key].kind
    if (kind === 'state' || (entry.aggregation !== 'avg' && entry.aggregation !== shownAs(entry.field)))
      return entry
    const line = {
      timeMs: entry.series.map(({ time }) => time),
      value: entry.series.map(({ value }) => value),
    }
    const values = smooth(line, {
      window,
      isAngle: kind === 'angle',
      longestStepMs: longestJoinedMs(line.timeMs, stepMs),
    })
    const [least, most] = kind === 'angle' ? [-Infinity, Infinity] : extremesOf(line.value)
    const series = entry.series.map(({ time }, index) => {
      const value = values[index] ?? null
      return { time, value: value === null ? null : Math.min(most, Math.max(least, value)) }
    })
    return { ...entry, series }
  })
}

const extremesOf = (values: readonly (number | null)[]) =>
  values.reduce<[number, number]>(
    ([least, most], value) =>
      value === null ? [least, most] : [Math.min(least, value), Math.max(most, value)],
    [Infinity, -Infinity],
  )

/** Aggregation that is drawn as the line: series of peaks have no mean. */
function shownAs(field: string) {
  const parsed = parseField(field)
  return parsed && SERIES[parsed.key].aggregation === 'max' ? 'max' : 'avg'
}
