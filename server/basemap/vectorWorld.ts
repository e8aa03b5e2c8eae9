import { Compression, TileType } from 'pmtiles'
import { GSHHG, OPENSTREETMAP, PLACE_NAMES } from './attribution.ts'
import { countryFeatures } from './countryNames.ts'
import type { LandDetail } from './feature.ts'
import { eachLandFeature, eachShoreFeature } from './landFeatures.ts'
import { borderFeatures } from './naturalEarth.ts'
import { coastCells, forgetPlaces, placeFeatures } from './places.ts'
import { createPmtilesWriter } from './pmtilesWriter.ts'
import { scatteredWorld } from './scatteredWorld.ts'
import { waterFeatures } from './waterNames.ts'
import { MAX_ZOOM, VECTOR_LAYERS } from './worldArchives.ts'

/** Names past the deepest tiles: the coarse map is looked at for a minute, the fine one names every place. */
const DEEPEST_PLACE_ZOOM = { coarse: 6, fine: 12 } as const

/**
 * Cuts the whole world into one archive at `file`. Takes two seconds of a processor for `coarse`, a minute for `fine`; with the
 * file of `shores` that GSHHG has, one more zoom is cut of these, which takes some minutes.
 */
export async function cutVectorWorld(detail: LandDetail, file: string, shores?: string): Promise<void> {
  const landZoom = MAX_ZOOM[detail]
  const maxZoom = shores ? MAX_ZOOM.shores : landZoom
  const world = scatteredWorld(file)
  const coast = coastCells()
  eachLandFeature(detail, (feature) => {
    coast.add(feature)
    world.add(feature)
  })
  const points = [
    ...waterFeatures(),
    ...countryFeatures(),
    ...placeFeatures(coast.has, DEEPEST_PLACE_ZOOM[detail]),
  ]
  forgetPlaces()
  // The deepest tiles also hold the points that show only when they are enlarged.
  const others = [...borderFeatures(detail), ...points].map((feature) =>
    feature.kind === 'point' ? { ...feature, minZoom: Math.min(feature.minZoom, maxZoom) } : feature,
  )
  const attributions = [
    ...(detail === 'fine' ? [OPENSTREETMAP] : []),
    ...(shores ? [GSHHG] : []),
    PLACE_NAMES,
  ]
  const writer = createPmtilesWriter(file, {
    tileType: TileType.Mvt,
    tileCompression: Compression.Gzip,
    minZoom: 0,
    maxZoom,
    bounds: [-180, -85.0511287, 180, 85.0511287],
    metadata: {
      name: `World, ${detail}`,
      attribution: attributions.join(' '),
      vector_layers: VECTOR_LAYERS,
    },
  })
  world.cut(others, landZoom, writer.add)
  world.close()
  if (shores) {
    const closer = scatteredWorld(`${file}.shores`, maxZoom)
    await eachShoreFeature(shores, closer.add)
    closer.cut(others, maxZoom, writer.add)
    closer.close()
  }
  writer.finish()
}
