import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { BasemapIndex, MapSource } from '#contract/wire/basemap.ts'
import { BLUE_MARBLE, GSHHG, OPENSTREETMAP, PLACE_NAMES } from './attribution.ts'
import {
  type bestWorld,
  MAX_ZOOM,
  VECTOR_LAYERS,
  type WorldArchive,
  worldArchiveName,
} from './worldArchives.ts'

export type WorldIndex = Omit<BasemapIndex, 'areas'>

/** Layers that can be drawn right now, judged by the archives that are complete in the folder. */
export function basemapIndex(
  folder: string,
  { detail, satellite, seamarks }: Pick<BasemapIndex, 'detail' | 'satellite' | 'seamarks'>,
  best: ReturnType<typeof bestWorld>,
): WorldIndex {
  const has = (archive: WorldArchive) => existsSync(join(folder, worldArchiveName(archive)))
  const vector = VECTOR_WORLDS.find(has) ?? null
  return {
    ready: (vector === 'shores' || vector === best) && has('satellite'),
    vector: vector && worldSource(vector),
    satellite: satellite ?? (has('satellite') ? worldSource('satellite') : null),
    detail,
    seamarks,
  }
}

/** The best first. Shores that were cut when they were installed are good without them. */
export const VECTOR_WORLDS = ['shores', 'fine', 'coarse'] as const

function worldSource(archive: WorldArchive): MapSource {
  const source = {
    kind: 'pmtiles' as const,
    url: `/basemap/${worldArchiveName(archive)}`,
    minzoom: 0,
    tileSize: 512,
  }
  if (archive === 'satellite') {
    return { ...source, format: 'raster', maxzoom: MAX_ZOOM.satellite, layers: [], attribution: BLUE_MARBLE }
  }
  const attribution = ATTRIBUTIONS[archive].join(' | ')
  const layers = VECTOR_LAYERS.map(({ id }) => id)
  return { ...source, format: 'vector', maxzoom: MAX_ZOOM[archive], layers, attribution }
}

const ATTRIBUTIONS = {
  coarse: [PLACE_NAMES],
  fine: [OPENSTREETMAP, PLACE_NAMES],
  shores: [OPENSTREETMAP, GSHHG, PLACE_NAMES],
}
