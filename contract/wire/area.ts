/** Areas of the world that an installation keeps in harbour detail, of which the map is made in `basemap.ts`. */
import { z } from 'zod'
import { DEEPEST_AREA_ZOOM, LEAST_AREA_ZOOM } from '#contract/geodesy/areaZooms.ts'
import { oneLine } from '#contract/text/oneLine.ts'
import { Bounds } from './basemap.ts'
import { byId, endpoint, page } from './endpoint.ts'

/** Most areas of one installation. */
export const MOST_AREAS = 50
export const MAX_AREA_NAME = 60

/** Problems of an area or of its map source, each with its remedy. */
export const AREA_PROBLEMS = {
  areaSourceAway: 'The source of the map does not answer. It is asked again every minute.',
  areaSourceMissing: 'The source of the map has no such file. The operator of the server can name another.',
  areaSourceNoFile: 'The source of the map is no PMTiles file with the layers of Protomaps.',
  areaSourceNoRanges: 'The source of the map does not give parts of its file (range requests).',
  areaSourceChanged: 'The source of the map has another file now. Resume starts again with the new file.',
  areaEmpty: 'The source of the map has nothing in this area.',
  areaTooLarge: 'That is more than may be kept. Make the area smaller or less deep, or remove another.',
  areaTwice: 'This area is kept already.',
  areaTooMany: 'No more than 50 areas can be kept. Remove one first.',
  areaDiskFull: 'There is too little room left on the server’s disk.',
  areaBroken: 'The area could not be kept. Resume tries again.',
} as const
export type AreaProblem = keyof typeof AREA_PROBLEMS

/** An area that a user requests in harbour detail. */
export const AreaWanted = z.object({
  name: oneLine().min(1).max(MAX_AREA_NAME).describe('Name of the area, 1 to 60 characters.'),
  bounds: Bounds.refine(
    isArea,
    'These are no western, southern, eastern and northern edge of an area',
  ).describe('West, south, east and north edges of the area, in degrees.'),
  maxzoom: z
    .int()
    .min(LEAST_AREA_ZOOM)
    .max(DEEPEST_AREA_ZOOM)
    .describe('Deepest zoom level to keep for the area.'),
})
export type AreaWanted = z.infer<typeof AreaWanted>

export function isArea([west, south, east, north]: readonly [number, number, number, number]): boolean {
  return (
    west >= -180 &&
    west < 180 &&
    east > west &&
    east <= west + 360 &&
    -85 <= south &&
    south < north &&
    north <= 85
  )
}

const Area = AreaWanted.extend({
  id: z.uuid().describe('Identifier of the area, a UUID.'),
  state: z
    .enum(['waiting', 'running', 'stopped', 'failed', 'kept'])
    .describe('State of the area: `waiting`, `running`, `stopped`, `failed` or `kept` (complete).'),
  minzoom: z.int().describe('Lowest zoom level of the kept area.'),
  bytes: z.int().nullable().describe('Size of the area in bytes; null until it is known.'),
  fetched_bytes: z.int().describe('Bytes that the server has downloaded so far.'),
  problem: z
    .enum(Object.keys(AREA_PROBLEMS) as [AreaProblem, ...AreaProblem[]])
    .nullable()
    .describe('Code of the problem that stops the area; null without one.'),
  created_at: z.iso.datetime().describe('Time of creation, ISO 8601 in UTC.'),
  kept_at: z.iso
    .datetime()
    .nullable()
    .describe('Time when the area was complete, ISO 8601 in UTC; null before it.'),
})
export type Area = z.infer<typeof Area>

/** All areas of the installation, by name. */
export const listAreas = endpoint({
  method: 'GET',
  path: '/api/super/areas',
  access: 'super-admin',
  output: page(Area),
})

/** Estimated cost of an area. The server reads only the source's directories, and no tiles. */
export const previewArea = endpoint({
  method: 'POST',
  path: '/api/super/areas/preview',
  access: 'super-admin',
  problems: ['too_large', 'unavailable'],
  body: AreaWanted.omit({ name: true }),
  output: z.object({
    minzoom: z.int().describe('Lowest zoom level that the area would have.'),
    maxzoom: z.int().describe('Deepest available zoom level, which may be less than requested.'),
    tile_count: z.int().describe('Number of map tiles on all zoom levels together.'),
    bytes: z.int().describe('Size that the area would need, in bytes.'),
    limit_bytes: z.int().describe('Space that all areas together may use, in bytes.'),
    used_bytes: z.int().describe('Space that all areas together use now, in bytes.'),
    problem: z
      .enum(['areaTooLarge', 'areaDiskFull', 'areaTwice'])
      .nullable()
      .describe('Code of the reason against keeping the area; null if it fits.'),
  }),
})

/**
 * Fetches the area. The server fetches areas one after the other, without an open browser and after a restart
 * too.
 */
export const keepArea = endpoint({
  method: 'POST',
  path: '/api/super/areas',
  access: 'super-admin',
  problems: ['too_many', 'conflict'],
  body: AreaWanted,
  output: Area,
})

/** Stops a download; the tiles that were fetched stay. */
export const stopArea = endpoint({
  method: 'POST',
  path: '/api/super/areas/:id/stop',
  access: 'super-admin',
  params: byId,
  output: Area,
})

/** Continues an interrupted fetch. */
export const resumeArea = endpoint({
  method: 'POST',
  path: '/api/super/areas/:id/resume',
  access: 'super-admin',
  params: byId,
  output: Area,
})

export const removeArea = endpoint({
  method: 'DELETE',
  path: '/api/super/areas/:id',
  access: 'super-admin',
  params: byId,
  output: z.object({ ok: z.literal(true).describe('Always `true`: the call succeeded.') }),
})

/** Towns of that name, the largest first. */
export const findPlaces = endpoint({
  method: 'GET',
  path: '/api/super/places',
  access: 'super-admin',
  query: z.object({
    name: oneLine().min(2).max(60).describe('Beginning of the name of a place, 2 to 60 characters.'),
  }),
  output: page(
    z.object({
      name: z.string().describe('Name of the place that was found.'),
      country: z.string().describe('Country of the place that was found.'),
      lat: z.number().describe('Latitude in degrees, −90 to 90, north positive.'),
      lon: z.number().describe('Longitude in degrees, −180 to 180, east positive.'),
    }),
  ),
})
