import type { ByteWriter, SchemaElement } from 'hyparquet-writer'
import type { Column, Page, Table } from './table.ts'

/** Rows buffered for a row group: small groups make large files that are slow to read. */
const GROUP_ROWS = 50_000
/** A group of many columns is smaller, because it is written at once and blocks other requests meanwhile. */
const GROUP_VALUES = 400_000

/** Parquet with a column of doubles for each number, UTC timestamps in µs, and null for missing values. */
export async function* writeParquet({ columns, pages }: Table): AsyncGenerator<Buffer> {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer')
  const bytes = new ByteWriter()
  const writer = new ParquetWriter({ writer: bytes, schema: schemaOf(columns) })
  let held: Page[] = []
  let rows = 0
  const group = () => {
    const columnData = columns.map((column, i) => ({ name: titleOf(column), data: dataOf(column, held, i) }))
    writer.write({ columnData, rowGroupSize: rows })
    held = []
    rows = 0
    return taken(bytes)
  }
  for await (const page of pages) {
    if (page.rows === 0) continue
    held.push(page)
    rows += page.rows
    if (rows >= GROUP_ROWS || rows * columns.length >= GROUP_VALUES) yield group()
  }
  if (rows > 0) yield group()
  writer.finish()
  yield taken(bytes)
}

/** Takes the bytes written since the last call; the writer still counts from the start of the file. */
function taken(bytes: ByteWriter): Buffer {
  const written = Buffer.from(bytes.getBuffer())
  bytes.index = 0
  return written
}

export const titleOf = (column: Column) =>
  column.kind === 'number' && column.unit !== '' ? `${column.name} [${column.unit}]` : column.name

const schemaOf = (columns: readonly Column[]): SchemaElement[] => [
  { name: 'root', num_children: columns.length },
  ...columns.map((column): SchemaElement => {
    const element = { name: titleOf(column), repetition_type: 'OPTIONAL' } as const
    if (column.kind === 'text') return { ...element, type: 'BYTE_ARRAY', converted_type: 'UTF8' }
    if (column.kind === 'number') return { ...element, type: 'DOUBLE' }
    return {
      ...element,
      type: 'INT64',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
    }
  }),
]

function dataOf(column: Column, pages: readonly Page[], index: number): unknown[] {
  const data: unknown[] = []
  for (const { rows, values } of pages) {
    const page = values[index]
    for (let row = 0; row < rows; row++) {
      const value = page?.[row] ?? null
      if (typeof value !== 'number') data.push(value)
      else if (Number.isNaN(value)) data.push(null)
      else data.push(column.kind === 'time' ? BigInt(Math.round(value)) : value)
    }
  }
  return data
}
