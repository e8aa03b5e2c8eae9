import { IMU_ANGLE_RAD, IMU_FORCE_G, IMU_NOT_AVAILABLE } from '#contract/reading.ts'
import { SERIES, type SeriesKey, seriesByNumber } from '#contract/series.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { RowReader } from './rowReader.ts'
import { stretchSql } from './stretchSql.ts'
import type { RawMotion, Stretch } from './telemetry.ts'

export async function readRawMotion(columns: Columns, stretch: Stretch): Promise<RawMotion> {
  const bytes = await columns.rowBinary(`
    SELECT toUnixTimestamp64Micro(time) AS us, sensor, force_x, force_y, force_z, roll, pitch, yaw
    FROM telemetry.imu FINAL WHERE ${stretchSql(stretch)} ORDER BY us, sensor`)
  const rows = new RowReader(bytes)
  const count = bytes.length / (8 + 1 + 6 * 2)
  const column = () => new Float64Array(count)
  const raw: RawMotion = {
    timeUs: column(),
    sensor: column(),
    forceX: column(),
    forceY: column(),
    forceZ: column(),
    roll: column(),
    pitch: column(),
    yaw: column(),
  }
  const forces = [raw.forceX, raw.forceY, raw.forceZ]
  const angles = [raw.roll, raw.pitch, raw.yaw]
  for (let i = 0; i < count; i++) {
    raw.timeUs[i] = rows.int64()
    raw.sensor[i] = rows.uint8()
    for (const force of forces) force[i] = scaled(rows.int16(), IMU_FORCE_G)
    for (const angle of angles) angle[i] = scaled(rows.int16(), IMU_ANGLE_RAD)
  }
  return raw
}

const scaled = (stored: number, step: number) => (stored === IMU_NOT_AVAILABLE ? Number.NaN : stored * step)

const CATALOGUE = Object.keys(SERIES)

/** Series and instances that have samples in a stretch, in the order of the catalogue. */
export async function readFields(
  columns: Columns,
  stretch: Stretch,
): Promise<{ key: SeriesKey; instance: number }[]> {
  const rows = await columns.rows<{ series: number; instance: number }>(
    `SELECT DISTINCT series, instance FROM telemetry.scalars WHERE ${stretchSql(stretch)} ORDER BY series, instance`,
  )
  const fields = rows.flatMap(({ series, instance }) => {
    const known = seriesByNumber(series)
    return known ? [{ key: known.key, instance }] : []
  })
  return fields.sort((a, b) => CATALOGUE.indexOf(a.key) - CATALOGUE.indexOf(b.key))
}
