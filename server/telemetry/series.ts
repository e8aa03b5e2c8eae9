import { fromSteps, SERIES, type SeriesKey, seriesByNumber } from '#contract/domain/series.ts'
import { DAY_US, MINUTE_US, QUARTER_HOUR_US, SECOND_US } from '#contract/domain/time.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { NULL_VALUE } from './appendBlocks.ts'
import { type Buckets, type Field, namesSql } from './field.ts'
import { integer, RowReader } from './rowReader.ts'
import { type Grouping, readBuckets } from './seriesBuckets.ts'
import type { ReportedSource, Store } from './sourceSelection.ts'
import {
  BY_QUARTER_HOUR_SQL,
  type Fleet,
  fleetSql,
  intervalSql,
  intervalsSql,
  QUARTER_HOUR_START_SQL,
  type QuarterHourStarts,
  type VesselInterval,
} from './vesselInterval.ts'

/** Scalars over time: reported by instruments, and computed from these reports. */
export interface SeriesStore {
  /**
   * Buckets of `resolutionUs` aligned to the epoch, without empty buckets.
   *
   * `avg` is the mean over time: the integral between neighbouring samples at most ten seconds apart, divided
   * by its time. Lines between samples are cut at the borders of buckets. Samples count equally in buckets of
   * a second or less, and in buckets without such time, as of one sample a minute. In longer buckets, each
   * sample of such a quarter-hour weighs a minute.
   *
   * Angles have vector means. `min` and `max` of a direction, and every other aggregation of states and
   * counters, are the last value.
   *
   * For multiples of a quarter-hour the values come from cached quarter-hours. With `bucketOf`, which maps
   * the start of a quarter-hour to its bucket, buckets may be days of any time zone. A sensor's attitude
   * (euler_*), and below a second all attitude, comes from raw samples; `turns` turn it to the boat's axes.
   */
  buckets(
    interval: VesselInterval,
    fields: readonly Field[],
    resolutionUs: number,
    how?: Grouping,
  ): Promise<Buckets[]>
  /**
   * Values of one-second `buckets` for many vessels in one query. Each interval of whole seconds has one
   * value a second for every field, NaN without a sample.
   */
  seconds(intervals: readonly VesselInterval[], fields: readonly Field[]): Promise<Float64Array[][]>
  /**
   * Times at which a source has values of series of instance 0, whether selected or not: µs for each series that has
   * any.
   */
  timesOf(
    interval: VesselInterval,
    of: readonly SourceOfSeries[],
  ): Promise<(SourceOfSeries & { timeUs: number[] })[]>
  /** Series and instances that have samples in an interval, in the order of the catalogue. */
  fieldsIn(interval: VesselInterval): Promise<{ key: SeriesKey; instance: number }[]>
  /** Hours of UTC within an interval in which any sample of a vessel was received, as µs of their beginning. */
  hoursWithData(interval: VesselInterval): Promise<number[]>
  /** Newest value of every series and instance that a vessel ever reported. */
  newest(vesselNumber: number): Promise<NewestScalar[]>
  /** Plain samples of one series in time order, for tests, downloads and reference computations. */
  samples(interval: VesselInterval, key: SeriesKey, instance: number): Promise<Buckets>
  /**
   * Minimum and maximum of each quarter-hour over all sources and instances, in stored units. Optionally only
   * those beyond a bound, or those of the quarter-hours of `only`.
   */
  extremes(
    fleet: Fleet,
    key: SeriesKey,
    beyond: Beyond | null,
    only?: QuarterHourStarts | null,
  ): ReturnType<typeof readExtremes>
  /**
   * Plain samples of these series, all instances, of many vessels; with the liberty of `positions.movement`. Samples that
   * were null are left out unless `withNulls` is true: then they are NaN.
   */
  sampleColumns(
    intervals: readonly VesselInterval[],
    keys: readonly SeriesKey[],
    withNulls?: boolean,
  ): Promise<SampleColumns[]>
}

/** Samples of one series of one vessel in time order, in stored units. */
export interface SampleColumns {
  vesselNumber: number
  key: SeriesKey
  instance: number
  timeUs: Float64Array
  value: Float64Array
}

/** Series as reported by one source. */
export interface SourceOfSeries {
  key: SeriesKey
  source: number
}

/** The newest value of a series and instance that was not null. */
export interface NewestScalar {
  key: SeriesKey
  instance: number
  timeUs: number
  value: number
  source: number
}

/** Values above a bound, or below it, in stored units. */
export interface Beyond {
  bound: number
  isAbove: boolean
}

