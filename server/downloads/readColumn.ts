import type { Column, Geometry, Page } from './table.ts'

/** A column, and its value in a row; NaN for a missing number. */
export type ReadColumn<Row> = readonly [Column, (row: Row) => number | string | null]

export function pageOf<Row>(
  columns: readonly ReadColumn<Row>[],
  rows: readonly Row[],
  progress: number,
  geometry?: readonly Geometry[],
): Page {
  const values = columns.map(([column, value]) =>
    column.kind === 'text'
      ? rows.map((row) => value(row) as string | null)
      : Float64Array.from(rows, (row) => value(row) as number),
  )
  return { rows: rows.length, values, progress, ...(geometry ? { geometry } : {}) }
}
