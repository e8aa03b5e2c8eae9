import type { Fix } from '#contract/domain/reading.ts'
import { fromSteps, SERIES, type SeriesKey } from '#contract/domain/series.ts'
import { DAY_US, HOUR_US, MINUTE_MS, MINUTE_US, QUARTER_HOUR_US } from '#contract/domain/time.ts'
import { COMPUTED_SOURCES, orderOf, UNKNOWN_SOURCE } from '#contract/wire/source.ts'
import { MOST_OFF_MS } from '#server/platform/clockCheck.ts'
import type { AppendedInterval } from '#server/platform/events.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { DEGREE_STEP, NO_HDOP, NULL_VALUE } from './appendBlocks.ts'
import { intervalsOf, LAST_FIXES, lastFixes } from './describeInterval.ts'
import { integer, RowReader } from './rowReader.ts'
import type { Store } from './sourceSelection.ts'
import { type Interval, TouchedIntervals } from './touchedIntervals.ts'
import {
  type Fleet,
  fleetSql,
  intervalSql,
  intervalsSql,
  timesByVessel,
  type VesselInterval,
} from './vesselInterval.ts'
import type { VesselReadings } from './vesselReadings.ts'

/** Finds the times of stored data, and when the data was appended. */
export interface AppendedIntervals {
  /**
   * Intervals stored since this time, late data included, one for each hour of event time: a restarted processor finds
   * its missed data. None reaches beyond the stored samples. Kept for a week. The column store stamps them with its own
   * clock.
   *
   * Intervals are stamped before their data is stored. So a reader that has read everything up to some time
   * must read from ARRIVAL_MARGIN_MS before it.
   */
  since(appendedMs: number): Promise<StoredInterval[]>
  /** Newest stored data of each of these intervals, described as when it was stored. */
  newest(intervals: readonly VesselInterval[]): Promise<AppendedInterval[]>
  /** Times of any records within the intervals, by vessel: two times for every ten seconds with records. */
  recordTimes(intervals: readonly VesselInterval[]): Promise<Map<number, number[]>>
  /**
   * Times of data over months: two for every `widthUs` with any sample of a series, or any position when
   * `key` is null.
   */
  timesOfData(fleet: Fleet, key: SeriesKey | null, widthUs: number): Promise<Map<number, number[]>>
  /** Like `timesOfData`, for all data stored beside positions, in all quarter-hours that the intervals touch. */
  timesOfOtherData(intervals: readonly VesselInterval[], widthUs: number): Promise<Map<number, number[]>>
  /**
   * Last time before each moment at which the vessel recorded anything, by vessel; vessels without records are absent.
   */
  lastBefore(moments: readonly Moment[]): Promise<Map<number, number>>
  /** Intervals of a vessel's time in which anything is stored, in order; more than an hour lies between two of them. */
  touched(interval: VesselInterval): Promise<Interval[]>
  /** Newest and oldest stored time of a vessel, null when it has none. */
  extent(vesselNumber: number): Promise<{ firstUs: number; lastUs: number } | null>
}

/** A moment of one vessel; a query holds at most one moment for each vessel. */
export interface Moment {
  vesselNumber: number
  beforeUs: number
}

/** Interval with the times of its first and last append by the clock of the column store, epoch ms. */
export interface StoredInterval extends VesselInterval {
  firstMs: number
  lastMs: number
}

/**
 * Readers look back this far before the last time that they have covered. The margin exceeds the sum of SLOW_APPEND_MS, the
 * time that a note stands for, and the largest difference between the clocks of the two databases (MOST_OFF_MS).
 */
export const ARRIVAL_MARGIN_MS = MINUTE_MS
/** An append that took longer is noted again. */
export const SLOW_APPEND_MS = ARRIVAL_MARGIN_MS / 4

export const openIntervals = (columns: Store): AppendedIntervals => ({
  since: (appendedMs) => readSince(columns, appendedMs),
  newest: (intervals) => readNewestIntervals(columns, intervals),
  recordTimes: (intervals) => readRecordTimes(columns, intervals),
  timesOfData: (...asked) => readTimesOfData(columns, ...asked),
  timesOfOtherData: (...asked) => readElsewhere(columns, ...asked),
  lastBefore: (moments) => readLastBefore(columns, moments),
  touched: (interval) => readTouched(columns, interval),
  extent: (vesselNumber) => readExtent(columns, vesselNumber),
})