export const openSeries = (columns: Store): SeriesStore => ({
  buckets: (interval, fields, resolutionUs, how) => readBuckets(columns, interval, fields, resolutionUs, how),
  seconds: (intervals, fields) => readSeconds(columns, intervals, fields),
  timesOf: (interval, of) => readTimes(columns, interval, of),
  fieldsIn: (interval) => readFields(columns, interval),
  hoursWithData: (interval) => readHoursWithData(columns, interval),
  newest: (vesselNumber) => readNewestScalars(columns, vesselNumber),
  samples: (interval, key, instance) => readSamples(columns, interval, key, instance),
  extremes: (...asked) => readExtremes(columns, ...asked),
  sampleColumns: (...asked) => readSampleColumns(columns, ...asked),
})

async function readSeconds(
  columns: Store,
  intervals: readonly VesselInterval[],
  fields: readonly Field[],
): Promise<Float64Array[][]> {
  if (intervals.length === 0 || fields.length === 0) return intervals.map(() => [])
  const answers = intervals.map(({ vesselNumber, fromUs, toUs }) => {
    const startS = Math.floor(fromUs / SECOND_US)
    const length = Math.floor(toUs / SECOND_US) - startS + 1
    return { vesselNumber, startS, values: fields.map(() => new Float64Array(length).fill(Number.NaN)) }
  })
  const ofVessel = Map.groupBy(answers, ({ vesselNumber }) => vesselNumber)
  const ofName = Map.groupBy(
    fields.map((field, at) => ({ ...field, at })),
    ({ key, instance }) => SERIES[key].number * 256 + instance,
  )
  const accepted = await columns.sources.scalarsSql(intervals, fields)
  // Grouped by the second in the engine, a row for each would take it three times as long.
  const rows = new RowReader(
    await columns.rowBinary(`
      SELECT vessel, series, instance, groupArray(toUnixTimestamp(time)), groupArray(value)
      FROM telemetry.scalars FINAL PREWHERE (${intervalsSql(intervals)}) AND ${namesSql(fields)}${accepted}
      WHERE value != ${NULL_VALUE}
      GROUP BY vessel, series, instance`),
  )
  while (rows.more) {
    const vesselNumber = rows.uint32()
    const wanted = ofName.get(rows.uint16() * 256 + rows.uint8()) ?? []
    const seconds = rows.array(rows.uint32)
    const steps = rows.array(rows.int32)
    for (const { startS, values } of ofVessel.get(vesselNumber) ?? []) {
      for (const { key, aggregation, at } of wanted)
        fillSeconds(values[at] as Float64Array, startS, { key, aggregation, seconds, steps })
    }
  }
  return answers.map(({ values }) => values)
}

/** Aggregates the samples of each second; samples outside the interval fall outside its array. */
function fillSeconds(
  values: Float64Array,
  startS: number,
  {
    key,
    aggregation,
    seconds,
    steps,
  }: Pick<Field, 'key' | 'aggregation'> & Record<'seconds' | 'steps', readonly number[]>,
): void {
  const counts = aggregation === 'avg' ? new Uint32Array(values.length) : null
  for (const [i, second] of seconds.entries()) {
    const at = second - startS
    const known = values[at]
    if (known === undefined) continue
    const step = steps[i] as number
    if (counts) counts[at] = (counts[at] as number) + 1
    if (Number.isNaN(known)) values[at] = step
    else if (counts) values[at] = known + step
    else values[at] = aggregation === 'min' ? Math.min(known, step) : Math.max(known, step)
  }
  for (const [at, sum] of values.entries())
    if (!Number.isNaN(sum))
      values[at] = counts ? fromSteps(key, sum) / (counts[at] as number) : fromSteps(key, sum)
}

async function readTimes(columns: Columns, interval: VesselInterval, of: readonly SourceOfSeries[]) {
  const names = of.map(({ key, source }) => `(${SERIES[key].number}, ${integer(source)})`)
  const rows = new RowReader(
    await columns.rowBinary(
      `SELECT series, source, groupArray(toUnixTimestamp64Micro(time)) FROM telemetry.scalars FINAL
       PREWHERE ${intervalSql(interval)} AND (series, source) IN (${names.join(', ')}) AND instance = 0
       WHERE value != ${NULL_VALUE} GROUP BY series, source`,
    ),
  )
  const answer: (SourceOfSeries & { timeUs: number[] })[] = []
  while (rows.more) {
    const key = seriesByNumber(rows.uint16())?.key
    const [source, timeUs] = [rows.uint32(), rows.array(rows.int64)]
    if (key) answer.push({ key, source, timeUs })
  }
  return answer
}

