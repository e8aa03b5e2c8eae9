import type { Table } from './table.ts'

/** The rows of a table that have a position, as GeoJSON points (RFC 7946) with all other columns as properties. */
export async function* writeGeoJson({ columns, pages }: Table): AsyncGenerator<Buffer> {
  const latitude = columns.findIndex(({ name }) => name === 'latitude')
  const longitude = columns.findIndex(({ name }) => name === 'longitude')
  if (latitude < 0 || longitude < 0) throw new TypeError('the table has no track')
  yield Buffer.from('{"type":"FeatureCollection","features":[')
  let separator = '\n'
  for await (const { rows, values } of pages) {
    let text = ''
    for (let row = 0; row < rows; row++) {
      const position = [values[longitude]?.[row], values[latitude]?.[row]] as number[]
      if (position.some(Number.isNaN)) continue
      const properties = Object.fromEntries(
        columns.flatMap((column, i): [string, string | number | null][] => {
          if (i === latitude || i === longitude) return []
          const value = values[i]?.[row] ?? null
          if (typeof value !== 'number') return [[column.name, value]]
          if (Number.isNaN(value)) return [[column.name, null]]
          if (column.kind === 'time') return [[column.name, new Date(value / 1000).toISOString()]]
          return [[column.name, column.kind === 'number' ? rounded(value, column.digits) : value]]
        }),
      )
      const coordinates = position.map((degrees) => rounded(degrees, 7))
      text += `${separator}${JSON.stringify({ type: 'Feature', geometry: { type: 'Point', coordinates }, properties })}`
      separator = ',\n'
    }
    yield Buffer.from(text)
  }
  yield Buffer.from('\n]}\n')
}

const rounded = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits
