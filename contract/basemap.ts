/** What maps there are to draw under the fleet. Public: they hold nothing of any organization. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** One map, with the names MapLibre gives these in a source. */
const MapSource = z.object({
  /** `pmtiles`: `url` is an archive read in ranges; `tiles`: an address with {z}, {x} and {y}. */
  kind: z.enum(['pmtiles', 'tiles']),
  url: z.string(),
  format: z.enum(['vector', 'raster']),
  minzoom: z.int(),
  maxzoom: z.int(),
  /** Pixels along a tile of a raster map. */
  tileSize: z.int(),
  /** Source-layers of a vector map, as far as it names them. */
  layers: z.array(z.string()),
  /** HTML for the corner of the map. */
  attribution: z.string(),
})
export type MapSource = z.infer<typeof MapSource>

/** West, south, east and north in degrees; what lies across 180° runs on east of it. */
export const Bounds = z.tuple([z.number(), z.number(), z.number(), z.number()])

/** Areas that are kept in harbour detail, all as one map. */
const DetailedAreas = z.object({ source: MapSource, bounds: z.array(Bounds) })

export const BasemapIndex = z.object({
  /** False while a better archive is being cut: ask again after a while. */
  ready: z.boolean(),
  /** The world, coarse at first; null only if it could not be made. */
  vector: MapSource.nullable(),
  satellite: MapSource.nullable(),
  /** A map of the operator's own, to be drawn over the world. */
  detail: MapSource.nullable(),
  /** Null while there is none. */
  areas: DetailedAreas.nullable(),
  /** Buoys, lights and beacons on a clear ground, to be drawn over everything else. */
  seamarks: MapSource.nullable(),
})
export type BasemapIndex = z.infer<typeof BasemapIndex>

export const readBasemap = endpoint({
  method: 'GET',
  path: '/basemap/index.json',
  access: 'anyone',
  output: BasemapIndex,
})
