/** Charts that people own, or that lie on the web: drawn over the base map, each by each person's choice. */
import { z } from 'zod'
import { endpoint, page } from './endpoint.ts'

/** Of one file. */
export const MAX_CHART_BYTES = 4_294_967_296
export const CHART_TOO_LARGE = 'Chart can not be more than 4 GB'
/** Files that one organization may keep. */
export const MOST_CHARTS = 50

/** What can be wrong with a file, each with what its owner can do about it. */
export const CHART_PROBLEMS = {
  chartUnknown: 'This is no chart that can be read. Use an MBTiles or PMTiles file.',
  chartTooOld: 'This PMTiles file is of an older version. Convert it with “pmtiles convert”.',
  chartNoIndex: 'The tiles of this MBTiles file have no index. Convert it anew, for instance with “mb-util”.',
  chartNoTiles: 'There is no tile in this file.',
  chartTileKind:
    'The tiles of this file are of a kind that browsers do not draw. Use PNG, JPEG, WebP or vector tiles.',
} as const

export const Chart = z.object({
  /** Stays the same when the file is replaced by one of the same name. */
  id: z.string(),
  name: z.string(),
  format: z.enum(['raster', 'vector']),
  /** Where a tile is, with {z}, {x} and {y}; another file has another address. Those of files ask for the session. */
  tiles: z.string(),
  /** West, south, east and north in degrees; null where nobody says. East of 180° runs on. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  minzoom: z.int(),
  maxzoom: z.int(),
  /** Pixels along a tile of a raster chart. */
  tile_size: z.int(),
  /** Source-layers of a vector chart. */
  layers: z.array(z.string()),
  /** HTML for the corner of the map. */
  attribution: z.string(),
  /** `web`: by its address, as an operator allows; `server`: a file that an operator laid there; `organization`: sent by its administrators. */
  origin: z.enum(['web', 'server', 'organization']),
  /** Of its file; null on the web. */
  bytes: z.int().nullable(),
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

/** Of the caller's organization alone: what an operator laid there stays. */
export const deleteChart = endpoint({
  method: 'DELETE',
  path: '/api/charts/:id',
  access: 'company:company-edit',
  params: z.object({ id: z.string() }),
  output: z.object({ ok: z.literal(true) }),
})

const number = z.coerce.number().int().min(0)
/** A tile of a chart, at the address that it says; one that is not there is not found, and the map shows the one above it. */
export const getChartTile = endpoint({
  method: 'GET',
  path: '/api/charts/:id/:version/:z/:x/:y',
  access: listCharts.access,
  params: z.object({ id: z.string(), version: z.string(), z: number.max(24), x: number, y: number }),
  file: ['image/png', 'image/jpeg', 'image/webp', 'application/vnd.mapbox-vector-tile'],
})
