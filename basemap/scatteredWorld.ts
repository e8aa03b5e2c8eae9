import { zxyToTileId } from 'pmtiles'
import { cutTiles, quartered, type Tile, WORLD } from './cutTiles.ts'
import { encodeTile, leastShown } from './encodeTile.ts'
import { type Feature, joinRings } from './feature.ts'
import { featureSpill } from './featureSpill.ts'
import { type Path, thinned } from './path.ts'

/**
 * The fine world is too much to be held at once. From this zoom on it is cut tile by tile, and what lies in each waits on
 * disk; tiles above it show so much less of it that they are kept in memory.
 */
const SPLIT_ZOOM = 4

/**
 * A world that waits beside `file`, tile by tile, until all of it was added. It is cut as one in memory would be, but for tiles
 * above `minZoom`.
 */
export function scatteredWorld(file: string, minZoom = 0) {
  const spill = featureSpill(file)
  const overview = new Map<number, ReturnType<typeof joinRings>>()
  const keyOf = ({ z, x, y }: Tile) => zxyToTileId(z, x, y)

  function scatter(features: Feature[], tile: Tile): void {
    for (const feature of features) if (feature.kind !== 'point') keep(feature, tile)
    if (tile.z === SPLIT_ZOOM || features.length === 0) return
    for (const [child, inside] of quartered(features, tile)) scatter(inside, child)
  }

  function keep(feature: Exclude<Feature, { kind: 'point' }>, tile: Tile): void {
    if (tile.z === SPLIT_ZOOM) {
      spill.add(keyOf(tile), feature)
      return
    }
    if (tile.z < minZoom) return
    const paths = straightened(feature.paths, tile.z)
    if (paths.length === 0) return
    const kept = overview.get(keyOf(tile)) ?? joinRings()
    overview.set(keyOf(tile), kept)
    kept.add({ ...feature, paths })
  }

  return {
    add: (feature: Feature) => scatter([feature], WORLD),
    /** Cuts all of it together with features that are few enough to be held. */
    cut(
      others: Feature[],
      maxZoom: number,
      onTile: (z: number, x: number, y: number, tile: Uint8Array) => void,
    ): void {
      cutBranch(others, WORLD)

      function cutBranch(own: Feature[], tile: Tile): void {
        if (tile.z === SPLIT_ZOOM) {
          cutTiles([...spill.take(keyOf(tile)), ...own], tile, maxZoom, onTile, minZoom)
          return
        }
        const features = [...(overview.get(keyOf(tile))?.features ?? []), ...own]
        const encoded = tile.z < minZoom ? null : encodeTile(features, { ...tile, isDeepest: false })
        if (encoded) onTile(tile.z, tile.x, tile.y, encoded)
        for (const [child, inside] of quartered(own, tile)) cutBranch(inside, child)
      }
    },
    close: () => spill.close(),
  }
}

/** Without the rings and the vertices that tiles of this zoom do not show. */
function straightened(paths: Path[], zoom: number): Path[] {
  const { area, importance } = leastShown(zoom)
  return paths.filter((path) => path.area >= area).map((path) => thinned(path, importance))
}
