import type { Aggregation, SeriesKey } from '#contract/series.ts'

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

/** What is read of fixes and not of samples. */
export const isPosition = ({ key }: Pick<Field, 'key'>) => key === 'latitude' || key === 'longitude'
