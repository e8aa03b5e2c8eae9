import { fromSteps, SERIES, type Series, type SeriesKey, seriesByNumber } from '#contract/domain/series.ts'
import { DAY_US, QUARTER_HOUR_US, SECOND_US } from '#contract/domain/time.ts'
import { giveWay } from '#server/platform/giveWay.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { PART_NAMES } from '#server/stores/columns/partColumns.ts'
import { DEGREE_STEP, NULL_VALUE } from './appendBlocks.ts'
import { isAttitude, readAttitudeParts } from './attitudeParts.ts'
import type { AttitudeTurns } from './attitudeTurns.ts'
import { type Buckets, type Field, isPosition, type Named, nameOf, namesSql } from './field.ts'
import { bucketSql, integer, RowReader } from './rowReader.ts'
import {
  addParts,
  coverRare,
  joinEnds,
  LONGEST_STEP_US,
  NOTHING_MORE,
  type Part,
  type PartsByName,
  toBuckets,
} from './seriesParts.ts'
import type { Store } from './sourceSelection.ts'
import { intervalSql, type VesselInterval } from './vesselInterval.ts'

export interface Grouping {
  bucketOf?: ((quarterHourUs: number) => number) | undefined
  turns?: AttitudeTurns
}

/**
 * One result for each field, in order, without empty buckets. Buckets are `resolutionUs` wide and aligned to
 * the epoch. With `bucketOf`, which takes the start of a quarter-hour, buckets begin where it returns.
 */
export async function readBuckets(
  columns: Store,
  interval: VesselInterval,
  fields: readonly Field[],
  resolutionUs: number,
  { bucketOf, turns = new Map() }: Grouping = {},
): Promise<Buckets[]> {
  const widthUs = bucketOf ? QUARTER_HOUR_US : resolutionUs
  const sources = new Map<string, Promise<PartsByName>>()
  const source = (name: string, read: () => Promise<PartsByName>) => {
    const known = sources.get(name) ?? read()
    sources.set(name, known)
    return known
  }
  const attitude = (field: Field) =>
    source(`imu ${nameOf(field)}`, () => readAttitudeParts(columns, interval, field, widthUs, turns))
  const isScalar = (field: Field) => !isPosition(field) && !isMotion(field, resolutionUs)
  const scalars = source('scalars', () => readScalars(columns, interval, fields.filter(isScalar), widthUs))
  return Promise.all(
    fields.map(async (field) => {
      let parts = isPosition(field)
        ? await source('fixes', () => readPositionParts(columns, interval, widthUs))
        : isScalar(field)
          ? await scalars
          : await attitude(field)
      // A vessel without an attitude on its bus has the attitude of its first sensor.
      if (isAttitude(field) && !parts.has(nameOf(field))) parts = await attitude(field)
      const own = parts.get(nameOf(field)) ?? []
      await giveWay()
      return toBuckets(field, bucketOf ? addParts(own, bucketOf) : own)
    }),
  )
}

/** Attitude of a sensor lives with its raw samples; the bus gives a slow one for the vessel. */
const isMotion = (field: Field, resolutionUs: number) =>
  isAttitude(field) && (field.instance > 0 || resolutionUs < SECOND_US)

async function readScalars(
  columns: Store,
  interval: VesselInterval,
  fields: readonly Field[],
  widthUs: number,
): Promise<PartsByName> {
  if (fields.length === 0) return new Map()
  // Whole quarter-hours are summed from the cache.
  if (widthUs >= QUARTER_HOUR_US && widthUs % QUARTER_HOUR_US === 0) {
    const quarterHours = await readQuarterHourBuckets(columns, interval, fields)
    if (widthUs === QUARTER_HOUR_US) return quarterHours
    const bucketOf = (timeUs: number) => Math.floor(timeUs / widthUs) * widthUs
    return new Map(Array.from(quarterHours, ([name, parts]) => [name, addParts(parts, bucketOf)]))
  }
  // Within a second every sample counts alike; the finest series come once a second.
  const integrate = widthUs > SECOND_US && fields.some(isMean)
  const accepted = await columns.sources.scalarsSql([interval], fields)
  const bytes = await columns.rowBinary(partsSql(interval, fields, widthUs, integrate, accepted))
  const parts = await readParts(bytes, integrate)
  if (integrate)
    for (const field of fields) {
      await giveWay()
      joinOnce(field, parts.get(nameOf(field)), widthUs)
    }
  return parts
}

