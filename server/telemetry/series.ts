import { fromSteps, SERIES, type SeriesKey, seriesByNumber } from '#contract/series.ts'
import { QUARTER_US, SECOND_US } from '#contract/time.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { NULL_VALUE } from './appendBlocks.ts'
import { isAttitude, readAttitudeParts } from './attitudeParts.ts'
import type { AttitudeTurns } from './attitudeTurns.ts'
import { type Buckets, type Field, isPosition } from './field.ts'
import { type Beyond, type Fleet, type Quarters, readExtremes } from './hotQuarters.ts'
import { type NewestScalar, readNewest } from './newestScalars.ts'
import { readPositionParts } from './positionParts.ts'
import { readQuarterParts } from './quarterParts.ts'
import { integer, RowReader } from './rowReader.ts'
import { nameOf, namesSql, type PartsByName, partsSql, readParts } from './scalarParts.ts'
import { addParts, joinEnds, type Part, toBuckets } from './seriesParts.ts'
import type { Store } from './sourceBook.ts'
import { type Stretch, stretchesSql, stretchSql } from './stretch.ts'

/** Scalars over time: what instruments said, and what was computed from it. */
export interface SeriesStore {
  /**
   * Buckets of `resolutionUs` aligned to the epoch, those without samples left out. `avg` is the mean over time: the
   * integral over all time between neighbouring samples at most ten seconds apart, straight lines cut at the borders of
   * buckets, by the length of that time. Where there is no such time, as for what comes once a minute, and in buckets of
   * a second or less, samples count alike; a quarter-hour of such samples weighs a minute for each in what is longer. Angles have vector means; `min` and `max` of a direction, and every other
   * aggregation of states and counters, are the last value.
   * From a quarter-hour on, in whole ones, answers come from quarter-hours that are kept; with `bucketOf`, which says of
   * each quarter-hour's start where its bucket begins, buckets may be days of any zone.
   * Attitude (euler_*) of a sensor, and below a second all of it, comes from raw samples; `turns` make it the boat's.
   */
  buckets(stretch: Stretch, fields: readonly Field[], resolutionUs: number, how?: Reading): Promise<Buckets[]>
  /**
   * What `buckets` of a second say of quantities, for many vessels in one question: for each stretch, of whole seconds, and
   * each field a value of every second, NaN where there is none.
   */
  seconds(stretches: readonly Stretch[], fields: readonly Field[]): Promise<Float64Array[][]>
  /** Series and instances that have samples in a stretch, in the order of the catalogue. */
  fieldsIn(stretch: Stretch): Promise<{ key: SeriesKey; instance: number }[]>
  /** The hours of UTC within a stretch in which anything was heard of a vessel, as µs of their beginning. */
  hoursHeard(stretch: Stretch): Promise<number[]>
  /** The newest value of every series and instance that a vessel ever told. */
  newest(vesselNumber: number): Promise<NewestScalar[]>
  /** Plain samples of one series in time order, for tests, downloads and reference computations. */
  samples(stretch: Stretch, key: SeriesKey, instance: number): Promise<Buckets>
  /**
   * The least and most of each quarter-hour, of all sources and instances together, in stored units; or only beyond a bound,
   * or of the quarter-hours of `only`.
   */
  extremes(
    fleet: Fleet,
    key: SeriesKey,
    beyond: Beyond | null,
    only?: Quarters | null,
  ): ReturnType<typeof readExtremes>
  /**
   * Plain samples of these series, all instances, of many vessels; with the liberty of `positions.movement`. Samples that
   * were null are left out unless `withNulls` is true: then they are NaN.
   */
  sampleColumns(
    stretches: readonly Stretch[],
    keys: readonly SeriesKey[],
    withNulls?: boolean,
  ): Promise<SampleColumns[]>
}

interface Reading {
  bucketOf?: ((quarterUs: number) => number) | undefined
  turns?: AttitudeTurns
}

/** Samples of one series of one vessel in time order, in stored units. */
export interface SampleColumns {
  vesselNumber: number
  key: SeriesKey
  instance: number
  timeUs: Float64Array
  value: Float64Array
}

export const openSeries = (columns: Store): SeriesStore => ({
  buckets: (stretch, fields, resolutionUs, how) => readBuckets(columns, stretch, fields, resolutionUs, how),
  seconds: (stretches, fields) => readSeconds(columns, stretches, fields),
  fieldsIn: (stretch) => readFields(columns, stretch),
  hoursHeard: (stretch) => readHoursHeard(columns, stretch),
  newest: (vesselNumber) => readNewest(columns, vesselNumber),
  samples: (stretch, key, instance) => readSamples(columns, stretch, key, instance),
  extremes: (...asked) => readExtremes(columns, ...asked),
  sampleColumns: (...asked) => readSampleColumns(columns, ...asked),
})