async function readSamples(
  columns: Store,
  interval: VesselInterval,
  key: SeriesKey,
  instance: number,
): Promise<Buckets> {
  const rows = new RowReader(
    await columns.rowBinary(
      `SELECT toUnixTimestamp64Micro(time), value FROM telemetry.scalars FINAL
       WHERE ${intervalSql(interval)} AND series = ${SERIES[key].number} AND instance = ${integer(instance)}
         ${await columns.sources.scalarsSql([interval], [{ key, instance }])} ORDER BY time`,
    ),
  )
  const timeUs: number[] = []
  const value: (number | null)[] = []
  while (rows.more) {
    timeUs.push(rows.int64())
    const stored = rows.int32()
    value.push(stored === NULL_VALUE ? null : fromSteps(key, stored))
  }
  return { timeUs, value }
}

export async function readSampleColumns(
  columns: Store,
  intervals: readonly VesselInterval[],
  keys: readonly SeriesKey[],
  withNulls = false,
): Promise<SampleColumns[]> {
  if (intervals.length === 0 || keys.length === 0) return []
  const bytes = await columns.rowBinary(`
    SELECT vessel, series, instance, toUnixTimestamp64Micro(time), value FROM telemetry.scalars FINAL
    WHERE series IN (${keys.map((key) => SERIES[key].number).join(', ')}) AND (${intervalsSql(intervals)})
      ${withNulls ? '' : `AND value != ${NULL_VALUE}`}${await columns.sources.instancesSql(intervals, keys)}
    ORDER BY vessel, series, instance, time`)
  const rows = new RowReader(bytes)
  const timeUs = new Float64Array(bytes.length / SAMPLE_BYTES)
  const value = new Float64Array(bytes.length / SAMPLE_BYTES)
  const answer: SampleColumns[] = []
  for (let i = 0, first = 0, named = { vesselNumber: -1, number: -1, instance: -1 }; ; i++) {
    const next = rows.more
      ? { vesselNumber: rows.uint32(), number: rows.uint16(), instance: rows.uint8() }
      : null
    const same =
      next?.number === named.number &&
      next.instance === named.instance &&
      next.vesselNumber === named.vesselNumber
    if (!same) {
      const { number, ...rest } = named
      const key = seriesByNumber(number)?.key
      if (key)
        answer.push({ ...rest, key, timeUs: timeUs.subarray(first, i), value: value.subarray(first, i) })
      if (!next)
        return answer.map((one) => ({
          ...one,
          value: one.value.map((n) => (n === NULL_VALUE ? Number.NaN : fromSteps(one.key, n))),
        }))
      named = next
      first = i
    }
    timeUs[i] = rows.int64()
    value[i] = rows.int32()
  }
}

const SAMPLE_BYTES = 4 + 2 + 1 + 8 + 4

const CATALOGUE = Object.keys(SERIES)

async function readFields(
  columns: Columns,
  interval: VesselInterval,
): Promise<{ key: SeriesKey; instance: number }[]> {
  const rows = await columns.rows<{ series: number; instance: number }>(
    `SELECT DISTINCT series, instance FROM telemetry.scalars WHERE ${intervalSql(interval)} ORDER BY series, instance`,
  )
  const fields = rows.flatMap(({ series, instance }) => {
    const known = seriesByNumber(series)
    return known ? [{ key: known.key, instance }] : []
  })
  return fields.sort((a, b) => CATALOGUE.indexOf(a.key) - CATALOGUE.indexOf(b.key))
}

async function readHoursWithData(columns: Columns, interval: VesselInterval): Promise<number[]> {
  const hours = (table: string) =>
    `SELECT DISTINCT toUnixTimestamp(toStartOfHour(time)) AS hour_s FROM telemetry.${table} WHERE ${intervalSql(interval)}`
  const rows = await columns.rows<{ hour_s: number }>(
    `SELECT hour_s FROM (${hours('scalars')} UNION DISTINCT ${hours('fixes')}) ORDER BY hour_s`,
  )
  return rows.map(({ hour_s }) => hour_s * 1e6)
}

const MINUTES_US = 10 * MINUTE_US

/**
 * Most newest values lie in the last minutes before the newest sample. A series that is silent there is searched in the
 * day of its last sample. A battery removed years ago thus costs no read of all years.
 */
async function readNewestScalars(columns: Store, vesselNumber: number): Promise<NewestScalar[]> {
  const reported = (await columns.sources.of(vesselNumber)).filter(({ series }) => seriesByNumber(series))
  const lastDayUs = Math.max(0, ...reported.map(({ toUs }) => toUs))
  const lastUs = await newestTime(columns, { vesselNumber, fromUs: lastDayUs - DAY_US, toUs: lastDayUs })
  if (lastUs === null) return []
  const found = await newestIn(columns, { vesselNumber, fromUs: lastUs - MINUTES_US, toUs: lastUs })
  const known = new Set(found.map(({ key, instance }) => `${key}/${instance}`))
  const missing = new Map<string, { toUs: number; names: Set<string> }>()
  for (const [name, toUs] of lastSeen(reported)) {
    if (known.has(name.key)) continue
    const day = missing.get(String(toUs)) ?? { toUs, names: new Set() }
    day.names.add(name.sql)
    missing.set(String(toUs), day)
  }
  const older = await Promise.all(
    [...missing.values()].map(({ toUs, names }) =>
      newestIn(
        columns,
        { vesselNumber, fromUs: toUs - DAY_US + 1, toUs },
        `AND (series, instance) IN (${[...names].join(', ')})`,
      ),
    ),
  )
  return [...found, ...older.flat()]
}