const isMean = ({ key, aggregation }: Field) =>
  aggregation === 'avg' && (SERIES[key].kind === 'quantity' || SERIES[key].kind === 'angle')

function joinOnce({ key }: Field, parts: Part[] | undefined, widthUs: number) {
  if (!parts) return
  joinEnds(parts, widthUs, SERIES[key].kind === 'angle')
  for (const part of parts) part.ends = null
}

/**
 * Parts of stored series, as rows of series, instance and PART_COLUMNS. With `integrate` the rows also
 * contain integrals over time (trapezoids of value · µs, in stored integers), for half more of the engine's
 * time. `accepted` is the result of SourceSelection.scalarsSql.
 */
function partsSql(
  interval: VesselInterval,
  fields: readonly Named[],
  resolutionUs: number,
  integrate: boolean,
  accepted: string,
): string {
  const steps = fields
    .filter(({ key }) => SERIES[key].kind === 'angle')
    .map(({ key }) => `series = ${SERIES[key].number}, ${SERIES[key].step}`)
  const hasAngles = steps.length > 0
  const radians = (value: string) => `${value} * multiIf(${[...new Set(steps)].join(', ')}, 0)`
  const sums = hasAngles
    ? `sumIf(sin(${radians('value')}), known) AS sine_sum, sumIf(cos(${radians('value')}), known) AS cosine_sum`
    : 'toFloat64(0) AS sine_sum, toFloat64(0) AS cosine_sum'
  const rows = `SELECT series, instance, ${bucketSql(resolutionUs)} AS bucket, toUnixTimestamp64Micro(time) AS us, value,
      value != ${NULL_VALUE} AS known
    FROM telemetry.scalars FINAL PREWHERE ${intervalSql(interval)} AND ${namesSql(fields)}${accepted}`
  const figures = `toUInt32(countIf(known)) AS samples, minIf(value, known) AS min, maxIf(value, known) AS max,
    argMaxIf(value, us, known) AS last, sumIf(value, known) AS sum, ${sums}`
  if (!integrate) {
    return `SELECT series, instance, bucket, samples, min, max, last, sum, sine_sum, cosine_sum,
      toFloat64(0) AS covered_us, toFloat64(0) AS area, toFloat64(0) AS sine_area, toFloat64(0) AS cosine_area,
      toInt64(0) AS first_us, toInt32(0) AS first_value, toInt64(0) AS last_us, toInt32(0) AS last_value
      FROM (SELECT series, instance, bucket, ${figures} FROM (${rows}) GROUP BY series, instance, bucket)
      ORDER BY series, instance, bucket`
  }
  const area = (of: (value: string) => string) =>
    `arraySum((step, v, before) -> step * (${of('v')} + ${of('before')}) / 2, steps, all_values, befores)`
  const angleArea = (wave: string) =>
    hasAngles ? area((value) => `${wave}(${radians(value)})`) : 'toFloat64(0)'
  // Samples come in order, so arrays of a bucket's are in order; a step over a null or too long a silence covers nothing.
  return `SELECT series, instance, bucket, samples, min, max, last, sum, sine_sum, cosine_sum,
      arraySum(arrayMap((step, v, before) ->
          if(step <= ${LONGEST_STEP_US} AND v != ${NULL_VALUE} AND before != ${NULL_VALUE}, toFloat64(step), 0),
        arrayDifference(all_us), all_values,
        arrayPushFront(arrayPopBack(all_values), all_values[1]) AS befores) AS steps) AS covered_us,
      ${area((value) => value)} AS area, ${angleArea('sin')} AS sine_area, ${angleArea('cos')} AS cosine_area,
      all_us[1] AS first_us, all_values[1] AS first_value, all_us[-1] AS last_us, all_values[-1] AS last_value
    FROM (SELECT series, instance, bucket, ${figures}, groupArray(us) AS all_us, groupArray(value) AS all_values
          FROM (${rows} ORDER BY series, instance, time) GROUP BY series, instance, bucket)
    ORDER BY series, instance, bucket`
}

/** Rows that take about a millisecond. */
const ROWS_IN_A_ROW = 1000

