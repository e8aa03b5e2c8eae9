import { longestStepMs } from '#contract/domain/gaps.ts'
import { toShown } from '#contract/domain/unitChoice.ts'
import type { TimeSeriesEntry } from '#contract/wire/timeSeries.ts'
import type { Formats } from '#contract/words/formats.ts'

/** A series that somebody chose to see, and how it looks. */
export interface ChosenSeries {
  field: string
  label: string
  /** As shown; the wire's values times `factor`, plus `offset`, get there. */
  unit: string
  factor: number
  offset?: number
  /** Place in the scheme's list of colours. */
  slot: number
  dash: number[]
  /** Filled down to zero instead of a bare line. */
  area: boolean
  /** A dot or a bar for each value instead of a line through them. */
  form?: 'points' | 'bars'
  /** How a bucket is shown: its largest value, or its mean within a band from least to most. */
  shows: 'max' | 'avg'
  /** Measured many times a second wherever it is measured: a bucket without it is a gap, however rare the others are. */
  dense?: boolean
  /** Names of the whole values of a state: drawn in steps, without a unit. */
  states?: readonly string[]
}

export interface PaneSeries extends ChosenSeries {
  /** One value per time of the pane. Undefined: this series says nothing there. Null: a gap that is not joined. */
  values: (number | null | undefined)[]
  /** Least and most of each bucket, where buckets held more than one sample. */
  band: { low: (number | null | undefined)[]; high: (number | null | undefined)[] } | null
}

/** Directions of wind, waves or a stream along a pane. */
export interface PaneDirections {
  label: string
  /** Degrees as told, one per time of the pane; undefined where nothing was told. */
  deg: readonly (number | undefined)[]
  /** How they are told; an arrow flies the other way than its wind comes from. */
  said: 'from' | 'towards'
}

/** Series of one unit over one axis. */
export interface Pane {
  /** Tells it from the other panes of a chart, which may have the same unit. */
  id: string
  unit: string
  /** Epoch ms, or nmi along a chart over distance; ascending. */
  times: number[]
  series: PaneSeries[]
  /** Stretches of which nothing in the pane was measured. */
  gaps: (readonly [fromMs: number, toMs: number])[]
  min: number
  max: number
  /** Drawn as arrows above the lines. */
  directions?: PaneDirections
}

type Points = ReadonlyMap<number, number>

type Turned = Pick<ChosenSeries, 'unit'> & { factor?: number; offset?: number }

/** The same series in the units that the reader chose. */
export const inShownUnits = <Series extends Turned>(
  series: readonly Series[],
  formats: Pick<Formats, 'shown'>,
): Series[] =>
  series.map((one) => {
    const own = formats.shown(one.unit)
    const { factor = 1, offset = 0 } = one
    return { ...one, unit: own.unit, factor: factor * own.factor, offset: toShown(own, offset) }
  })

/** Sorts what the server answered into panes, one for each unit, in the order of the choice. */
export function buildPanes(
  entries: readonly TimeSeriesEntry[],
  chosen: readonly ChosenSeries[],
  stepMs: number,
): Pane[] {
  const units = [...new Set(chosen.map(({ unit }) => unit))]
  return units.flatMap((unit) => {
    const pane = buildPane(
      entries,
      chosen.filter((series) => series.unit === unit),
      stepMs,
    )
    return pane ? [pane] : []
  })
}

function buildPane(
  entries: readonly TimeSeriesEntry[],
  chosen: readonly ChosenSeries[],
  stepMs: number,
): Pane | null {
  const found = chosen.flatMap((series) => {
    const read = (aggregation: string) => readPoints(entries, series, aggregation)
    const main = read(series.shows)
    const [low, high] = [read('min'), read('max')]
    const edges = series.unit === '°' ? withoutWraps(low, high) : { low, high }
    return main.size > 0 ? [{ series, main, ...edges }] : []
  })
  const [first] = found
  if (!first) return null
  const measured = [...new Set(found.flatMap(({ main }) => [...main.keys()]))].sort((a, b) => a - b)
  const breaks = new Map(
    found.map(({ main, series }) => {
      const gapStarts = gapsOf([...main.keys()], stepMs, series.dense).map(([from]) => from)
      return [main, new Set([...gapStarts, ...(series.unit === '°' ? turnsOf(main) : [])])]
    }),
  )
  const ends = [...breaks.values()].flatMap((starts) => [...starts])
  const times = [...new Set([...measured, ...ends])].sort((a, b) => a - b)

  const series = found.map(({ series, main, low, high }) => {
    const align = (points: Points) =>
      times.map((time) => points.get(time) ?? (breaks.get(main)?.has(time) ? null : undefined))
    const spreads =
      series.shows === 'avg' && [...high].some(([time, value]) => value - (low.get(time) ?? value) > 1e-9)
    const band = spreads ? { low: align(low), high: align(high) } : null
    return { ...series, values: align(main), band }
  })
  const seen = series.flatMap(({ values, band }) => [...values, ...(band?.low ?? []), ...(band?.high ?? [])])
  const known = seen.filter((value): value is number => typeof value === 'number')
  return {
    id: first.series.field,
    unit: first.series.unit,
    times,
    series,
    gaps: gapsOf(
      measured,
      stepMs,
      found.every(({ series }) => series.dense),
    ),
    min: known.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
    max: known.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY),
  }
}

