import { IMU_ANGLE_RAD, IMU_NOT_AVAILABLE } from '#contract/reading.ts'
import { SERIES, type SeriesKey } from '#contract/series.ts'
import { degToRad, radToDeg, wrap180, wrap360 } from '#contract/units.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { DEGREE_STEP, NULL_VALUE } from './appendBlocks.ts'
import { stretchSql } from './movementQuery.ts'
import { integer, RowReader } from './rowReader.ts'
import type { Buckets, Field, Stretch } from './telemetry.ts'

/** What the engine says of one bucket of one series, in stored units. */
interface Bucket {
  timeUs: number
  values: number
  avg: number
  min: number
  max: number
  last: number
  sum: number
  /** Mean sine and cosine, for angles. */
  sin: number
  cos: number
}

const SECOND_US = 1_000_000
/** A circular mean of directions this contrary points nowhere. */
const SHORTEST_RESULTANT = 0.1

const MOTION_COLUMNS: Partial<Record<SeriesKey, string>> = {
  euler_x: 'roll',
  euler_y: 'pitch',
  euler_z: 'yaw',
}

/** One answer for each field, in order: buckets aligned to the epoch, those without samples left out. */
export async function readSeries(
  columns: Columns,
  stretch: Stretch,
  fields: readonly Field[],
  resolutionUs: number,
): Promise<Buckets[]> {
  const sources = new Map<string, Promise<Map<string, Bucket[]>>>()
  const source = (name: string, read: () => Promise<Map<string, Bucket[]>>) => {
    const known = sources.get(name) ?? read()
    sources.set(name, known)
    return known
  }
  const scalars = fields.filter((field) => !isPosition(field) && !isMotion(field, resolutionUs))
  return Promise.all(
    fields.map(async (field) => {
      const read = isPosition(field)
        ? source('fixes', () => readFixes(columns, stretch, resolutionUs))
        : isMotion(field, resolutionUs)
          ? source(`imu ${field.key} ${field.instance}`, () =>
              readMotionAngle(columns, stretch, field, resolutionUs),
            )
          : source('scalars', () => readScalars(columns, stretch, scalars, resolutionUs))
      return toBuckets(field, (await read).get(nameOf(field)) ?? [])
    }),
  )
}

const nameOf = ({ key, instance }: { key: SeriesKey; instance: number }) =>
  `${SERIES[key].number}/${instance}`
const isPosition = ({ key }: Field) => key === 'latitude' || key === 'longitude'
/** Attitude of a sensor lives with its raw samples; the bus gives a slow one for the vessel. */
const isMotion = ({ key, instance }: Field, resolutionUs: number) =>
  key in MOTION_COLUMNS && (instance > 0 || resolutionUs < SECOND_US)

async function readScalars(
  columns: Columns,
  stretch: Stretch,
  fields: readonly Field[],
  resolutionUs: number,
) {
  const wanted = [
    ...new Set(fields.map(({ key, instance }) => `(${SERIES[key].number}, ${integer(instance)})`)),
  ]
  const angles = fields.some(({ key, aggregation }) => SERIES[key].kind === 'angle' && aggregation === 'avg')
  const steps = fields.map(({ key }) => `series = ${SERIES[key].number}, ${SERIES[key].step}`)
  const radians = `value * multiIf(${[...new Set(steps)].join(', ')}, 1)`
  const bytes = await columns.rowBinary(`
    SELECT series, instance, ${bucketSql(resolutionUs)} AS bucket, toUInt32(countIf(known)),
      avgIf(value, known), minIf(value, known), maxIf(value, known), argMaxIf(value, time, known), sumIf(value, known),
      ${angles ? `avgIf(sin(${radians}), known), avgIf(cos(${radians}), known)` : 'toFloat64(0), toFloat64(0)'}
    FROM (SELECT *, value != ${NULL_VALUE} AS known FROM telemetry.scalars FINAL
          WHERE ${stretchSql(stretch)} AND (series, instance) IN (${wanted.join(', ')}))
    GROUP BY series, instance, bucket ORDER BY series, instance, bucket`)
  const answer = new Map<string, Bucket[]>()
  const rows = new RowReader(bytes)
  const stepOf = new Map(fields.map(({ key }) => [SERIES[key].number, SERIES[key].step]))
  while (rows.more) {
    const series = rows.uint16()
    const name = `${series}/${rows.uint8()}`
    const step = stepOf.get(series) ?? 1
    const bucket: Bucket = {
      timeUs: rows.int64(),
      values: rows.uint32(),
      avg: rows.float64() * step,
      min: rows.int32() * step,
      max: rows.int32() * step,
      last: rows.int32() * step,
      sum: rows.int64() * step,
      sin: rows.float64(),
      cos: rows.float64(),
    }
    const known = answer.get(name)
    if (known) known.push(bucket)
    else answer.set(name, [bucket])
  }
  return answer
}