/** A note also covers appends to its interval within this time. */
export const NOTED_FOR_MS = 10_000
/** An interval that ended less than this ago is still growing, so its note also covers the next NOTED_FOR_MS. */
const LIVE_MS = MINUTE_MS
const GOES_ON_US = NOTED_FOR_MS * 1000

/** Notes the intervals of appended data; an interval that grows is noted again only once in a while. */
export class IntervalNotes {
  readonly #columns: Columns
  /** Recently noted intervals, by vessel, with the monotonic time of their note. */
  readonly #noted = new Map<number, (Interval & { atMs: number })[]>()

  constructor(columns: Columns) {
    this.#columns = columns
  }

  /** With `again`, notes also intervals that were noted a moment ago. */
  async note(batch: readonly VesselReadings[], again = false): Promise<void> {
    const atMs = performance.now()
    const liveFromMs = Date.now() - LIVE_MS
    const isRecent = (noted: { atMs: number }) => atMs - noted.atMs < NOTED_FOR_MS
    const fresh = batch.flatMap((readings) => {
      const { vesselNumber } = readings
      const noted = this.#noted.get(vesselNumber)?.filter(isRecent) ?? []
      return intervalsOf(readings).flatMap(({ fromUs, toUs }) => {
        if (!again && noted.some((known) => fromUs >= known.fromUs && toUs <= known.toUs)) return []
        const goesOnUs = toUs / 1000 > liveFromMs ? GOES_ON_US : 0
        return [{ vesselNumber, fromUs: Math.floor(fromUs), toUs: Math.ceil(toUs) + goesOnUs, atMs }]
      })
    })
    if (fresh.length === 0) return
    const lines = fresh.map(({ vesselNumber, fromUs, toUs }) => `${vesselNumber}\t${fromUs}\t${toUs}\n`)
    await this.#columns.insert('telemetry.intervals', ['vessel', 'from_us', 'to_us'], lines.join(''))
    for (const [vesselNumber, own] of Map.groupBy(fresh, (one) => one.vesselNumber)) {
      const known = this.#noted.get(vesselNumber)?.filter(isRecent) ?? []
      this.#noted.set(vesselNumber, [...own, ...known].slice(0, MOST_NOTED))
    }
  }
}

/** Intervals of a vessel that are remembered as noted. */
const MOST_NOTED = 500

async function readSince(columns: Columns, appendedMs: number): Promise<StoredInterval[]> {
  const rows = await columns.rows<{ vessel: number; from: number; to: number; first: number; last: number }>(
    `SELECT vessel, min(from_us) AS from, max(to_us) AS to,
       toUnixTimestamp64Milli(min(appended)) AS first, toUnixTimestamp64Milli(max(appended)) AS last
     FROM telemetry.intervals
     WHERE appended >= fromUnixTimestamp64Milli(toInt64(${integer(Math.floor(Math.max(0, appendedMs)))}), 'UTC')
     GROUP BY vessel, intDiv(from_us, ${HOUR_US}) ORDER BY vessel, from`,
  )
  const intervals: StoredInterval[] = []
  for (const { vessel: vesselNumber, from: fromUs, to: toUs, first: firstMs, last: lastMs } of rows) {
    const noted = { vesselNumber, fromUs, toUs }
    // Earlier versions noted two dates years apart as all the time between them.
    const touched = toUs - fromUs > DAY_US ? await readTouched(columns, noted) : [noted]
    for (const interval of touched) intervals.push({ vesselNumber, ...interval, firstMs, lastMs })
  }
  const ends = new Map<number, StoredInterval>()
  for (const interval of intervals) {
    const { vesselNumber, toUs } = interval
    if (toUs >= (ends.get(vesselNumber)?.toUs ?? Number.NEGATIVE_INFINITY)) ends.set(vesselNumber, interval)
  }
  await endWithStored(columns, [...ends.values()].filter(mayGoOn))
  return intervals
}

/** True where the note may cover more than was stored. The clocks of its writer and of the store may differ. */
const mayGoOn = ({ toUs, lastMs }: StoredInterval) =>
  (toUs - GOES_ON_US) / 1000 > lastMs - LIVE_MS - MOST_OFF_MS

/** Most vessels in one query when their intervals differ; further vessels follow in further queries. */
const MOST_VESSELS = 500