/** Last day of each series and instance, over all sources. */
function lastSeen(reported: readonly ReportedSource[]) {
  const last = new Map<string, [{ key: string; sql: string }, number]>()
  for (const { series, instance, toUs } of reported) {
    const sql = `(${integer(series)}, ${integer(instance)})`
    const key = `${seriesByNumber(series)?.key}/${instance}`
    last.set(sql, [{ key, sql }, Math.max(toUs, last.get(sql)?.[1] ?? 0)])
  }
  return last.values()
}

async function newestTime(columns: Store, interval: VesselInterval): Promise<number | null> {
  const [row] = await columns.rows<{ us: number; n: number }>(
    `SELECT toUnixTimestamp64Micro(max(time)) AS us, toUInt32(count()) AS n FROM telemetry.scalars
     WHERE ${intervalSql(interval)}`,
  )
  return row && row.n > 0 ? row.us : null
}

async function newestIn(columns: Store, interval: VesselInterval, which = ''): Promise<NewestScalar[]> {
  const rows = new RowReader(
    await columns.rowBinary(
      `SELECT toInt32(series), toInt32(instance), toUnixTimestamp64Micro(max(time)), argMax(value, time),
         toInt64(argMax(source, time))
       FROM telemetry.scalars FINAL
       WHERE ${intervalSql(interval)} AND value != ${NULL_VALUE} ${which}
         ${await columns.sources.scalarsSql([interval], 'everything')}
       GROUP BY series, instance ORDER BY series, instance`,
    ),
  )
  const newest: NewestScalar[] = []
  while (rows.more) {
    const series = seriesByNumber(rows.int32())
    const [instance, timeUs, steps, source] = [rows.int32(), rows.int64(), rows.int32(), rows.int64()]
    if (series)
      newest.push({ key: series.key, instance, timeUs, value: fromSteps(series.key, steps), source })
  }
  return newest
}

/**
 * Minimum and maximum of each quarter-hour, or of the quarter-hours of `only`, over all sources. A query for
 * values beyond a bound takes a quarter of the time: without matches it reads only the values.
 */
async function readExtremes(
  columns: Columns,
  fleet: Fleet,
  key: SeriesKey,
  beyond: Beyond | null,
  only: QuarterHourStarts | null = null,
): Promise<Map<number, { quarterHourUs: number; least: number; most: number }[]>> {
  const rows = new RowReader(
    await columns.rowBinary(
      `SELECT vessel, ${QUARTER_HOUR_START_SQL} AS quarter_hour, min(value), max(value) FROM telemetry.scalars ${fleetSql(fleet)}
         AND series = ${SERIES[key].number} AND value != ${NULL_VALUE} ${beyondSql(key, beyond)} ${onlySql(only)} ${BY_QUARTER_HOUR_SQL}`,
    ),
  )
  const found = new Map<number, { quarterHourUs: number; least: number; most: number }[]>()
  while (rows.more) {
    const vesselNumber = rows.uint32()
    const own = found.get(vesselNumber) ?? []
    found.set(vesselNumber, own)
    own.push({
      quarterHourUs: rows.int64(),
      least: rows.int32() * SERIES[key].step,
      most: rows.int32() * SERIES[key].step,
    })
  }
  return found
}

/** A set that the engine finds in its index. */
function onlySql(only: QuarterHourStarts | null): string {
  if (!only) return ''
  const pairs = Array.from(only, ([vessel, starts]) =>
    starts.map((startUs) => `(${integer(vessel)}, ${integer(startUs / QUARTER_HOUR_US)})`),
  ).flat()
  return pairs.length === 0
    ? 'AND false'
    : `AND (vessel, intDiv(toUnixTimestamp64Micro(time), ${QUARTER_HOUR_US})) IN (${pairs.join(', ')})`
}

/** Condition for values at or beyond the bound: including the bound itself keeps rounding from losing samples. */
function beyondSql(key: SeriesKey, beyond: Beyond | null): string {
  if (!beyond) return ''
  const steps = beyond.bound / SERIES[key].step
  return beyond.isAbove
    ? `AND value >= ${integer(Math.floor(steps))}`
    : `AND value <= ${integer(Math.ceil(steps))}`
}
