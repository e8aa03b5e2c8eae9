import { fromSteps, SERIES, type Series, type SeriesKey, seriesByNumber } from '#contract/series.ts'
import { NULL_VALUE } from './appendBlocks.ts'
import type { Field } from './field.ts'
import { integer, RowReader } from './rowReader.ts'
import { LONGEST_STEP_US, type Part } from './seriesParts.ts'
import type { Stretch } from './stretch.ts'
import { stretchSql } from './stretch.ts'

/** Parts by series and instance; `names` are those of nameOf(). */
export type PartsByName = Map<string, Part[]>
export type Named = Pick<Field, 'key' | 'instance'>

export const nameOf = ({ key, instance }: Named) => `${SERIES[key].number}/${instance}`

export const bucketSql = (resolutionUs: number) => {
  const width = integer(Math.round(resolutionUs))
  return `intDiv(toUnixTimestamp64Micro(time), ${width}) * ${width}`
}

export const namesSql = (fields: readonly Named[]) =>
  `(series, instance) IN (${[
    ...new Set(fields.map(({ key, instance }) => `(${SERIES[key].number}, ${integer(instance)})`)),
  ].join(', ')})`

/**
 * Parts of stored series, as rows of series, instance and PART_COLUMNS. With `integrate` they hold integrals over time (trapezoids of value · µs, in stored integers)
 * as well, for some half more of the engine's time. `believed` is of SourceBook.scalarsSql.
 */
export function partsSql(
  stretch: Stretch,
  fields: readonly Named[],
  resolutionUs: number,
  integrate: boolean,
  believed: string,
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
    FROM telemetry.scalars FINAL PREWHERE ${stretchSql(stretch)} AND ${namesSql(fields)}${believed}`
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

/** The same rows as they came. */
export function readParts(bytes: Buffer, integrated: boolean): PartsByName {
  const answer: PartsByName = new Map()
  const rows = new RowReader(bytes)
  while (rows.more) {
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