/** Reads the rows of `partsSql`. */
async function readParts(bytes: Buffer, integrated: boolean): Promise<PartsByName> {
  const answer: PartsByName = new Map()
  const rows = new RowReader(bytes)
  for (let row = 0; rows.more; row++) {
    if (row % ROWS_IN_A_ROW === 0) await giveWay()
    const series = rows.uint16()
    const name = `${series}/${rows.uint8()}`
    const part = readPart(rows, (seriesByNumber(series) as Series).key, integrated)
    const known = answer.get(name)
    if (known) known.push(part)
    else answer.set(name, [part])
  }
  return answer
}

function readPart(rows: RowReader, key: SeriesKey, integrated: boolean): Part {
  const value = (steps: number) => fromSteps(key, steps)
  const sample = (stored: number) => (stored === NULL_VALUE ? Number.NaN : value(stored))
  const part: Part = {
    timeUs: rows.int64(),
    values: rows.uint32(),
    min: value(rows.int32()),
    max: value(rows.int32()),
    last: value(rows.int32()),
    sum: value(rows.int64()),
    eastSum: 0,
    sineSum: rows.float64(),
    cosineSum: rows.float64(),
    coveredS: rows.float64() / 1e6,
    area: value(rows.float64() / 1e6),
    sineArea: rows.float64() / 1e6,
    cosineArea: rows.float64() / 1e6,
    ends: null,
  }
  const ends = {
    firstUs: rows.int64(),
    first: sample(rows.int32()),
    lastUs: rows.int64(),
    lastSample: sample(rows.int32()),
  }
  return integrated ? { ...part, ends } : part
}

/** Shorter intervals are read from samples: making a month of quarter-hours for them would take longer. */
const KEPT_FROM_US = 3 * DAY_US

/**
 * Quarter-hours of series over any interval. Quarter-hours of past months are computed at the first request
 * and cached; a month with newer samples is computed again. The current month and incomplete quarter-hours at
 * both ends come from samples.
 */
async function readQuarterHourBuckets(
  columns: Store,
  interval: VesselInterval,
  given: readonly Named[],
): Promise<PartsByName> {
  const fields = [...new Map(given.map((field) => [nameOf(field), field])).values()]
  const states = await readMonthStates(columns)
  const { kept, fresh } = splitAtMonth(interval, states.thisMonth)
  const questions = await Promise.all(
    fresh.map(async (interval) =>
      partsSql(interval, fields, QUARTER_HOUR_US, true, await columns.sources.scalarsSql([interval], fields)),
    ),
  )
  if (kept) {
    for (const field of fields) await keepMonths(columns, kept, field, states.byMonth)
    questions.push(keptSql(kept, fields))
  }
  const answers = await Promise.all(questions.map((sql) => columns.rowBinary(sql)))
  const all = await Promise.all(answers.map((bytes) => readParts(bytes, true)))
  return new Map(
    fields.map((field) => {
      const name = nameOf(field)
      const parts = all.flatMap((one) => one.get(name) ?? []).sort((a, b) => a.timeUs - b.timeUs)
      joinEnds(parts, QUARTER_HOUR_US, SERIES[field.key].kind === 'angle')
      coverRare(parts, QUARTER_HOUR_US)
      return [name, parts]
    }),
  )
}

interface MonthStates {
  /** As 202611. */
  thisMonth: number
  /** A number for each month with samples that changes exactly when samples of it arrive. */
  byMonth: ReadonlyMap<number, number>
}

/** Blocks are numbered as they are inserted, and merging keeps the largest number. */
async function readMonthStates(columns: Columns): Promise<MonthStates> {
  const rows = await columns.rows<{ month: number; state: number; now: number }>(`
    SELECT toUInt32(partition) AS month, toUInt64(max(greatest(max_block_number, data_version))) AS state,
      toYYYYMM(now('UTC')) AS now
    FROM system.parts WHERE database = 'telemetry' AND table = 'scalars' AND active GROUP BY partition`)
  return {
    thisMonth: rows[0]?.now ?? 0,
    byMonth: new Map(rows.map(({ month, state }) => [month, state])),
  }
}

/** Splits an interval into the whole quarter-hours of past months and the rest before and after. */
function splitAtMonth(
  interval: VesselInterval,
  thisMonth: number,
): { kept: VesselInterval | null; fresh: VesselInterval[] } {
  const fromUs = Math.ceil(interval.fromUs / QUARTER_HOUR_US) * QUARTER_HOUR_US
  const endUs = Math.min(
    Math.floor((interval.toUs + 1) / QUARTER_HOUR_US) * QUARTER_HOUR_US,
    monthStartUs(thisMonth),
  )
  if (endUs - fromUs < KEPT_FROM_US) return { kept: null, fresh: [interval] }
  const fresh = [
    { ...interval, toUs: fromUs - 1 },
    { ...interval, fromUs: endUs },
  ]
  return {
    kept: { ...interval, fromUs, toUs: endUs - 1 },
    fresh: fresh.filter((interval) => interval.fromUs <= interval.toUs),
  }
}

