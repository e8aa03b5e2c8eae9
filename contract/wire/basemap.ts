/** Base maps to draw under the fleet. Public: these contain no data of any organization. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** One map, with the names that MapLibre uses in a source. */
const MapSource = z.object({
  kind: z
    .enum(['pmtiles', 'tiles'])
    .describe(
      'Type of source: `pmtiles` is an archive read in byte ranges, `tiles` an address for each tile.',
    ),
  url: z.string().describe('Address of the archive, or of a tile with {z}, {x} and {y}.'),
  format: z.enum(['vector', 'raster']).describe('Format of the tiles: `vector` or `raster`.'),
  minzoom: z.int().describe('Lowest zoom level with tiles, 0 or more.'),
  maxzoom: z.int().describe('Deepest zoom level with tiles, 0 or more.'),
  tileSize: z.int().describe('Width of a raster tile in pixels.'),
  layers: z.array(z.string()).describe('Names of the source layers of a vector map.'),
  attribution: z.string().describe("HTML with the map's credits, for the corner of the map."),
})
export type MapSource = z.infer<typeof MapSource>

/** West, south, east and north in degrees; across 180° the east exceeds 180. */
export const Bounds = z.tuple([z.number(), z.number(), z.number(), z.number()])

/** Areas that are kept in harbour detail, all as one map. */
const DetailedAreas = z.object({
  source: MapSource.describe('Map source of all detailed areas together.'),
  bounds: z.array(Bounds).describe('West, south, east and north edges of each detailed area, in degrees.'),
})

export const BasemapIndex = z.object({
  ready: z.boolean().describe('True when the map is final; false while the server prepares a better one.'),
  vector: MapSource.nullable().describe('Map of the whole world; null if it is not available.'),
  satellite: MapSource.nullable().describe('Satellite imagery of the world; null if it is not configured.'),
  detail: MapSource.nullable().describe(
    'Detailed map of the operator, drawn over the world; null if there is none.',
  ),
  areas: DetailedAreas.nullable().describe('Areas kept in harbour detail; null while there are none.'),
  seamarks: MapSource.nullable().describe('Map of buoys, lights and beacons; null if it is not configured.'),
})
export type BasemapIndex = z.infer<typeof BasemapIndex>

export const readBasemap = endpoint({
  method: 'GET',
  path: '/basemap/index.json',
  access: 'anyone',
  output: BasemapIndex,
})