/**
 * One answer for each field, in order, buckets without samples left out. Buckets are `resolutionUs` wide and aligned to
 * the epoch; with `bucketOf` they begin where it says for the quarter-hour that begins at a time.
 */
async function readBuckets(
  columns: Store,
  stretch: Stretch,
  fields: readonly Field[],
  resolutionUs: number,
  { bucketOf, turns = new Map() }: Reading = {},
): Promise<Buckets[]> {
  const widthUs = bucketOf ? QUARTER_US : resolutionUs
  const sources = new Map<string, Promise<PartsByName>>()
  const source = (name: string, read: () => Promise<PartsByName>) => {
    const known = sources.get(name) ?? read()
    sources.set(name, known)
    return known
  }
  const attitude = (field: Field) =>
    source(`imu ${nameOf(field)}`, () => readAttitudeParts(columns, stretch, field, widthUs, turns))
  const isScalar = (field: Field) => !isPosition(field) && !isMotion(field, resolutionUs)
  const scalars = source('scalars', () => readScalars(columns, stretch, fields.filter(isScalar), widthUs))
  return Promise.all(
    fields.map(async (field) => {
      let parts = isPosition(field)
        ? await source('fixes', () => readPositionParts(columns, stretch, widthUs))
        : isScalar(field)
          ? await scalars
          : await attitude(field)
      // A vessel whose bus gives no attitude has that of her first sensor.
      if (isAttitude(field) && !parts.has(nameOf(field))) parts = await attitude(field)
      const own = parts.get(nameOf(field)) ?? []
      return toBuckets(field, bucketOf ? addParts(own, bucketOf) : own)
    }),
  )
}

/** Attitude of a sensor lives with its raw samples; the bus gives a slow one for the vessel. */
const isMotion = (field: Field, resolutionUs: number) =>
  isAttitude(field) && (field.instance > 0 || resolutionUs < SECOND_US)

async function readScalars(
  columns: Store,
  stretch: Stretch,
  fields: readonly Field[],
  widthUs: number,
): Promise<PartsByName> {
  if (fields.length === 0) return new Map()
  // Whole quarter-hours are added up from what is kept of them.
  if (widthUs >= QUARTER_US && widthUs % QUARTER_US === 0) {
    const quarters = await readQuarterParts(columns, stretch, fields)
    if (widthUs === QUARTER_US) return quarters
    const bucketOf = (timeUs: number) => Math.floor(timeUs / widthUs) * widthUs
    return new Map(Array.from(quarters, ([name, parts]) => [name, addParts(parts, bucketOf)]))
  }
  // Within a second every sample counts alike; the finest series come once a second.
  const integrate = widthUs > SECOND_US && fields.some(isMean)
  const believed = await columns.sources.scalarsSql([stretch], fields)
  const bytes = await columns.rowBinary(partsSql(stretch, fields, widthUs, integrate, believed))
  const parts = readParts(bytes, integrate)
  if (integrate) for (const field of fields) joinOnce(field, parts.get(nameOf(field)), widthUs)
  return parts
}

async function readSeconds(
  columns: Store,
  stretches: readonly Stretch[],
  fields: readonly Field[],
): Promise<Float64Array[][]> {
  if (stretches.length === 0 || fields.length === 0) return stretches.map(() => [])
  const answers = stretches.map(({ vesselNumber, fromUs, toUs }) => {
    const startS = Math.floor(fromUs / SECOND_US)
    const length = Math.floor(toUs / SECOND_US) - startS + 1
    return { vesselNumber, startS, values: fields.map(() => new Float64Array(length).fill(Number.NaN)) }
  })
  const ofVessel = Map.groupBy(answers, ({ vesselNumber }) => vesselNumber)
  const ofName = Map.groupBy(
    fields.map((field, at) => ({ ...field, at })),
    ({ key, instance }) => SERIES[key].number * 256 + instance,
  )
  const believed = await columns.sources.scalarsSql(stretches, fields)
  // Grouped by the second in the engine, a row for each would take it three times as long.
  const rows = new RowReader(
    await columns.rowBinary(`
      SELECT vessel, series, instance, groupArray(toUnixTimestamp(time)), groupArray(value)
      FROM telemetry.scalars FINAL PREWHERE (${stretchesSql(stretches)}) AND ${namesSql(fields)}${believed}
      WHERE value != ${NULL_VALUE}
      GROUP BY vessel, series, instance`),
  )
  while (rows.more) {
    const vesselNumber = rows.uint32()
    const wanted = ofName.get(rows.uint16() * 256 + rows.uint8()) ?? []
    const seconds = rows.array(rows.uint32)
    const steps = rows.array(rows.int32)
    for (const { startS, values } of ofVessel.get(vesselNumber) ?? []) {
      for (const { key, aggregation, at } of wanted)
        fillSeconds(values[at] as Float64Array, startS, { key, aggregation, seconds, steps })
    }
  }
  return answers.map(({ values }) => values)
}

