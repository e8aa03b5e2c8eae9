/**
 * The sea on the map: one grid of forecasts for the waters of an organization's fleet, which its users share. The
 * description is JSON; the values are a file of whole numbers.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Most points of a grid. */
export const MOST_SEA_POINTS = 1000
/** Time between two steps of a grid, s. */
export const SEA_STEP_S = 10_800
/** Steps from a day before the fetch to five days after it, both included. */
export const SEA_STEPS = 49

/**
 * Series of a grid in the order of their values, each with the parts of its unit that a whole number counts: m/s, degrees,
 * m and s. Directions of wind and waves name where they come from, current where it goes.
 */
export const SEA_SERIES = {
  wind_speed: 100,
  wind_direction: 10,
  wave_height: 100,
  wave_direction: 10,
  wave_period: 10,
  current_speed: 100,
  current_direction: 10,
} as const
export type SeaSeries = keyof typeof SEA_SERIES
export const SEA_SERIES_NAMES = Object.keys(SEA_SERIES) as SeaSeries[]

/** Stands for a missing value. */
const MISSING = -32_768

const SeaPatch = z.object({
  south: z.number().describe('Latitude of the southern row of points, degrees.'),
  west: z.number().describe('Longitude of the western column of points, degrees from −180 to 180.'),
  rows: z.int().describe('Number of rows of points, from south to north.'),
  columns: z
    .int()
    .describe('Number of columns of points, from west to east; they may lie on both sides of 180°.'),
})
export type SeaPatch = z.infer<typeof SeaPatch>

const SeaGrid = z.object({
  version: z.string().describe('Names the values of this grid.'),
  fetched_at: z.string().describe('Time at which the server asked for the grid, ISO 8601.'),
  start_time: z.string().describe('Time of the first step, ISO 8601.'),
  step_s: z.int().describe('Time between two steps in seconds.'),
  steps: z.int().describe('Number of steps of the forecast.'),
  step_deg: z.number().describe('Distance between neighbouring points in degrees of latitude and longitude.'),
  patches: z
    .array(SeaPatch)
    .describe('Rectangles of points around the vessels; there are no values outside of them.'),
})
export type SeaGrid = z.infer<typeof SeaGrid>

export const SeaForecast = z.object({
  state: z
    .enum(['off', 'empty', 'waiting', 'ready'])
    .describe(
      '`off` without a configured source, `empty` without a vessel that reported its position lately, `waiting` until the first grid is there, `ready` with a grid.',
    ),
  source: z.string().nullable().describe('Name of the source; null without one.'),
  is_made: z.boolean().describe('True for the made forecast of the demo.'),
  problem: z
    .enum(['away', 'limit'])
    .nullable()
    .describe(
      'Reason for which the last fetch failed: `away` (the source did not answer) or `limit` (the calls of the day are used up); null after a success.',
    ),
  grid: SeaGrid.nullable().describe('The newest grid; null before there is one.'),
})
export type SeaForecast = z.infer<typeof SeaForecast>

/** Asks for the grid of the caller's organization. The server fetches a grid only while users ask for it. */
export const getSeaForecast = endpoint({
  method: 'GET',
  path: '/api/sea-forecast',
  access: 'department:vessel-view',
  output: SeaForecast,
})

/**
 * Values of a grid: 16-bit whole numbers, little-endian, by series, step, patch, row and column. −32768 is a missing
 * value. A version that was replaced is not found.
 */
export const getSeaValues = endpoint({
  method: 'GET',
  path: '/api/sea-forecast/:version',
  access: getSeaForecast.access,
  params: z.object({ version: z.string().max(20).describe('Version of the grid in the path.') }),
  file: ['application/octet-stream'],
})

export const pointsOf = (patches: readonly Pick<SeaPatch, 'rows' | 'columns'>[]): number =>
  patches.reduce((sum, { rows, columns }) => sum + rows * columns, 0)

/** Bytes of a value in its wire unit; null and values beyond the range are missing. */
export function packSeaValue(series: SeaSeries, value: number | null): number {
  const parts = value === null ? Number.NaN : Math.round(value * SEA_SERIES[series])
  return Math.abs(parts) < -MISSING ? parts : MISSING
}

/** Values in wire units; NaN is missing. Throws on a file of another length. */
export function unpackSeaValues(
  bytes: ArrayBuffer,
  { steps, patches }: SeaGrid,
): Record<SeaSeries, Float32Array> {
  const count = steps * pointsOf(patches)
  if (bytes.byteLength !== 2 * count * SEA_SERIES_NAMES.length) throw new Error('The grid is not complete.')
  const view = new DataView(bytes)
  const unpacked = SEA_SERIES_NAMES.map((series, index) => {
    const values = Float32Array.from({ length: count }, (_, at) => {
      const parts = view.getInt16(2 * (index * count + at), true)
      return parts === MISSING ? Number.NaN : parts / SEA_SERIES[series]
    })
    return [series, values] as const
  })
  return Object.fromEntries(unpacked) as Record<SeaSeries, Float32Array>
}
