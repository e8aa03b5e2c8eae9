import { SERIES, type SeriesKey } from '#contract/series.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { DEGREE_STEP, NULL_VALUE } from './appendBlocks.ts'
import { QUARTER_US } from './quarterParts.ts'
import { instantSql, integer, RowReader } from './rowReader.ts'

/** Vessels over a stretch of time. */
export interface Fleet {
  vesselNumbers: readonly number[]
  fromUs: number
  toUs: number
}

/** Starts of quarter-hours by vessel. */
export type Quarters = Map<number, number[]>

/** The least and the most of each quarter-hour, whoever measured it. */
export async function readExtremes(
  columns: Columns,
  fleet: Fleet,
  key: SeriesKey,
): Promise<Map<number, { quarterUs: number; least: number; most: number }[]>> {
  const rows = new RowReader(
    await columns.rowBinary(
      `SELECT vessel, ${QUARTER} AS quarter, min(value), max(value) FROM telemetry.scalars ${within(fleet)}
         AND series = ${SERIES[key].number} AND value != ${NULL_VALUE} ${GROUPED}`,
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