/** Values of one field, by time. */
export function readPoints(
  entries: readonly TimeSeriesEntry[],
  { field, factor, offset = 0 }: Pick<ChosenSeries, 'field' | 'factor' | 'offset'>,
  aggregation: string,
): Points {
  const entry = entries.find(
    (candidate) => candidate.field === field && candidate.aggregation === aggregation,
  )
  const points = new Map<number, number>()
  for (const { time, value } of entry?.series ?? [])
    if (value !== null) points.set(time, value * factor + offset)
  return points
}

/** Gaps between points that are not joined: from one step after the last point to the next point. */
export function gapsOf(
  times: readonly number[],
  stepMs: number,
  isDense = false,
): (readonly [fromMs: number, toMs: number])[] {
  const longest = isDense ? longestStepMs(stepMs) : longestJoinedMs(times, stepMs)
  return times.flatMap((to, index) => {
    const from = times[index - 1]
    return from !== undefined && to - from > longest ? [[from + stepMs, to] as const] : []
  })
}

/** Directions further apart than this are nearer to each other by way of north. */
const HALF_TURN_DEG = 180

/** Moments between two neighbours of which the line, drawn the long way round, would cross the whole pane. */
function turnsOf(points: Points): number[] {
  const all = [...points]
  return all.flatMap(([to, deg], index) => {
    const before = all[index - 1]
    return before && Math.abs(deg - before[1]) > HALF_TURN_DEG ? [(before[0] + to) / 2] : []
  })
}

/** A band without the buckets in which a direction went by way of north: their least and most say nothing. */
function withoutWraps(low: Points, high: Points): { low: Points; high: Points } {
  const isWhole = ([time]: [number, number]) => (high.get(time) ?? 0) - (low.get(time) ?? 0) <= HALF_TURN_DEG
  return { low: new Map([...low].filter(isWhole)), high: new Map([...high].filter(isWhole)) }
}

/** The rule for gaps by the step of the chart, or by the usual distance of the points of a series that is rarer. */
export const longestJoinedMs = (times: readonly number[], stepMs: number): number =>
  longestStepMs(stepMs, usualStepMs(times))

/** How far apart the points of a series usually are; 0 of fewer than two. */
export function usualStepMs(times: readonly number[]): number {
  const distances = times.slice(1).map((time, index) => time - (times[index] ?? time))
  return distances.sort((a, b) => a - b)[Math.floor((distances.length - 1) / 2)] ?? 0
}

/** Index of the value shown at a time: the bucket that holds it. Null in a gap and outside. */
export function indexAtTime(times: readonly number[], timeMs: number, stepMs: number): number | null {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) <= timeMs) low = middle + 1
    else high = middle
  }
  const index = low - 1
  const time = times[index]
  return time !== undefined && timeMs - time <= longestStepMs(stepMs) ? index : null
}

/**
 * Value of each series at a time. A series rarer than the others keeps its last value until its points would leave a
 * gap; after that it is null.
 */
export function valuesAt({ times, series }: Pane, timeMs: number, stepMs: number): (number | null)[] {
  const index = indexAtTime(times, timeMs, stepMs)
  return series.map(({ values, dense }) => {
    if (index === null) return null
    let at = index
    while (at > 0 && values[at] === undefined) at--
    const told = times.filter((_, i) => typeof values[i] === 'number')
    const longest = dense ? longestStepMs(stepMs) : longestJoinedMs(told, stepMs)
    return timeMs - (times[at] ?? 0) > longest ? null : (values[at] ?? null)
  })
}

/** When anything of these panes was last measured; null without panes. */
export const lastTimeOf = (panes: readonly Pane[]): number | null =>
  panes.reduce<number | null>((last, { times }) => {
    const own = times.at(-1)
    return own === undefined ? last : Math.max(own, last ?? own)
  }, null)
