import { IMU_ANGLE_RAD, IMU_FORCE_G, IMU_NOT_AVAILABLE } from '#contract/domain/reading.ts'
import type { Columns, FileFormat } from '#server/stores/columns/columns.ts'
import { RowReader } from './rowReader.ts'
import { intervalSql, intervalsSql, type VesselInterval } from './vesselInterval.ts'

/** Raw measurements of motion sensors. */
export interface MotionStore {
  /**
   * Samples by sensor, of many vessels in one query, with the liberty of `positions.movement`. A sample that lacks an
   * axis of force is left out.
   */
  bySensor(intervals: readonly VesselInterval[]): Promise<Motion[]>
  /** Samples of all sensors of a vessel as they came; ask for minutes. */
  raw(interval: VesselInterval): Promise<RawMotion>
  /** Days of UTC within an interval in which motion was received, as µs of their beginning. */
  daysWithData(interval: VesselInterval): Promise<number[]>
  /**
   * Writes raw motion to a file in the engine itself, by sensor and in time order. Returns the number of
   * rows, and writes no file without rows.
   */
  writeRaw(interval: VesselInterval, format: RawMotionFormat, path: string): Promise<number>
}

/** In which formats the engine writes it. */
export type RawMotionFormat = FileFormat

/** Column names of such a file, and their units. */
export const RAW_MOTION_COLUMNS = [
  ['time', 'UTC'],
  ['sensor', ''],
  ...(['force_x', 'force_y', 'force_z'] as const).map((name) => [name, 'g'] as const),
  ...(['euler_x', 'euler_y', 'euler_z'] as const).map((name) => [name, 'deg'] as const),
] as const

/** Motion samples of one sensor in time order; angles NaN where the sensor gave none. */
export interface Motion {
  vesselNumber: number
  sensor: number
  timeUs: Float64Array
  forceXG: Float64Array
  forceYG: Float64Array
  forceZG: Float64Array
  rollRad: Float64Array
  pitchRad: Float64Array
}

/** Samples of all motion sensors of a vessel in order of time, as columns; NaN where the sensor gave no value. */
export interface RawMotion {
  timeUs: Float64Array
  sensor: Float64Array
  /** Specific force in g. */
  forceX: Float64Array
  forceY: Float64Array
  forceZ: Float64Array
  /** Radians. */
  roll: Float64Array
  pitch: Float64Array
  yaw: Float64Array
}

export const openMotion = (columns: Columns): MotionStore => ({
  bySensor: (intervals) => readBySensor(columns, intervals),
  raw: (interval) => readRaw(columns, interval),
  daysWithData: (interval) => readDaysWithData(columns, interval),
  writeRaw: (interval, format, path) => writeRaw(columns, interval, format, path),
})

const ROW_BYTES = 4 + 1 + 8 + 6 * 2

async function readBySensor(columns: Columns, intervals: readonly VesselInterval[]): Promise<Motion[]> {
  if (intervals.length === 0) return []
  const bytes = await columns.rowBinary(`
    SELECT vessel, sensor, toUnixTimestamp64Micro(time), force_x, force_y, force_z, roll, pitch, yaw
    FROM telemetry.imu FINAL WHERE ${intervalsSql(intervals)} ORDER BY vessel, sensor, time`)
  return decodeBySensor(bytes)
}

