import { Compression, TileType } from 'pmtiles'
import { OPENSTREETMAP, PLACE_NAMES } from './attribution.ts'
import type { LandDetail } from './feature.ts'
import type { ArchiveDescription } from './pmtilesWriter.ts'
import { VECTOR_LAYERS } from './worldArchives.ts'

export const WORLD_BOUNDS: [number, number, number, number] = [-180, -85.0511287, 180, 85.0511287]

/** What a vector archive of the world says of itself. `credits`: of shores that are not of its own land. */
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
