import { IMU_ANGLE_RAD, IMU_FORCE_G, IMU_NOT_AVAILABLE } from '#contract/reading.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { stretchSql } from './movementQuery.ts'
import { RowReader } from './rowReader.ts'
import type { Motion, Stretch } from './telemetry.ts'

const ROW_BYTES = 4 + 1 + 8 + 6 * 2

/** Motion samples of many vessels and sensors in one question. A sample without force is left out. */
export async function readMotion(columns: Columns, stretches: readonly Stretch[]): Promise<Motion[]> {
  if (stretches.length === 0) return []
  const bytes = await columns.rowBinary(`
    SELECT vessel, sensor, toUnixTimestamp64Micro(time), force_x, force_y, force_z, roll, pitch, yaw
    FROM telemetry.imu FINAL WHERE ${stretches.map(stretchSql).join(' OR ')} ORDER BY vessel, sensor, time`)
  const rows = new RowReader(bytes)
  const motions: Motion[] = []
  let current: Motion | null = null
  let used = 0
  while (rows.more) {
    const vesselNumber = rows.uint32()
    const sensor = rows.uint8()
    if (current?.vesselNumber !== vesselNumber || current.sensor !== sensor) {
      if (current) motions.push(trimmed(current, used))
      current = emptyMotion(vesselNumber, sensor, rows.rowsLeft(ROW_BYTES) + 1)
      used = 0
    }
    current.timeUs[used] = rows.int64()
    const x = rows.int16()
    current.forceXG[used] = x * IMU_FORCE_G
    current.forceYG[used] = rows.int16() * IMU_FORCE_G
    current.forceZG[used] = rows.int16() * IMU_FORCE_G
    current.rollRad[used] = angle(rows.int16())
    current.pitchRad[used] = angle(rows.int16())
    rows.int16()
    if (x !== IMU_NOT_AVAILABLE) used++
  }
  if (current) motions.push(trimmed(current, used))
  return motions
}

const angle = (stored: number) => (stored === IMU_NOT_AVAILABLE ? Number.NaN : stored * IMU_ANGLE_RAD)

const emptyMotion = (vesselNumber: number, sensor: number, length: number): Motion => ({
  vesselNumber,
  sensor,
  timeUs: new Float64Array(length),
  forceXG: new Float64Array(length),
  forceYG: new Float64Array(length),
  forceZG: new Float64Array(length),
  rollRad: new Float64Array(length),
  pitchRad: new Float64Array(length),
})

const trimmed = (motion: Motion, length: number): Motion => ({
  ...motion,
  timeUs: motion.timeUs.slice(0, length),
  forceXG: motion.forceXG.slice(0, length),
  forceYG: motion.forceYG.slice(0, length),
  forceZG: motion.forceZG.slice(0, length),
  rollRad: motion.rollRad.slice(0, length),
  pitchRad: motion.pitchRad.slice(0, length),
})
