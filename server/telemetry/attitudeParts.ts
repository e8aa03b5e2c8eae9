import { IMU_ANGLE_RAD, IMU_NOT_AVAILABLE } from '#contract/domain/reading.ts'
import type { SeriesKey } from '#contract/domain/series.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import type { AttitudeTurn, AttitudeTurns } from './attitudeTurns.ts'
import { type Named, nameOf } from './field.ts'
import { bucketSql, instantSql, integer, RowReader } from './rowReader.ts'
import { NOTHING_MORE, type Part, type PartsByName } from './seriesParts.ts'
import type { VesselInterval } from './vesselInterval.ts'
import { intervalSql } from './vesselInterval.ts'

type Angle = 'roll' | 'pitch' | 'yaw'
const ANGLES: Partial<Record<SeriesKey, Angle>> = { euler_x: 'roll', euler_y: 'pitch', euler_z: 'yaw' }

export const isAttitude = ({ key }: Named) => key in ANGLES

/** Attitude of the boat by one sensor's raw samples; instance 0 means the vessel's first sensor. */
export async function readAttitudeParts(
  columns: Columns,
  interval: VesselInterval,
  field: Named,
  resolutionUs: number,
  turns: AttitudeTurns,
): Promise<PartsByName> {
  const sensor =
    field.instance > 0
      ? integer(field.instance)
      : `(SELECT min(sensor) FROM telemetry.imu WHERE ${intervalSql(interval)})`
  const bytes = await columns.rowBinary(`
    SELECT ${bucketSql(resolutionUs)} AS bucket, toUInt32(count()),
      min(angle), max(angle), argMax(angle, time), sum(sin(angle)), sum(cos(angle))
    FROM (
      SELECT time, ${angleSql(ANGLES[field.key] ?? 'roll', interval, turns)} AS angle
      FROM telemetry.imu FINAL WHERE ${intervalSql(interval)} AND sensor = ${sensor}
    ) WHERE NOT isNaN(angle) GROUP BY bucket ORDER BY bucket`)
  const rows = new RowReader(bytes)
  const parts: Part[] = []
  while (rows.more) {
    parts.push({
      ...NOTHING_MORE,
      timeUs: rows.int64(),
      values: rows.uint32(),
      min: rows.float64(),
      max: rows.float64(),
      last: rows.float64(),
      sum: Number.NaN,
      sineSum: rows.float64(),
      cosineSum: rows.float64(),
    })
  }
  return new Map([[nameOf(field), parts]])
}

/** Angle of the boat in radians, NaN where a sample does not contain it. */
function angleSql(angle: Angle, { fromUs, toUs }: VesselInterval, turns: AttitudeTurns): string {
  const cases = Array.from(turns, ([sensor, ofSensor]) =>
    ofSensor.flatMap(({ fromUs: sinceUs, turn }, i) => {
      const untilUs = ofSensor[i + 1]?.fromUs ?? Number.POSITIVE_INFINITY
      if (sinceUs > toUs || untilUs <= fromUs) return []
      const until = Number.isFinite(untilUs) ? ` AND time < ${instantSql(untilUs)}` : ''
      return [
        `sensor = ${integer(sensor)} AND time >= ${instantSql(sinceUs)}${until}, ${turnedSql(angle, turn)}`,
      ]
    }),
  ).flat()
  const straight = radiansSql(angle)
  return cases.length === 0 ? straight : `multiIf(${cases.join(', ')}, ${straight})`
}

const radiansSql = (angle: Angle) => `if(${angle} = ${IMU_NOT_AVAILABLE}, nan, ${angle} * ${IMU_ANGLE_RAD})`

/**
 * Roll and pitch follow from gravity in the boat's axes. Yaw is the sensor's, plus the horizontal angle between its
 * forward axis and the boat's. For a leaning sensor that angle needs roll and pitch.
 */
function turnedSql(angle: Angle, [forward, starboard, up]: AttitudeTurn): string {
  const [roll, pitch] = [radiansSql('roll'), radiansSql('pitch')]
  const gravity = [`sin(${pitch})`, `-cos(${pitch}) * sin(${roll})`, `cos(${pitch}) * cos(${roll})`]
  const along = (axis: AttitudeTurn[number]) =>
    `(${axis.map((share, i) => `${number(share)} * (${gravity[i]})`).join(' + ')})`
  if (angle === 'roll') return `atan2(-${along(starboard)}, ${along(up)})`
  // Uses the two other axes instead of asin: clamping the argument of asin to 1 loses NaN in compiled code.
  if (angle === 'pitch') return `atan2(${along(forward)}, hypot(${along(starboard)}, ${along(up)}))`
  const [x, y, z] = forward.map(number)
  const across = `${y} * cos(${roll}) + ${z} * sin(${roll})`
  const ahead = `${x} * cos(${pitch}) + (${y} * sin(${roll}) - ${z} * cos(${roll})) * sin(${pitch})`
  const yaw = `${radiansSql('yaw')} + atan2(${across}, ${ahead})`
  return `atan2(sin(${yaw}), cos(${yaw}))`
}

/** A share of an axis, as the engine reads it. */
function number(share: number): string {
  if (!Number.isFinite(share)) throw new TypeError(`${share} is no share of an axis`)
  return `(${share})`
}
