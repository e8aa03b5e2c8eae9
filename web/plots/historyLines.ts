import { withGaps as brokenAtGaps } from '#contract/domain/gaps.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/domain/time.ts'
import type { TimeSeriesEntry } from '#contract/wire/timeSeries.ts'
import { readable } from '#contract/words/formats.ts'
import { usualStepMs } from './pane.ts'
import { paneScale, tickDecimals } from './paneScale.ts'
import { smoothEntries } from './smoothEntries.ts'

export type Which = 'min' | 'avg' | 'max'
export interface HistoryLine {
  which: Which
  points: [ms: number, value: number | null][]
}

const STEP_MS = { seconds: SECOND_MS, minutes: MINUTE_MS, hours: HOUR_MS, days: DAY_MS } as const

interface Look {
  resolution: { value: number; type: keyof typeof STEP_MS }
  /** Number of points in the smoothing window of the mean. */
  smoothing: number | null
  withGaps: boolean
}

/**
 * Lines of a history plot, in units for the reader. A gap is a pause longer than usual: some senders report "not
 * available" between any two values. Without gaps the neighbours are joined, however far apart.
 */
export function historyLines(
  entries: readonly TimeSeriesEntry[],
  { resolution, smoothing, withGaps }: Look,
): HistoryLine[] {
  const stepMs = resolution.value * STEP_MS[resolution.type]
  const shown = smoothing === null ? entries : smoothEntries(entries, smoothing, stepMs)
  return shown.map(({ aggregation, unit, series }) => {
    const known = series.filter(({ value }) => value !== null)
    const line = {
      timeMs: known.map(({ time }) => time),
      value: known.map(({ value }) => (value === null ? null : readable(value, unit).value)),
    }
    const drawn = withGaps ? brokenAtGaps(line, stepMs, usualStepMs(line.timeMs)) : line
    return {
      which: aggregation as Which,
      points: drawn.timeMs.map((ms, at) => [ms, drawn.value[at] ?? null] as [number, number | null]),
    }
  })
}

/**
 * Range of the time axis: the whole requested range, so that silence shows. Without a start it begins at the first
 * value.
 */
export function shownRange(
  entries: readonly TimeSeriesEntry[],
  { fromMs, toMs }: { fromMs: number | null; toMs: number },
): { fromMs: number; toMs: number } {
  const times = entries.flatMap(({ series }) => series.find(({ value }) => value !== null)?.time ?? [])
  return { fromMs: fromMs ?? Math.min(toMs, ...times), toMs }
}

/** Minimum, mean and maximum of the whole range; null without values. */
export function totalsOf(entries: readonly TimeSeriesEntry[]) {
  const of = (which: Which) => {
    const entry = entries.find(({ aggregation }) => aggregation === which)
    return (
      entry?.series.flatMap(({ value }) => (value === null ? [] : [readable(value, entry.unit).value])) ?? []
    )
  }
  const [least, mean, most] = [of('min'), of('avg'), of('max')]
  if (least.length + mean.length + most.length === 0) return null
  const sum = mean.reduce((all, value) => all + value, 0)
  return {
    unit: readable(0, entries[0]?.unit ?? '').unit,
    min: least.length > 0 ? least.reduce((a, b) => Math.min(a, b)) : null,
    avg: mean.length > 0 ? sum / mean.length : null,
    max: most.length > 0 ? most.reduce((a, b) => Math.max(a, b)) : null,
  }
}

/** Round ends and lines of the value axis, including a limit above or below all values. */
export function historyScale(values: readonly (number | null)[], limit: number | null) {
  const seen = [...values, limit].filter((value) => value !== null)
  if (seen.length === 0) return null
  const min = seen.reduce((a, b) => Math.min(a, b))
  const max = seen.reduce((a, b) => Math.max(a, b))
  const { ticks, ...ends } = paneScale({ min, max })
  const [first = 0, second = 1] = ticks
  return { ...ends, stepSize: second - first, decimals: tickDecimals(ticks) }
}
