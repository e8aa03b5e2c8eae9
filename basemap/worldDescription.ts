import { Compression, TileType } from 'pmtiles'
import { OPENSTREETMAP, PLACE_NAMES } from '#server/basemap/attribution.ts'
import type { ArchiveDescription } from '#server/basemap/pmtilesWriter.ts'
import { VECTOR_LAYERS } from '#server/basemap/worldArchives.ts'
import type { LandDetail } from './feature.ts'

export const WORLD_BOUNDS: [number, number, number, number] = [-180, -85.0511287, 180, 85.0511287]

/** Metadata of a vector archive of the world. `credits` names the sources of shores from elsewhere. */
export const worldDescription = (
  detail: LandDetail,
  maxZoom: number,
  credits: readonly string[] = [],
): ArchiveDescription => ({
  tileType: TileType.Mvt,
  tileCompression: Compression.Gzip,
  minZoom: 0,
  maxZoom,
  bounds: WORLD_BOUNDS,
  metadata: {
    name: `World, ${detail}`,
    attribution: [...(detail === 'fine' ? [OPENSTREETMAP] : []), ...credits, PLACE_NAMES].join(' '),
    vector_layers: VECTOR_LAYERS,
  },
})