/** Mean position of the believable fixes of each bucket; a bucket that straddles the antimeridian is averaged past it. */
async function readFixes(columns: Columns, stretch: Stretch, resolutionUs: number) {
  const bytes = await columns.rowBinary(`
    SELECT ${bucketSql(resolutionUs)} AS bucket, toUInt32(count()),
      avg(latitude), min(latitude), max(latitude), argMax(latitude, time),
      avg(longitude), avg(if(longitude < 0, longitude + 3600000000, longitude)), min(longitude), max(longitude), argMax(longitude, time)
    FROM telemetry.fixes FINAL
    WHERE ${stretchSql(stretch)} AND valid = 1 AND hdop <= 500 AND NOT (latitude = 0 AND longitude = 0)
    GROUP BY bucket ORDER BY bucket`)
  const rows = new RowReader(bytes)
  const latitudes: Bucket[] = []
  const longitudes: Bucket[] = []
  while (rows.more) {
    const timeUs = rows.int64()
    const values = rows.uint32()
    const rest = { timeUs, values, sum: Number.NaN, sin: 0, cos: 0 }
    const [avg, min, max, last] = [rows.float64(), rows.int32(), rows.int32(), rows.int32()]
    latitudes.push({
      ...rest,
      avg: avg * DEGREE_STEP,
      min: min * DEGREE_STEP,
      max: max * DEGREE_STEP,
      last: last * DEGREE_STEP,
    })
    const plain = rows.float64() * DEGREE_STEP
    const unwrapped = rows.float64() * DEGREE_STEP
    const [west, east, newest] = [
      rows.int32() * DEGREE_STEP,
      rows.int32() * DEGREE_STEP,
      rows.int32() * DEGREE_STEP,
    ]
    longitudes.push({
      ...rest,
      avg: east - west > 180 ? wrap180(unwrapped) : plain,
      min: west,
      max: east,
      last: newest,
    })
  }
  return new Map([
    [nameOf({ key: 'latitude', instance: 0 }), latitudes],
    [nameOf({ key: 'longitude', instance: 0 }), longitudes],
  ])
}

/** Attitude from raw samples; instance 0 means the vessel's first sensor. */
async function readMotionAngle(columns: Columns, stretch: Stretch, field: Field, resolutionUs: number) {
  const column = MOTION_COLUMNS[field.key] ?? 'roll'
  const sensor =
    field.instance > 0
      ? integer(field.instance)
      : `(SELECT min(sensor) FROM telemetry.imu WHERE ${stretchSql(stretch)})`
  const radians = `${column} * ${IMU_ANGLE_RAD}`
  const bytes = await columns.rowBinary(`
    SELECT ${bucketSql(resolutionUs)} AS bucket, toUInt32(count()),
      min(${column}), max(${column}), argMax(${column}, time), avg(sin(${radians})), avg(cos(${radians}))
    FROM telemetry.imu FINAL WHERE ${stretchSql(stretch)} AND sensor = ${sensor} AND ${column} != ${IMU_NOT_AVAILABLE}
    GROUP BY bucket ORDER BY bucket`)
  const rows = new RowReader(bytes)
  const buckets: Bucket[] = []
  while (rows.more) {
    buckets.push({
      timeUs: rows.int64(),
      values: rows.uint32(),
      avg: Number.NaN,
      min: rows.int16() * IMU_ANGLE_RAD,
      max: rows.int16() * IMU_ANGLE_RAD,
      last: rows.int16() * IMU_ANGLE_RAD,
      sum: Number.NaN,
      sin: rows.float64(),
      cos: rows.float64(),
    })
  }
  return new Map([[nameOf(field), buckets]])
}

const bucketSql = (resolutionUs: number) => {
  const width = integer(Math.round(resolutionUs))
  return `intDiv(toUnixTimestamp64Micro(time), ${width}) * ${width}`
}

function toBuckets({ key, aggregation }: Field, buckets: readonly Bucket[]): Buckets {
  const { kind } = SERIES[key]
  const pick = (bucket: Bucket): number | null => {
    if (bucket.values === 0) return null
    if (kind === 'state' || kind === 'counter') return aggregation === 'max' ? bucket.max : bucket.last
    // The largest angle means nothing; the console asks for it where a bucket holds one sample.
    if (kind === 'angle') return aggregation === 'avg' ? circularMean(key, bucket) : bucket.last
    if (aggregation === 'avg') return bucket.avg
    return bucket[aggregation]
  }
  return { timeUs: buckets.map(({ timeUs }) => timeUs), value: buckets.map(pick) }
}

/** Vector mean in radians: courses in [0, 2π), attitudes in (-π, π]. */
function circularMean(key: SeriesKey, { sin, cos }: Bucket): number | null {
  if (Math.hypot(sin, cos) < SHORTEST_RESULTANT) return null
  const mean = Math.atan2(sin, cos)
  return key in MOTION_COLUMNS || key === 'leeway' ? mean : degToRad(wrap360(radToDeg(mean)))
}