/**
 * Ends noted intervals at the last stored sample: rules that evaluate beyond it would treat the next samples as late.
 */
async function endWithStored(columns: Columns, intervals: readonly StoredInterval[]): Promise<void> {
  for (let i = 0; i < intervals.length; i += MOST_VESSELS) {
    const asked = intervals.slice(i, i + MOST_VESSELS)
    const within = intervalsSql(asked.map((one) => ({ ...one, fromUs: one.toUs - GOES_ON_US })))
    const storedUs = await readLastTimes(columns, within)
    for (const one of asked)
      one.toUs = Math.min(one.toUs, Math.max(one.toUs - GOES_ON_US, storedUs.get(one.vesselNumber) ?? 0))
  }
}

/** Newest stored time by vessel, among the rows that match the condition. */
async function readLastTimes(columns: Columns, within: string): Promise<Map<number, number>> {
  const scalars = `(${within}) AND series NOT IN (${ABOUT_WEATHER.join(', ')})`
  const tables = Object.entries({ scalars, fixes: within, imu: within, ais: within, faults: within }).map(
    ([table, where]) =>
      `SELECT vessel, max(time) AS newest FROM telemetry.${table} WHERE ${where} GROUP BY vessel`,
  )
  const rows = await columns.rows<{ vessel: number; us: number }>(
    `SELECT vessel, toUnixTimestamp64Micro(max(newest)) AS us FROM (${tables.join(' UNION ALL ')}) GROUP BY vessel`,
  )
  return new Map(rows.map(({ vessel, us }) => [vessel, us]))
}

/**
 * Look-back ranges, tried in order: most vessels reported moments before, and a long-silent vessel has no rows in the
 * short ranges.
 */
const LOOK_BACK_US = [10 * MINUTE_US, DAY_US, 31 * DAY_US, Number.POSITIVE_INFINITY]

async function readLastBefore(columns: Store, moments: readonly Moment[]): Promise<Map<number, number>> {
  const lastUs = new Map<number, number>()
  const { beginnings } = columns.sources
  const asked = moments.filter(
    ({ vesselNumber, beforeUs }) => !beginnings.precedesAll(vesselNumber, beforeUs),
  )
  const leftOf = () => asked.filter(({ vesselNumber }) => !lastUs.has(vesselNumber))
  await beginnings.learn(async () => {
    for (const backUs of LOOK_BACK_US) await lookBack(leftOf(), backUs)
    return leftOf()
  })
  return lastUs

  async function lookBack(left: readonly Moment[], backUs: number) {
    for (let i = 0; i < left.length; i += MOST_VESSELS) {
      const within = left.slice(i, i + MOST_VESSELS).map(({ vesselNumber, beforeUs }) => {
        const toUs = Math.ceil(beforeUs) - 1
        return intervalSql({ vesselNumber, fromUs: Math.max(0, toUs - backUs), toUs })
      })
      for (const one of await readLastTimes(columns, within.join(' OR '))) lastUs.set(...one)
    }
  }
}

/** First and last time of each ten seconds with records; times in between would add nothing. */
async function readRecordTimes(
  columns: Columns,
  intervals: readonly VesselInterval[],
): Promise<Map<number, number[]>> {
  if (intervals.length === 0) return new Map()
  const within = `(${intervals.map(intervalSql).join(' OR ')})`
  const tables = ['fixes', 'imu', 'ais', 'faults'].map(
    (table) => `SELECT vessel, time FROM telemetry.${table} WHERE ${within}`,
  )
  return timesByVessel(
    await columns.rowBinary(`
      SELECT vessel, toUnixTimestamp64Micro(arrayJoin(arrayDistinct([min(time), max(time)]))) AS us FROM (
        SELECT vessel, time FROM telemetry.scalars WHERE ${within} AND series NOT IN (${ABOUT_WEATHER.join(', ')})
        UNION ALL ${tables.join(' UNION ALL ')}
      ) GROUP BY vessel, toStartOfInterval(time, INTERVAL 10 SECOND) ORDER BY vessel, us`),
  )
}

/** Longest time in one query for touched hours: a query over years would exceed the engine's time limit. */
const TOUCHED_US = 366 * DAY_US

