import { SERIES } from '#contract/series.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { DEGREE_STEP, NO_HDOP, NULL_VALUE } from './appendBlocks.ts'
import { instantSql, integer, RowReader } from './rowReader.ts'
import type { Movement, Stretch } from './telemetry.ts'

const ROW_BYTES = 4 + 8 + 4 + 4 + 2 + 1 + 4

/** Fixes and SOG of many vessels in one question, merged by time. */
export async function readMovement(columns: Columns, stretches: readonly Stretch[]): Promise<Movement[]> {
  if (stretches.length === 0) return []
  const where = stretches.map(stretchSql).join(' OR ')
  const bytes = await columns.rowBinary(`
    SELECT vessel, us, latitude, longitude, hdop, valid, sog FROM (
      SELECT vessel, toUnixTimestamp64Micro(time) AS us, latitude, longitude, hdop, valid, toInt32(${NULL_VALUE}) AS sog
      FROM telemetry.fixes FINAL WHERE ${where}
      UNION ALL
      SELECT vessel, toUnixTimestamp64Micro(time) AS us, toInt32(${NULL_VALUE}), toInt32(${NULL_VALUE}), toInt16(${NO_HDOP}), toUInt8(0), value
      FROM telemetry.scalars FINAL WHERE series = ${SERIES.sog.number} AND instance = 0 AND (${where})
    ) ORDER BY vessel, us`)
  return merge(bytes)
}

export const stretchSql = ({ vesselNumber, fromUs, toUs }: Stretch) =>
  `(vessel = ${integer(vesselNumber)} AND time >= ${instantSql(fromUs)} AND time <= ${instantSql(toUs)})`

function merge(bytes: Buffer): Movement[] {
  const rows = new RowReader(bytes)
  const movements: Movement[] = []
  let current: Movement | null = null
  let used = 0
  while (rows.more) {
    const vesselNumber = rows.uint32()
    const timeUs = rows.int64()
    if (current?.vesselNumber !== vesselNumber) {
      if (current) movements.push(trimmed(current, used))
      current = emptyMovement(vesselNumber, rows.rowsLeft(ROW_BYTES) + 1)
      used = 0
    }
    if (used === 0 || current.timeUs[used - 1] !== timeUs) current.timeUs[used++] = timeUs
    const row = used - 1
    const latitude = rows.int32()
    const longitude = rows.int32()
    const hdop = rows.int16()
    const valid = rows.uint8()
    const sog = rows.int32()
    if (latitude !== NULL_VALUE) {
      current.latitudeDeg[row] = latitude * DEGREE_STEP
      current.longitudeDeg[row] = longitude * DEGREE_STEP
      current.hdop[row] = hdop === NO_HDOP ? Number.NaN : hdop / 100
      current.valid[row] = valid
    }
    if (sog !== NULL_VALUE) current.sogMps[row] = sog * SERIES.sog.step
  }
  if (current) movements.push(trimmed(current, used))
  return movements
}

const nans = (length: number) => new Float64Array(length).fill(Number.NaN)

const emptyMovement = (vesselNumber: number, length: number): Movement => ({
  vesselNumber,
  timeUs: new Float64Array(length),
  latitudeDeg: nans(length),
  longitudeDeg: nans(length),
  hdop: nans(length),
  valid: new Uint8Array(length),
  sogMps: nans(length),
})

const trimmed = (movement: Movement, length: number): Movement => ({
  vesselNumber: movement.vesselNumber,
  timeUs: movement.timeUs.slice(0, length),
  latitudeDeg: movement.latitudeDeg.slice(0, length),
  longitudeDeg: movement.longitudeDeg.slice(0, length),
  hdop: movement.hdop.slice(0, length),
  valid: movement.valid.slice(0, length),
  sogMps: movement.sogMps.slice(0, length),
})
