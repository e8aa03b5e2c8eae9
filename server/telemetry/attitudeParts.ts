import { IMU_ANGLE_RAD, IMU_NOT_AVAILABLE } from '#contract/reading.ts'
import type { SeriesKey } from '#contract/series.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { NOTHING_MORE } from './positionParts.ts'
import { integer, RowReader } from './rowReader.ts'
import { bucketSql, type Named, nameOf, type PartsByName } from './scalarParts.ts'
import type { Part } from './seriesParts.ts'
import type { Stretch } from './stretch.ts'
import { stretchSql } from './stretch.ts'

const COLUMNS: Partial<Record<SeriesKey, string>> = { euler_x: 'roll', euler_y: 'pitch', euler_z: 'yaw' }

export const isAttitude = ({ key }: Named) => key in COLUMNS

/** Attitude of one sensor from its raw samples; instance 0 means the vessel's first sensor. */
export async function readAttitudeParts(
  columns: Columns,
  stretch: Stretch,
  field: Named,
  resolutionUs: number,
): Promise<PartsByName> {
  const column = COLUMNS[field.key] ?? 'roll'
  const sensor =
    field.instance > 0
      ? integer(field.instance)
      : `(SELECT min(sensor) FROM telemetry.imu WHERE ${stretchSql(stretch)})`
  const radians = `${column} * ${IMU_ANGLE_RAD}`
  const bytes = await columns.rowBinary(`
    SELECT ${bucketSql(resolutionUs)} AS bucket, toUInt32(count()),
      min(${column}), max(${column}), argMax(${column}, time), sum(sin(${radians})), sum(cos(${radians}))
    FROM telemetry.imu FINAL WHERE ${stretchSql(stretch)} AND sensor = ${sensor} AND ${column} != ${IMU_NOT_AVAILABLE}
    GROUP BY bucket ORDER BY bucket`)
  const rows = new RowReader(bytes)
  const parts: Part[] = []
  while (rows.more) {
    parts.push({
      ...NOTHING_MORE,
      timeUs: rows.int64(),
      values: rows.uint32(),
      min: rows.int16() * IMU_ANGLE_RAD,
      max: rows.int16() * IMU_ANGLE_RAD,
      last: rows.int16() * IMU_ANGLE_RAD,
      sum: Number.NaN,
      sineSum: rows.float64(),
      cosineSum: rows.float64(),
    })
  }
  return new Map([[nameOf(field), parts]])
}