async function readTouched(
  columns: Columns,
  { vesselNumber, fromUs, toUs }: VesselInterval,
): Promise<Interval[]> {
  const touched = new TouchedIntervals()
  for (let atUs = fromUs; atUs <= toUs; atUs += TOUCHED_US) {
    const within = intervalSql({ vesselNumber, fromUs: atUs, toUs: Math.min(toUs, atUs + TOUCHED_US - 1) })
    const scalars = `${within} AND series NOT IN (${ABOUT_WEATHER.join(', ')})`
    const tables = Object.entries({ scalars, fixes: within, imu: within, ais: within, faults: within }).map(
      ([table, where]) => `SELECT vessel, time FROM telemetry.${table} WHERE ${where}`,
    )
    const times = timesByVessel(
      await columns.rowBinary(`
        SELECT vessel, toUnixTimestamp64Micro(arrayJoin([min(time), max(time)])) AS us
        FROM (${tables.join(' UNION ALL ')})
        GROUP BY vessel, intDiv(toUnixTimestamp64Micro(time), ${HOUR_US}) ORDER BY vessel, us`),
    ).get(vesselNumber)
    for (const timeUs of times ?? []) touched.add(timeUs)
  }
  return touched.intervals()
}

async function readExtent(columns: Columns, vesselNumber: number) {
  const end = (table: string, direction: 'ASC' | 'DESC') =>
    `(SELECT toUnixTimestamp64Micro(time) AS us FROM telemetry.${table} WHERE vessel = ${integer(vesselNumber)}
      ORDER BY time ${direction} LIMIT 1)`
  const [row] = await columns.rows<{ first: number; last: number; n: number }>(
    `SELECT min(us) AS first, max(us) AS last, toUInt32(count()) AS n FROM
     (${['ASC', 'DESC'].flatMap((direction) => ['fixes', 'scalars'].map((table) => `SELECT us FROM ${end(table, direction as 'ASC')}`)).join(' UNION ALL ')})`,
  )
  return row && row.n > 0 ? { firstUs: row.first, lastUs: row.last } : null
}

/**
 * Times of samples of a series, or of positions without one: the first and last time of every `widthUs`, in time order.
 */
async function readTimesOfData(
  columns: Columns,
  fleet: Fleet,
  key: SeriesKey | null,
  widthUs: number,
): Promise<Map<number, number[]>> {
  const from = key
    ? `telemetry.scalars ${fleetSql(fleet)} AND series = ${SERIES[key].number}`
    : `telemetry.fixes ${fleetSql(fleet)}`
  return timesByVessel(
    await columns.rowBinary(`
      SELECT vessel, toUnixTimestamp64Micro(arrayJoin(arrayDistinct([min(time), max(time)]))) AS us
      FROM ${from} GROUP BY vessel, intDiv(toUnixTimestamp64Micro(time), ${integer(widthUs)}) ORDER BY vessel, us`),
  )
}

/** Most intervals in one query; further intervals follow in further queries. */
const MOST_STORED_INTERVALS = 2000

/**
 * Reads the times of data stored beside positions, in each quarter-hour that the intervals touch. The engine finds a
 * set of quarter-hours in its index; it cannot do so for hundreds of intervals joined by `OR`.
 */
async function readElsewhere(
  columns: Columns,
  intervals: readonly VesselInterval[],
  widthUs: number,
): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>()
  for (let i = 0; i < intervals.length; i += MOST_STORED_INTERVALS) {
    const ranges = intervals.slice(i, i + MOST_STORED_INTERVALS).map(({ vesselNumber, fromUs, toUs }) => {
      const quarterHours = [Math.floor(fromUs / QUARTER_HOUR_US), Math.floor(toUs / QUARTER_HOUR_US) + 1]
      return `(${[vesselNumber, ...quarterHours].map(integer).join(', ')})`
    })
    const within = `(vessel, intDiv(toUnixTimestamp64Micro(time), ${QUARTER_HOUR_US})) IN (
      SELECT vessel, arrayJoin(range(first, after))
      FROM values('vessel UInt32, first Int64, after Int64', ${ranges.join(', ')}))`
    const tables = ['imu', 'ais', 'faults'].map(
      (table) => `SELECT vessel, time FROM telemetry.${table} WHERE ${within}`,
    )
    const times = timesByVessel(
      await columns.rowBinary(`
        SELECT vessel, toUnixTimestamp64Micro(arrayJoin(arrayDistinct([min(time), max(time)]))) AS us FROM (
          SELECT vessel, time FROM telemetry.scalars WHERE ${within} AND series NOT IN (${ABOUT_WEATHER.join(', ')})
          UNION ALL ${tables.join(' UNION ALL ')}
        ) GROUP BY vessel, intDiv(toUnixTimestamp64Micro(time), ${integer(widthUs)}) ORDER BY vessel, us`),
    )
    for (const [vesselNumber, own] of times)
      found.set(vesselNumber, [...(found.get(vesselNumber) ?? []), ...own])
  }
  return found
}

