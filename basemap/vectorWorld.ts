import { createPmtilesWriter } from '#server/basemap/pmtilesWriter.ts'
import { MAX_ZOOM } from '#server/basemap/worldArchives.ts'
import { countryFeatures } from './countryNames.ts'
import type { Feature, LandDetail } from './feature.ts'
import { eachLandFeature } from './landFeatures.ts'
import { borderFeatures } from './naturalEarth.ts'
import { type Coast, coastCells, forgetPlaces, placeFeatures } from './places.ts'
import { scatteredWorld } from './scatteredWorld.ts'
import { waterFeatures } from './waterNames.ts'
import { worldDescription } from './worldDescription.ts'

/** Names past the deepest tiles: the coarse map is looked at for a minute, the fine one names every place. */
const DEEPEST_PLACE_ZOOM = { coarse: 6, fine: 12 } as const

/** Cuts the whole world into one archive at `file`. Takes two seconds of a processor for `coarse`, a minute for `fine`. */
export async function cutVectorWorld(detail: LandDetail, file: string): Promise<void> {
  const maxZoom = MAX_ZOOM[detail]
  const world = scatteredWorld(file)
  const coast = coastCells()
  eachLandFeature(detail, (feature) => {
    coast.add(feature)
    world.add(feature)
  })
  const writer = createPmtilesWriter(file, worldDescription(detail, maxZoom))
  world.cut(namesAndBorders(detail, coast, maxZoom), maxZoom, writer.add)
  world.close()
  writer.finish()
}

/** Content of the tiles beside the land. The deepest also contain the points that show only when enlarged. */
function namesAndBorders(detail: LandDetail, coast: Coast, maxZoom: number): Feature[] {
  const points = [
    ...waterFeatures(),
    ...countryFeatures(),
    ...placeFeatures(coast.has, DEEPEST_PLACE_ZOOM[detail]),
  ]
  forgetPlaces()
  return [...borderFeatures(detail), ...points].map((feature) =>
    feature.kind === 'point' ? { ...feature, minZoom: Math.min(feature.minZoom, maxZoom) } : feature,
  )
}
