import { SERIES, type SeriesKey } from '#contract/series.ts'
import { QUARTER_US } from '#contract/time.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { DEGREE_STEP, NULL_VALUE } from './appendBlocks.ts'
import { instantSql, integer, RowReader } from './rowReader.ts'
import type { Stretch } from './stretch.ts'

/** Vessels over a stretch of time. */
export interface Fleet {
  vesselNumbers: readonly number[]
  fromUs: number
  toUs: number
}

/** Starts of quarter-hours by vessel. */
export type Quarters = Map<number, number[]>

/** Values above a bound, or below it, in stored units. */
export interface Beyond {
  bound: number
  isAbove: boolean
}

/**
 * The least and the most of each quarter-hour, or of those of `only`, whoever measured it. Asked for those beyond a bound alone, it takes a
 * quarter of the time: where there are none, nothing but the values is looked at.
 */
export async function readExtremes(
  columns: Columns,
  fleet: Fleet,
  key: SeriesKey,
  beyond: Beyond | null,
  only: Quarters | null = null,
): Promise<Map<number, { quarterUs: number; least: number; most: number }[]>> {
  const rows = new RowReader(
    await columns.rowBinary(
      `SELECT vessel, ${QUARTER} AS quarter, min(value), max(value) FROM telemetry.scalars ${within(fleet)}
         AND series = ${SERIES[key].number} AND value != ${NULL_VALUE} ${beyondSql(key, beyond)} ${onlySql(only)} ${GROUPED}`,
    ),
  )
  const found = new Map<number, { quarterUs: number; least: number; most: number }[]>()
  while (rows.more) {
    const vesselNumber = rows.uint32()
    const own = found.get(vesselNumber) ?? []
    found.set(vesselNumber, own)
    own.push({
      quarterUs: rows.int64(),
      least: rows.int32() * SERIES[key].step,
      most: rows.int32() * SERIES[key].step,
    })
  }
  return found
}

/** A set that the engine finds in its index. */
function onlySql(only: Quarters | null): string {
  if (!only) return ''
  const pairs = Array.from(only, ([vessel, starts]) =>
    starts.map((startUs) => `(${integer(vessel)}, ${integer(startUs / QUARTER_US)})`),
  ).flat()
  return pairs.length === 0
    ? 'AND false'
    : `AND (vessel, intDiv(toUnixTimestamp64Micro(time), ${QUARTER_US})) IN (${pairs.join(', ')})`
}

/** What is at the bound itself is found with it, so that no rounding loses any. */
function beyondSql(key: SeriesKey, beyond: Beyond | null): string {
  if (!beyond) return ''
  const steps = beyond.bound / SERIES[key].step
  return beyond.isAbove
    ? `AND value >= ${integer(Math.floor(steps))}`
    : `AND value <= ${integer(Math.ceil(steps))}`
}

/**
 * When anything was heard of a series, or without one of the position: the first and last time of every `widthUs`, in time
 * order.
 */
export async function readHeard(
  columns: Columns,
  fleet: Fleet,
  key: SeriesKey | null,
  widthUs: number,
): Promise<Map<number, number[]>> {
  const from = key
    ? `telemetry.scalars ${within(fleet)} AND series = ${SERIES[key].number}`
    : `telemetry.fixes ${within(fleet)}`
  return timesByVessel(
    await columns.rowBinary(`
      SELECT vessel, toUnixTimestamp64Micro(arrayJoin(arrayDistinct([min(time), max(time)]))) AS us
      FROM ${from} GROUP BY vessel, intDiv(toUnixTimestamp64Micro(time), ${integer(widthUs)}) ORDER BY vessel, us`),
  )
}

/** Asked for at once; more are asked for one after the other. */
const MOST_STRETCHES = 2000

/**
 * The same of whatever is stored beside positions, in each quarter-hour that some stretches touch. These are a set that the
 * engine finds in its index; hundreds of stretches with an `OR` between them are not.
 */
export async function readElsewhere(
  columns: Columns,
  stretches: readonly Stretch[],
  widthUs: number,
): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>()
  for (let i = 0; i < stretches.length; i += MOST_STRETCHES) {
    const ranges = stretches.slice(i, i + MOST_STRETCHES).map(({ vesselNumber, fromUs, toUs }) => {
      const quarters = [Math.floor(fromUs / QUARTER_US), Math.floor(toUs / QUARTER_US) + 1]
      return `(${[vesselNumber, ...quarters].map(integer).join(', ')})`
    })
    const within = `(vessel, intDiv(toUnixTimestamp64Micro(time), ${QUARTER_US})) IN (
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

/** A forecast is about a time and was not heard at it. */
export const ABOUT_WEATHER = Object.values(SERIES)
  .filter(({ group }) => group === 'Weather')
  .map(({ number }) => number)

/** A part of the sea; it may reach over the antimeridian, then west is greater than east. */
export interface Box {
  southDeg: number
  northDeg: number
  westDeg: number
  eastDeg: number
}

/** In which quarter-hours they were inside a box. */
export async function readInBox(columns: Columns, fleet: Fleet, box: Box): Promise<Quarters> {
  const scaled = (deg: number) => integer(Math.round(deg / DEGREE_STEP))
  const join = box.westDeg <= box.eastDeg ? 'AND' : 'OR'
  return timesByVessel(
    await columns.rowBinary(
      `SELECT vessel, ${QUARTER} AS quarter FROM telemetry.fixes ${within(fleet)} AND latitude >= ${scaled(box.southDeg)}
         AND latitude <= ${scaled(box.northDeg)}
         AND (longitude >= ${scaled(box.westDeg)} ${join} longitude <= ${scaled(box.eastDeg)}) ${GROUPED}`,
    ),
  )
}

const QUARTER = `toInt64(intDiv(toUnixTimestamp64Micro(time), ${QUARTER_US}) * ${QUARTER_US})`
const GROUPED = 'GROUP BY vessel, quarter ORDER BY vessel, quarter'
/** Without FINAL: a value that was replaced makes a quarter-hour worth a look, and no more. */
const within = ({ vesselNumbers, fromUs, toUs }: Fleet) =>
  `WHERE vessel IN (${vesselNumbers.map(integer).join(', ')})
     AND time >= ${instantSql(fromUs)} AND time <= ${instantSql(toUs)}`

/** Rows of a vessel and a time, in the order of both. */
export function timesByVessel(bytes: Buffer): Map<number, number[]> {
  const rows = new RowReader(bytes)
  const found = new Map<number, number[]>()
  while (rows.more) {
    const vesselNumber = rows.uint32()
    const own = found.get(vesselNumber) ?? []
    found.set(vesselNumber, own)
    own.push(rows.int64())
  }
  return found
}