/** What the samples of each second come to; those beyond a stretch lie outside of its array. */
function fillSeconds(
  values: Float64Array,
  startS: number,
  {
    key,
    aggregation,
    seconds,
    steps,
  }: Pick<Field, 'key' | 'aggregation'> & Record<'seconds' | 'steps', readonly number[]>,
): void {
  const counts = aggregation === 'avg' ? new Uint32Array(values.length) : null
  for (const [i, second] of seconds.entries()) {
    const at = second - startS
    const known = values[at]
    if (known === undefined) continue
    const step = steps[i] as number
    if (counts) counts[at] = (counts[at] as number) + 1
    if (Number.isNaN(known)) values[at] = step
    else if (counts) values[at] = known + step
    else values[at] = aggregation === 'min' ? Math.min(known, step) : Math.max(known, step)
  }
  for (const [at, sum] of values.entries())
    if (!Number.isNaN(sum))
      values[at] = counts ? fromSteps(key, sum) / (counts[at] as number) : fromSteps(key, sum)
}

const isMean = ({ key, aggregation }: Field) =>
  aggregation === 'avg' && (SERIES[key].kind === 'quantity' || SERIES[key].kind === 'angle')

function joinOnce({ key }: Field, parts: Part[] | undefined, widthUs: number) {
  if (!parts) return
  joinEnds(parts, widthUs, SERIES[key].kind === 'angle')
  for (const part of parts) part.ends = null
}

async function readSamples(
  columns: Store,
  stretch: Stretch,
  key: SeriesKey,
  instance: number,
): Promise<Buckets> {
  const rows = new RowReader(
    await columns.rowBinary(
      `SELECT toUnixTimestamp64Micro(time), value FROM telemetry.scalars FINAL
       WHERE ${stretchSql(stretch)} AND series = ${SERIES[key].number} AND instance = ${integer(instance)}
         ${await columns.sources.scalarsSql([stretch], [{ key, instance }])} ORDER BY time`,
    ),
  )
  const timeUs: number[] = []
  const value: (number | null)[] = []
  while (rows.more) {
    timeUs.push(rows.int64())
    const stored = rows.int32()
    value.push(stored === NULL_VALUE ? null : fromSteps(key, stored))
  }
  return { timeUs, value }
}

export async function readSampleColumns(
  columns: Store,
  stretches: readonly Stretch[],
  keys: readonly SeriesKey[],
  withNulls = false,
): Promise<SampleColumns[]> {
  if (stretches.length === 0 || keys.length === 0) return []
  const bytes = await columns.rowBinary(`
    SELECT vessel, series, instance, toUnixTimestamp64Micro(time), value FROM telemetry.scalars FINAL
    WHERE series IN (${keys.map((key) => SERIES[key].number).join(', ')}) AND (${stretchesSql(stretches)})
      ${withNulls ? '' : `AND value != ${NULL_VALUE}`}${await columns.sources.instancesSql(stretches, keys)}
    ORDER BY vessel, series, instance, time`)
  const rows = new RowReader(bytes)
  const timeUs = new Float64Array(bytes.length / SAMPLE_BYTES)
  const value = new Float64Array(bytes.length / SAMPLE_BYTES)
  const answer: SampleColumns[] = []
  for (let i = 0, first = 0, named = { vesselNumber: -1, number: -1, instance: -1 }; ; i++) {
    const next = rows.more
      ? { vesselNumber: rows.uint32(), number: rows.uint16(), instance: rows.uint8() }
      : null
    const same =
      next?.number === named.number &&
      next.instance === named.instance &&
      next.vesselNumber === named.vesselNumber
    if (!same) {
      const { number, ...rest } = named
      const key = seriesByNumber(number)?.key
      if (key)
        answer.push({ ...rest, key, timeUs: timeUs.subarray(first, i), value: value.subarray(first, i) })
      if (!next)
        return answer.map((one) => ({
          ...one,
          value: one.value.map((n) => (n === NULL_VALUE ? Number.NaN : fromSteps(one.key, n))),
        }))
      named = next
      first = i
    }
    timeUs[i] = rows.int64()
    value[i] = rows.int32()
  }
}

const SAMPLE_BYTES = 4 + 2 + 1 + 8 + 4

const CATALOGUE = Object.keys(SERIES)

async function readFields(
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

async function readHoursHeard(columns: Columns, stretch: Stretch): Promise<number[]> {
  const hours = (table: string) =>
    `SELECT DISTINCT toUnixTimestamp(toStartOfHour(time)) AS hour_s FROM telemetry.${table} WHERE ${stretchSql(stretch)}`
  const rows = await columns.rows<{ hour_s: number }>(
    `SELECT hour_s FROM (${hours('scalars')} UNION DISTINCT ${hours('fixes')}) ORDER BY hour_s`,
  )
  return rows.map(({ hour_s }) => hour_s * 1e6)
}