/** Without an object for each of the rows, of which an hour of one sensor has 180,000. */
function decodeBySensor(bytes: Buffer): Motion[] {
  const rows = new RowReader(bytes)
  // One allocation for all sensors; each gets a section of it.
  const all = emptyColumns(bytes.length / ROW_BYTES)
  const motions: Motion[] = []
  let used = 0
  let [first, vesselNumber, sensor] = [0, -1, -1]
  const endSensor = () => {
    if (used > first) motions.push({ vesselNumber, sensor, ...intervalOf(all, first, used) })
    first = used
  }
  while (rows.more) {
    const ofVessel = rows.uint32()
    const ofSensor = rows.uint8()
    if (ofVessel !== vesselNumber || ofSensor !== sensor) {
      endSensor()
      vesselNumber = ofVessel
      sensor = ofSensor
    }
    all.timeUs[used] = rows.int64()
    const x = rows.int16()
    const y = rows.int16()
    const z = rows.int16()
    all.forceXG[used] = x * IMU_FORCE_G
    all.forceYG[used] = y * IMU_FORCE_G
    all.forceZG[used] = z * IMU_FORCE_G
    all.rollRad[used] = angle(rows.int16())
    all.pitchRad[used] = angle(rows.int16())
    rows.int16()
    if (x !== IMU_NOT_AVAILABLE && y !== IMU_NOT_AVAILABLE && z !== IMU_NOT_AVAILABLE) used++
  }
  endSensor()
  return motions
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

const intervalOf = (all: MotionColumns, first: number, end: number): MotionColumns => ({
  timeUs: all.timeUs.subarray(first, end),
  forceXG: all.forceXG.subarray(first, end),
  forceYG: all.forceYG.subarray(first, end),
  forceZG: all.forceZG.subarray(first, end),
  rollRad: all.rollRad.subarray(first, end),
  pitchRad: all.pitchRad.subarray(first, end),
})

async function readRaw(columns: Columns, interval: VesselInterval): Promise<RawMotion> {
  const bytes = await columns.rowBinary(`
    SELECT toUnixTimestamp64Micro(time) AS us, sensor, force_x, force_y, force_z, roll, pitch, yaw
    FROM telemetry.imu FINAL WHERE ${intervalSql(interval)} ORDER BY us, sensor`)
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

/** Reads month by month, only months with data: a year of motion exceeds the limit of one query. */
async function readDaysWithData(columns: Columns, interval: VesselInterval): Promise<number[]> {
  const months = await columns.rows<{ month: string }>(
    `SELECT DISTINCT partition AS month FROM system.parts
     WHERE database = 'telemetry' AND table = 'imu' AND active ORDER BY month`,
  )
  const days: number[] = []
  for (const { month } of months) {
    const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(4))]
    const chunk = {
      ...interval,
      fromUs: Math.max(interval.fromUs, Date.UTC(year, number - 1) * 1000),
      toUs: Math.min(interval.toUs, Date.UTC(year, number) * 1000 - 1),
    }
    if (chunk.fromUs > chunk.toUs) continue
    const rows = await columns.rows<{ day_s: number }>(
      `SELECT DISTINCT toUnixTimestamp(toStartOfDay(time)) AS day_s FROM telemetry.imu
       WHERE ${intervalSql(chunk)} ORDER BY day_s`,
    )
    days.push(...rows.map(({ day_s }) => day_s * 1e6))
  }
  return days
}

async function writeRaw(
  columns: Columns,
  interval: VesselInterval,
  format: FileFormat,
  path: string,
): Promise<number> {
  const from = `FROM telemetry.imu FINAL WHERE ${intervalSql(interval)}`
  const [counted] = await columns.rows<{ rows: number }>(`SELECT toUInt32(count()) AS rows ${from}`)
  if (!counted?.rows) return 0
  // Steps of both are coarser than a thousandth, so that rounding takes nothing but the noise of doubles.
  const force = (name: string) => `round(nullIf(${name}, ${IMU_NOT_AVAILABLE}) * ${IMU_FORCE_G}, 3)`
  const angle = (name: string) =>
    `round(degrees(nullIf(${name}, ${IMU_NOT_AVAILABLE}) * ${IMU_ANGLE_RAD}), 3)`
  const values = [
    ...['time', 'sensor'],
    ...['force_x', 'force_y', 'force_z'].map(force),
    ...['roll', 'pitch', 'yaw'].map(angle),
  ]
  const named = RAW_MOTION_COLUMNS.map(([name, unit], i) => {
    const isBare = unit === '' || (unit === 'UTC' && format === 'Parquet')
    return `${values[i]} AS \`${isBare ? name : `${name} [${unit}]`}\``
  })
  // In the order in which they are stored, so that nothing has to be sorted.
  await columns.writeFile(`SELECT ${named.join(', ')} ${from} ORDER BY sensor, time`, format, path)
  return counted.rows
}
