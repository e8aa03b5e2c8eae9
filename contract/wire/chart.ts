/** Charts that people own, or that lie on the web: drawn over the base map, each by each person's choice. */
import { z } from 'zod'
import { endpoint, page } from './endpoint.ts'

/** Maximum size of one file in bytes: 4 GB. */
export const MAX_CHART_BYTES = 4_294_967_296
export const CHART_TOO_LARGE = 'Chart can not be more than 4 GB'
/** Most files of one organization. */
export const MOST_CHARTS = 50

/** Problems of a file, each with advice for its owner. */
export const CHART_PROBLEMS = {
  chartUnknown: 'This is no chart that can be read. Use an MBTiles or PMTiles file.',
  chartTooOld: 'This PMTiles file is of an older version. Convert it with “pmtiles convert”.',
  chartNoIndex:
    'The tiles of this MBTiles file have no index. Convert it again, for instance with “mb-util”.',
  chartProgram:
    'This MBTiles file has triggers, views or computed columns, which are not read. Convert it again, for instance with “mb-util”.',
  chartNoTiles: 'There is no tile in this file.',
  chartTileKind:
    'The tiles of this file are of a kind that browsers do not draw. Use PNG, JPEG, WebP or vector tiles.',
} as const

export const Chart = z.object({
  id: z.string().describe('Identifier of the chart, unchanged when a new file replaces it.'),
  name: z.string().describe('Name of the chart.'),
  format: z.enum(['raster', 'vector']).describe('Format of the tiles: `raster` or `vector`.'),
  tiles: z.string().describe('Address of a tile with {z}, {x} and {y}.'),
  bounds: z
    .tuple([z.number(), z.number(), z.number(), z.number()])
    .nullable()
    .describe('West, south, east and north edges in degrees; null if unknown.'),
  minzoom: z.int().describe('Lowest zoom level with tiles, 0 or more.'),
  maxzoom: z.int().describe('Deepest zoom level with tiles, 0 or more.'),
  tile_size: z.int().describe('Width of a raster tile in pixels.'),
  layers: z.array(z.string()).describe('Names of the source layers of a vector chart.'),
  attribution: z.string().describe("HTML with the chart's credits, for the corner of the map."),
  origin: z
    .enum(['web', 'server', 'organization'])
    .describe(
      'Origin of the chart: `web`, `server` (file of the operator) or `organization` (upload of its administrators).',
    ),
  bytes: z.int().nullable().describe("Size of the chart's file in bytes; null for charts on the web."),
  is_stopped: z
    .boolean()
    .describe(
      'True when the chart was too large when unpacked: it took more memory or time than a file may, and is not shown until someone has it opened again.',
    ),
})
export type Chart = z.infer<typeof Chart>

/** All charts that the caller's organization may see, by name. */
export const listCharts = endpoint({
  method: 'GET',
  path: '/api/charts',
  access: 'signed-in',
  output: page(Chart),
})

/** A form with MBTiles or PMTiles files in its field `files`; each takes the place of one of the same name. */
export const uploadCharts = endpoint({
  method: 'POST',
  path: '/api/charts',
  access: 'company:company-edit',
  problems: ['too_large', 'too_many'],
  body: z.object({}),
  output: page(Chart),
})

/** Deletes a chart of the caller's organization only; charts that an operator put there stay. */
export const deleteChart = endpoint({
  method: 'DELETE',
  path: '/api/charts/:id',
  access: 'company:company-edit',
  params: z.object({ id: z.string().describe('Identifier of the chart in the path.') }),
  output: z.object({ ok: z.literal(true).describe('Always `true`: the call succeeded.') }),
})

/** Opens a stopped chart of the caller's organization again, which the server never does by itself. */
export const retryChart = endpoint({
  method: 'POST',
  path: '/api/charts/:id/retry',
  access: 'company:company-edit',
  params: z.object({ id: z.string().describe('Identifier of the chart in the path.') }),
  body: z.object({}),
  output: Chart,
})

const number = z.coerce.number().int().min(0)
/**
 * A tile of a chart, at the address in its description. A missing tile is not found, and the map shows the one above
 * it.
 */
export const getChartTile = endpoint({
  method: 'GET',
  path: '/api/charts/:id/:version/:z/:x/:y',
  access: listCharts.access,
  params: z.object({
    id: z.string().describe('Identifier of the chart in the path.'),
    version: z.string().describe("Version of the chart's file, from the tile address."),
    z: number.max(24).describe('Zoom level of the tile, 0 to 24.'),
    x: number.describe('Column of the tile, from 0 in the west.'),
    y: number.describe('Row of the tile, from 0 in the north.'),
  }),
  file: ['image/png', 'image/jpeg', 'image/webp', 'application/vnd.mapbox-vector-tile'],
})
