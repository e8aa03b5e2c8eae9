import type { Geometry, Page, Table } from './table.ts'

/**
 * The rows of a table as GeoJSON features (RFC 7946), with all other columns as properties. Rows with a
 * position are points; pages may have geometries of their own. Rows without either are left out, or with
 * `all` written without geometry.
 */
export async function* writeGeoJson(
  { columns, pages }: Table,
  { all = false }: { all?: boolean } = {},
): AsyncGenerator<Buffer> {
  const latitude = columns.findIndex(({ name }) => name === 'latitude')
  const longitude = columns.findIndex(({ name }) => name === 'longitude')
  if (!all && (latitude < 0 || longitude < 0)) throw new TypeError('the table has no track')
  yield Buffer.from('{"type":"FeatureCollection","features":[')
  let separator = '\n'
  for await (const page of pages) {
    const { rows, values } = page
    let text = ''
    for (let row = 0; row < rows; row++) {
      const geometry = page.geometry ? (page.geometry[row] ?? null) : pointOf(page, row, longitude, latitude)
      if (geometry === null && !all) continue
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
      text += `${separator}${JSON.stringify({ type: 'Feature', geometry, properties })}`
      separator = ',\n'
    }
    yield Buffer.from(text)
  }
  yield Buffer.from('\n]}\n')
}

function pointOf({ values }: Page, row: number, longitude: number, latitude: number): Geometry {
  const position = [values[longitude]?.[row], values[latitude]?.[row]] as [number, number]
  if (position.some((degrees) => degrees === undefined || Number.isNaN(degrees))) return null
  return { type: 'Point', coordinates: [rounded(position[0], 7), rounded(position[1], 7)] }
}

const rounded = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits
