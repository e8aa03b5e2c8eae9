import { longestStepMs } from '#contract/domain/gaps.ts'
import { toShown } from '#contract/domain/unitChoice.ts'
import type { TimeSeriesEntry } from '#contract/wire/timeSeries.ts'
import type { Formats } from '#contract/words/formats.ts'

/** Series that the user chose, with its look. */
export interface ChosenSeries {
  field: string
  label: string
  /** Values of the API times `factor`, plus `offset`, give the shown values. */
  unit: string
  factor: number
  offset?: number
  /** Index in the scheme's list of colours. */
  slot: number
  dash: number[]
  /** True to fill the area down to zero. */
  area: boolean
  /** Dots or bars for the values instead of a line. */
  form?: 'points' | 'bars'
  /** Value of a bucket: its maximum, or its mean within a band from minimum to maximum. */
  shows: 'max' | 'avg'
  /**
   * True for series sampled many times a second: a bucket without a value is a gap, however rare the other points
   * are.
   */
  dense?: boolean
  /** Names of the integer values of a state, which is drawn in steps and without a unit. */
  states?: readonly string[]
}

export interface PaneSeries extends ChosenSeries {
  /** One value per time of the pane. Undefined: the series has no value there. Null: a gap that is not joined. */
  values: (number | null | undefined)[]
  /** Minimum and maximum of each bucket, where buckets have more than one sample. */
  band: { low: (number | null | undefined)[]; high: (number | null | undefined)[] } | null
}

/** Directions of wind, waves or current along a pane. */
export interface PaneDirections {
  label: string
  /** Degrees as reported, one per time of the pane; undefined where nothing was reported. */
  deg: readonly (number | undefined)[]
  /** Convention of the direction; an arrow points the opposite way of where its wind comes from. */
  convention: 'from' | 'towards'
}

/** Series of one unit over one axis. */
export interface Pane {
  /** Identifies the pane among the panes of a plot, which may have the same unit. */
  id: string
  unit: string
  /** Epoch ms, or nmi in a plot over distance; ascending. */
  times: number[]
  series: PaneSeries[]
  /** Intervals without any measurement in the pane. */
  gaps: (readonly [fromMs: number, toMs: number])[]
  min: number
  max: number
  /** Drawn as arrows above the lines. */
  directions?: PaneDirections
}

type Points = ReadonlyMap<number, number>

type Turned = Pick<ChosenSeries, 'unit'> & { factor?: number; offset?: number }

/** Converts a series into the units that the reader chose. */
export const inShownUnits = <Series extends Turned>(
  series: readonly Series[],
  formats: Pick<Formats, 'shown'>,
): Series[] =>
  series.map((one) => {
    const own = formats.shown(one.unit)
    const { factor = 1, offset = 0 } = one
    return { ...one, unit: own.unit, factor: factor * own.factor, offset: toShown(own, offset) }
  })

/** Groups the answer of the server into panes, one for each unit, in the order of the choice. */
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

/** Values of a field by time. */
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

/** Intervals between points that are not joined: from one step after the last point to the next point. */
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

/** Two directions further apart than this are closer across north. */
const HALF_TURN_DEG = 180

/** Times between two neighbours whose line would cross the whole pane the long way round. */
function turnsOf(points: Points): number[] {
  const all = [...points]
  return all.flatMap(([to, deg], index) => {
    const before = all[index - 1]
    return before && Math.abs(deg - before[1]) > HALF_TURN_DEG ? [(before[0] + to) / 2] : []
  })
}

/** A band without the buckets in which a direction crossed north: their minimum and maximum have no meaning. */
function withoutWraps(low: Points, high: Points): { low: Points; high: Points } {
  const isWhole = ([time]: [number, number]) => (high.get(time) ?? 0) - (low.get(time) ?? 0) <= HALF_TURN_DEG
  return { low: new Map([...low].filter(isWhole)), high: new Map([...high].filter(isWhole)) }
}

/**
 * Longest pause that is joined: by the step of the plot, or by the usual distance of points when the series is rarer.
 */
export const longestJoinedMs = (times: readonly number[], stepMs: number): number =>
  longestStepMs(stepMs, usualStepMs(times))

/** Usual distance between points of a series; 0 for fewer than two points. */
export function usualStepMs(times: readonly number[]): number {
  const distances = times.slice(1).map((time, index) => time - (times[index] ?? time))
  return distances.sort((a, b) => a - b)[Math.floor((distances.length - 1) / 2)] ?? 0
}

/** Index of the value shown at a time: the bucket that contains it. Null in a gap and outside. */
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
    const valueTimes = times.filter((_, i) => typeof values[i] === 'number')
    const longest = dense ? longestStepMs(stepMs) : longestJoinedMs(valueTimes, stepMs)
    return timeMs - (times[at] ?? 0) > longest ? null : (values[at] ?? null)
  })
}

/** Time of the last measurement in these panes; null without panes. */
export const lastTimeOf = (panes: readonly Pane[]): number | null =>
  panes.reduce<number | null>((last, { times }) => {
    const own = times.at(-1)
    return own === undefined ? last : Math.max(own, last ?? own)
  }, null)