async function keepMonths(
  columns: Store,
  kept: VesselInterval,
  field: Named,
  states: MonthStates['byMonth'],
) {
  const { number } = SERIES[field.key]
  const rows = await columns.rows<{ month: number; state: number }>(
    `SELECT month, state FROM telemetry.scalar_months FINAL
     WHERE vessel = ${integer(kept.vesselNumber)} AND ${namesSql([field])}`,
  )
  const known = new Map(rows.map(({ month, state }) => [month, state]))
  const last = monthOf(kept.toUs)
  for (let month = monthOf(kept.fromUs); month <= last; month = nextMonth(month)) {
    const state = states.get(month)
    if (state === undefined || known.get(month) === state) continue
    const whole = {
      vesselNumber: kept.vesselNumber,
      fromUs: monthStartUs(month),
      toUs: monthStartUs(nextMonth(month)) - 1,
    }
    const accepted = await columns.sources.scalarsSql([whole], [field])
    await columns.command(
      `INSERT INTO telemetry.scalar_quarter_hours (vessel, series, instance, ${PART_NAMES.join(', ')})
       SELECT ${integer(kept.vesselNumber)}, * FROM (${partsSql(whole, [field], QUARTER_HOUR_US, true, accepted)})`,
    )
    const names = ['vessel', 'series', 'instance', 'month', 'state']
    const row = [kept.vesselNumber, number, field.instance, month, state].map(integer)
    await columns.insert('telemetry.scalar_months', names, `${row.join('\t')}\n`)
  }
}

const keptSql = ({ vesselNumber, fromUs, toUs }: VesselInterval, fields: readonly Named[]) =>
  `SELECT series, instance, ${PART_NAMES.join(', ')} FROM telemetry.scalar_quarter_hours FINAL
   WHERE vessel = ${integer(vesselNumber)} AND ${namesSql(fields)}
     AND bucket >= ${integer(fromUs)} AND bucket <= ${integer(toUs)}
   ORDER BY series, instance, bucket`

function monthOf(timeUs: number): number {
  const date = new Date(timeUs / 1000)
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1
}

const nextMonth = (month: number) => (month % 100 === 12 ? month + 89 : month + 1)
const monthStartUs = (month: number) => Date.UTC(Math.floor(month / 100), (month % 100) - 1) * 1000

/** Positions of the believable fixes of each bucket, read together. */
async function readPositionParts(
  columns: Store,
  interval: VesselInterval,
  resolutionUs: number,
): Promise<PartsByName> {
  const bytes = await columns.rowBinary(`
    SELECT ${bucketSql(resolutionUs)} AS bucket, toUInt32(count()),
      min(latitude), max(latitude), argMax(latitude, time), sum(latitude),
      min(longitude), max(longitude), argMax(longitude, time), sum(longitude),
      sum(if(longitude < 0, longitude + 3600000000, toInt64(longitude)))
    FROM telemetry.fixes FINAL
    PREWHERE ${intervalSql(interval)}${await columns.sources.fixesSql([interval])}
    WHERE valid = 1 AND hdop <= 500 AND NOT (latitude = 0 AND longitude = 0)
    GROUP BY bucket ORDER BY bucket`)
  const rows = new RowReader(bytes)
  const latitudes: Part[] = []
  const longitudes: Part[] = []
  const degrees = (timeUs: number, values: number): Part => ({
    ...NOTHING_MORE,
    timeUs,
    values,
    min: rows.int32() * DEGREE_STEP,
    max: rows.int32() * DEGREE_STEP,
    last: rows.int32() * DEGREE_STEP,
    sum: rows.int64() * DEGREE_STEP,
  })
  while (rows.more) {
    const timeUs = rows.int64()
    const values = rows.uint32()
    latitudes.push(degrees(timeUs, values))
    longitudes.push({ ...degrees(timeUs, values), eastSum: rows.int64() * DEGREE_STEP })
  }
  return new Map([
    [nameOf({ key: 'latitude', instance: 0 }), latitudes],
    [nameOf({ key: 'longitude', instance: 0 }), longitudes],
  ])
}
