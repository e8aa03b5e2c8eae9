import { fromSteps, SERIES } from '#contract/series.ts'
import { DEGREE_STEP, NO_HDOP, NULL_VALUE } from './appendBlocks.ts'
import { RowReader } from './rowReader.ts'
import type { Store } from './sourceBook.ts'
import { stretchesSql, stretchSql } from './stretchSql.ts'
import type { Movement, Stretch } from './telemetry.ts'

const ROW_BYTES = 4 + 8 + 4 + 4 + 2 + 1 + 4

/** Fixes and SOG of many vessels in one question, merged by time. */
export async function readMovement(columns: Store, stretches: readonly Stretch[]): Promise<Movement[]> {
  if (stretches.length === 0) return []
  const where = stretchesSql(stretches)
  const [believed, spoken] = await Promise.all([
    columns.sources.fixesSql(stretches),
    columns.sources.scalarsSql(stretches, [{ key: 'sog', instance: 0 }]),
  ])
  const bytes = await columns.rowBinary(`
    SELECT vessel, us, latitude, longitude, hdop, valid, sog FROM (
      SELECT vessel, toUnixTimestamp64Micro(time) AS us, latitude, longitude, hdop, valid, toInt32(${NULL_VALUE}) AS sog
      FROM telemetry.fixes FINAL WHERE (${where})${believed}
      UNION ALL
      SELECT vessel, toUnixTimestamp64Micro(time) AS us, toInt32(${NULL_VALUE}), toInt32(${NULL_VALUE}), toInt16(${NO_HDOP}), toUInt8(0), value
      FROM telemetry.scalars FINAL WHERE series = ${SERIES.sog.number} AND instance = 0 AND (${where})${spoken}
    ) ORDER BY vessel, us`)
  return merge(bytes)
}

/** A forecast is about a time and was not heard at it. */
const ABOUT_WEATHER = Object.values(SERIES)
  .filter(({ group }) => group === 'Weather')
  .map(({ number }) => number)

/** The first and last time of each ten seconds in which anything was recorded: closer together they say no more. */
export async function readRecordTimes(columns: Store, stretches: readonly Stretch[]): Promise<Float64Array> {
  const within = `(${stretches.map(stretchSql).join(' OR ')})`
  const tables = ['fixes', 'imu', 'ais', 'faults'].map(
    (table) => `SELECT time FROM telemetry.${table} WHERE ${within}`,
  )
  const bytes = await columns.rowBinary(`
    SELECT toUnixTimestamp64Micro(arrayJoin(arrayDistinct([min(time), max(time)]))) AS us FROM (
      SELECT time FROM telemetry.scalars WHERE ${within} AND series NOT IN (${ABOUT_WEATHER.join(', ')})
      UNION ALL ${tables.join(' UNION ALL ')}
    ) GROUP BY toStartOfInterval(time, INTERVAL 10 SECOND) ORDER BY us`)
  const rows = new RowReader(bytes)
  return Float64Array.from({ length: bytes.length / 8 }, () => rows.int64())
}

function merge(bytes: Buffer): Movement[] {
  const rows = new RowReader(bytes)
  // One allocation for all vessels; each gets its stretch of it.
  const all = emptyColumns(bytes.length / ROW_BYTES)
  const movements: Movement[] = []
  let used = 0
  for (let first = 0, vesselNumber = -1; ; ) {
    const next = rows.more ? rows.uint32() : null
    if (next !== vesselNumber) {
      if (used > first) movements.push({ vesselNumber, ...stretchOf(all, first, used) })
      if (next === null) return movements
      first = used
      vesselNumber = next
    }
    const timeUs = rows.int64()
    if (used === first || all.timeUs[used - 1] !== timeUs) all.timeUs[used++] = timeUs
    const row = used - 1
    const latitude = rows.int32()
    const longitude = rows.int32()
    const hdop = rows.int16()
    const valid = rows.uint8()
    const sog = rows.int32()
    if (latitude !== NULL_VALUE) {
      all.latitudeDeg[row] = latitude * DEGREE_STEP
      all.longitudeDeg[row] = longitude * DEGREE_STEP
      all.hdop[row] = hdop === NO_HDOP ? Number.NaN : hdop / 100
      all.valid[row] = valid
    }
    if (sog !== NULL_VALUE) all.sogMps[row] = fromSteps('sog', sog)
  }
}

type MovementColumns = Omit<Movement, 'vesselNumber'>

const nans = (length: number) => new Float64Array(length).fill(Number.NaN)

const emptyColumns = (length: number): MovementColumns => ({
  timeUs: new Float64Array(length),
  latitudeDeg: nans(length),
  longitudeDeg: nans(length),
  hdop: nans(length),
  valid: new Uint8Array(length),
  sogMps: nans(length),
})

const stretchOf = (all: MovementColumns, first: number, end: number): MovementColumns => ({
  timeUs: all.timeUs.subarray(first, end),
  latitudeDeg: all.latitudeDeg.subarray(first, end),
  longitudeDeg: all.longitudeDeg.subarray(first, end),
  hdop: all.hdop.subarray(first, end),
  valid: all.valid.subarray(first, end),
  sogMps: all.sogMps.subarray(first, end),
})
