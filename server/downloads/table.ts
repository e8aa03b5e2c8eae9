/**
 * A download before it is a file: columns over rows that come page by page, in order of time. A file of any size thus
 * needs little memory.
 */
export interface Table {
  columns: readonly Column[]
  pages: AsyncIterable<Page>
}

export type Column =
  /** µs since 1970 UTC, written with so many digits of the second. */
  | { kind: 'time'; name: string; digits: 3 | 6 }
  /** NaN for a missing value. */
  | { kind: 'number'; name: string; unit: string; digits: number }
  | { kind: 'text'; name: string }

export interface Page {
  rows: number
  /** One for each column of the table; numbers and times as Float64Array. */
  values: readonly (Float64Array | readonly (string | null)[])[]
  /** Shape of each row on a map, where that is more than its latitude and longitude. */
  geometry?: readonly Geometry[]
  /** How much of the table has come with this page, 0 to 1. */
  progress: number
}

/** As in GeoJSON: longitude before latitude; null for a missing position. */
export type Geometry =
  | { type: 'Point'; coordinates: [number, number] }
  | { type: 'LineString'; coordinates: [number, number][] }
  | { type: 'MultiLineString'; coordinates: [number, number][][] }
  | null
