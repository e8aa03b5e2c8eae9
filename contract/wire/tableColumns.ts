/** Meaning of the columns of a position table, given by a user when the headings are unclear. */
import { z } from 'zod'
import { parseField, SERIES, type SeriesKey } from '#contract/domain/series.ts'
import { degToRad, KNOT_MPS, ZERO_CELSIUS_K } from '#contract/domain/units.ts'
import { oneLine } from '#contract/text/oneLine.ts'

export const COLUMN_PLACES = [
  ...(['time', 'date', 'latitude', 'longitude'] as const),
  // The letters of latitudes and longitudes, where they have columns of their own.
  ...(['north_south', 'east_west', 'hdop', 'vessel'] as const),
] as const
export type ColumnPlace = (typeof COLUMN_PLACES)[number]
/** Columns that every row needs. */
export const NEEDED_PLACES = ['time', 'latitude', 'longitude'] as const

/** Fields that people most often have in tables, in the order in which they are offered. */
export const COLUMN_FIELDS = [
  ...['sog', 'cog', 'heading', 'stw', 'depth_below_surface', 'depth_below_transducer'],
  ...['wind_speed', 'wind_direction', 'air_temperature', 'wave_height'],
  ...['engine_speed_1', 'engine_speed_2', 'fuel_rate_1', 'fuel_rate_2', 'engine_load_1', 'engine_load_2'],
  ...['coolant_temperature_1', 'coolant_temperature_2', 'oil_pressure_1', 'oil_pressure_2'],
  ...['fuel_level_1', 'battery_voltage_1', 'battery_voltage_2'],
] as const

/** From a unit that people write to the stored one, by the stored one. The wire's own is read besides. */
export const READ_UNITS: Readonly<Record<string, Readonly<Record<string, (value: number) => number>>>> = {
  'm/s': {
    kn: (v) => v * KNOT_MPS,
    'm/s': (v) => v,
    'km/h': (v) => v / 3.6,
    mph: (v) => v * 0.44704,
  },
  rad: { '°': degToRad, rad: (v) => v },
  m: { m: (v) => v, ft: (v) => v * 0.3048 },
  K: { K: (v) => v, '°C': (v) => v + ZERO_CELSIUS_K },
  Pa: { Pa: (v) => v, hPa: (v) => v * 100, kPa: (v) => v * 1000, bar: (v) => v * 100_000 },
}

/** In which units a field can be read, the wire's first. */
export function unitsOf(key: SeriesKey): string[] {
  const { unit, storedUnit } = SERIES[key]
  return [...new Set([unit, ...Object.keys(READ_UNITS[storedUnit] ?? {})])]
}

const isPlace = (meaning: string) => (COLUMN_PLACES as readonly string[]).includes(meaning)

export const TableColumn = z
  .object({
    heading: oneLine().max(200).describe('Heading of the column, at most 200 characters.'),
    meaning: z
      .string()
      .max(100)
      .describe('Place or field that the column contains, for example `latitude`, at most 100 characters.'),
    detail: oneLine()
      .max(100)
      .nullable()
      .describe('Unit or format of the column, at most 100 characters; null if not needed.'),
  })
  .refine(
    ({ meaning, detail }) => {
      const field = parseField(meaning)
      return isPlace(meaning) || (field !== null && (detail === null || unitsOf(field.key).includes(detail)))
    },
    { path: ['meaning'], message: 'This is no meaning of a column.' },
  )
export type TableColumn = z.infer<typeof TableColumn>

export const TableColumns = z
  .array(TableColumn)
  .max(200)
  .refine((columns) => new Set(columns.map(({ meaning }) => meaning)).size === columns.length, {
    message: 'Each meaning has one column.',
  })
  .refine((columns) => NEEDED_PLACES.every((place) => columns.some(({ meaning }) => meaning === place)), {
    message: 'Time, latitude and longitude are needed.',
  })

/** The top of a table: its headings, their assumed meanings, and a few cells of each column. */
export const TableTop = z.array(
  z.object({
    heading: z.string().describe('Heading of the column in the file.'),
    meaning: z.string().nullable().describe('Proposed place or field of the column; null if unknown.'),
    cells: z.array(z.string()).describe('Values of the column in the first rows.'),
  }),
)
export type TableTop = z.infer<typeof TableTop>
