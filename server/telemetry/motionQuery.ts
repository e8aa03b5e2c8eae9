import { IMU_ANGLE_RAD, IMU_FORCE_G, IMU_NOT_AVAILABLE } from '#contract/reading.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { RowReader } from './rowReader.ts'
import { stretchesSql } from './stretchSql.ts'
import type { Motion, Stretch } from './telemetry.ts'

const ROW_BYTES = 4 + 1 + 8 + 6 * 2

/** Motion samples of many vessels and sensors in one question. A sample that lacks an axis of force is left out. */
export async function readMotion(columns: Columns, stretches: readonly Stretch[]): Promise<Motion[]> {
  if (stretches.length === 0) return []
  const bytes = await columns.rowBinary(`
    SELECT vessel, sensor, toUnixTimestamp64Micro(time), force_x, force_y, force_z, roll, pitch, yaw
    FROM telemetry.imu FINAL WHERE ${stretchesSql(stretches)} ORDER BY vessel, sensor, time`)
  const rows = new RowReader(bytes)
  // One allocation for all sensors; each gets its stretch of it.
  const all = emptyColumns(bytes.length / ROW_BYTES)
  const motions: Motion[] = []
  let used = 0
  for (let first = 0, vesselNumber = -1, sensor = -1; ; ) {
    const next = rows.more ? { vesselNumber: rows.uint32(), sensor: rows.uint8() } : null
    if (next?.vesselNumber !== vesselNumber || next.sensor !== sensor) {
      if (used > first) motions.push({ vesselNumber, sensor, ...stretchOf(all, first, used) })
      if (!next) return motions
      first = used
      vesselNumber = next.vesselNumber
      sensor = next.sensor
    }
    all.timeUs[used] = rows.int64()
    const [x, y, z] = [rows.int16(), rows.int16(), rows.int16()]
    all.forceXG[used] = x * IMU_FORCE_G
    all.forceYG[used] = y * IMU_FORCE_G
    all.forceZG[used] = z * IMU_FORCE_G
    all.rollRad[used] = angle(rows.int16())
    all.pitchRad[used] = angle(rows.int16())
    rows.int16()
    if (x !== IMU_NOT_AVAILABLE && y !== IMU_NOT_AVAILABLE && z !== IMU_NOT_AVAILABLE) used++
  }
}

type MotionColumns = Omit<Motion, 'vesselNumber' | 'sensor'>

const angle = (stored: number) => (stored === IMU_NOT_AVAILABLE ? Number.NaN : stored * IMU_ANGLE_RAD)

const emptyColumns = (length: number): MotionColumns => ({
  timeUs: new Float64Array(length),
  forceXG: new Float64Array(length),
  forceYG: new Float64Array(length),
  forceZG: new Float64Array(length),
  rollRad: new Float64Array(length),
  pitchRad: new Float64Array(length),
})

const stretchOf = (all: MotionColumns, first: number, end: number): MotionColumns => ({
  timeUs: all.timeUs.subarray(first, end),
  forceXG: all.forceXG.subarray(first, end),
  forceYG: all.forceYG.subarray(first, end),
  forceZG: all.forceZG.subarray(first, end),
  rollRad: all.rollRad.subarray(first, end),
  pitchRad: all.pitchRad.subarray(first, end),
})
