import { SERIES, type SeriesKey } from '#contract/domain/series.ts'
import type { Aggregation } from '#contract/domain/seriesRows.ts'
import { integer } from './rowReader.ts'

export interface Field {
  key: SeriesKey
  instance: number
  aggregation: Aggregation
}

/** One aggregated series: bucket starts (µs) and values in stored units, null where every sample was null. */
export interface Buckets {
  timeUs: number[]
  value: (number | null)[]
}

/** True for the two series that are read from fixes instead of samples. */
export const isPosition = ({ key }: Pick<Field, 'key'>) => key === 'latitude' || key === 'longitude'

export type Named = Pick<Field, 'key' | 'instance'>

export const nameOf = ({ key, instance }: Named) => `${SERIES[key].number}/${instance}`

export const namesSql = (fields: readonly Named[]) =>
  `(series, instance) IN (${[
    ...new Set(fields.map(({ key, instance }) => `(${SERIES[key].number}, ${integer(instance)})`)),
  ].join(', ')})`