/** A forecast concerns a time at which it was not received. */
const ABOUT_WEATHER = Object.values(SERIES)
  .filter(({ group }) => group === 'Weather')
  .map(({ number }) => number)

/** Only a forecast has no source and lies exactly on the minutes. */
const IS_FORECAST = `source = ${UNKNOWN_SOURCE} AND series IN (${ABOUT_WEATHER.join(', ')})
  AND toUnixTimestamp64Micro(time) % ${MINUTE_US} = 0`

const KEYS = new Map(Object.entries(SERIES).map(([key, { number }]) => [number, key as SeriesKey]))

/** Newest stored data of many vessels, described as when it was stored. */
async function readNewestIntervals(
  columns: Store,
  intervals: readonly VesselInterval[],
): Promise<AppendedInterval[]> {
  if (intervals.length === 0) return []
  const where = intervalsSql(intervals)
  const [scalars, fixes] = await Promise.all([
    // A speed that was derived from positions follows from them again.
    columns.rowBinary(`
      SELECT vessel, source, series, toUnixTimestamp64Micro(max(time)), argMax(value, time) FROM telemetry.scalars FINAL
      WHERE (${where}) AND instance = 0 AND value != ${NULL_VALUE} AND source NOT IN (${COMPUTED_SOURCES.join(', ')})
        AND NOT (${IS_FORECAST})
      GROUP BY vessel, source, series`),
    columns.rowBinary(`
      SELECT vessel, source, toUnixTimestamp64Micro(time) AS us, latitude, longitude, hdop FROM telemetry.fixes FINAL
      WHERE (${where}) AND valid = 1 ORDER BY vessel, source, us DESC LIMIT ${LAST_FIXES} BY vessel, source`),
  ])
  const [valuesOf, fixesOf] = [readValues(new RowReader(scalars)), readFixes(new RowReader(fixes))]
  return intervals.flatMap(({ vesselNumber, fromUs, toUs }) => {
    const base = { vesselNumber, fromUs, toUs, motion: [], maxSogMps: null }
    // Reported speed goes before positions, which would otherwise yield a derived speed; the best source first.
    const values = [...(valuesOf.get(vesselNumber) ?? [])].sort(
      ([a], [b]) => orderOf(a) - orderOf(b) || a - b,
    )
    return [
      ...values.map(([, newest]) => ({ ...base, lastFixes: [], newest })),
      { ...base, lastFixes: lastFixes(fixesOf.get(vesselNumber) ?? []), newest: {} },
    ]
  })
}

function readValues(rows: RowReader) {
  const bySource = new Map<number, Map<number, AppendedInterval['newest']>>()
  while (rows.more) {
    const [vessel, source, series] = [rows.uint32(), rows.uint32(), rows.uint16()]
    const [timeUs, steps] = [rows.int64(), rows.int32()]
    const key = KEYS.get(series)
    if (!key) continue
    const sources = bySource.get(vessel) ?? new Map<number, AppendedInterval['newest']>()
    bySource.set(vessel, sources)
    const newest = sources.get(source) ?? {}
    sources.set(source, { ...newest, [key]: [timeUs, fromSteps(key, steps), source] })
  }
  return bySource
}

function readFixes(rows: RowReader) {
  const fixes = new Map<number, Fix[]>()
  while (rows.more) {
    const [vessel, source, timeUs] = [rows.uint32(), rows.uint32(), rows.int64()]
    const [latitude, longitude, hdop] = [rows.int32(), rows.int32(), rows.int16()]
    const fix: Fix = {
      ...{ timeUs, source, valid: true, hdop: hdop === NO_HDOP ? null : hdop / 100 },
      ...{ latitudeDeg: latitude * DEGREE_STEP, longitudeDeg: longitude * DEGREE_STEP },
    }
    const own = fixes.get(vessel)
    if (own) own.push(fix)
    else fixes.set(vessel, [fix])
  }
  return fixes
}
