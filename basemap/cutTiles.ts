import { clipPath } from './clipPath.ts'
import { encodeTile, TILE_EXTENT } from './encodeTile.ts'
import type { Feature } from './feature.ts'
import type { Path } from './path.ts'
import { enter } from './vertexStack.ts'

export interface Tile {
  z: number
  x: number
  y: number
}
export const WORLD: Tile = { z: 0, x: 0, y: 0 }

/**
 * Cuts features into gzipped Mapbox vector tiles from the tile `from`, which they have been cut to, down to zoom `maxZoom`,
 * and hands over those with anything in them, none above `minZoom`. It goes down one branch of the tile tree at a time, so memory holds the
 * source and one branch, not a level.
 */
export function cutTiles(
  features: Feature[],
  from: Tile,
  maxZoom: number,
  onTile: (z: number, x: number, y: number, tile: Uint8Array) => void,
  minZoom = 0,
): void {
  const { z, x, y } = from
  const tile = z < minZoom ? null : encodeTile(features, { ...from, isDeepest: z === maxZoom })
  if (tile) onTile(z, x, y, tile)
  if (z === maxZoom || features.length === 0) return
  for (const [child, inside] of quartered(features, from)) cutTiles(inside, child, maxZoom, onTile, minZoom)
}

/** The four tiles that a tile is cut into, each with what it holds of the features, which is good until the next is asked for. */
export function* quartered(features: Feature[], { z, x, y }: Tile): Iterable<[Tile, Feature[]]> {
  for (const childX of [2 * x, 2 * x + 1]) {
    const ofColumn = enter()
    const column = clipFeatures(features, 0, z + 1, childX)
    for (const childY of [2 * y, 2 * y + 1]) {
      const ofTile = enter()
      yield [{ z: z + 1, x: childX, y: childY }, clipFeatures(column, 1, z + 1, childY)]
      ofTile.leave()
    }
    ofColumn.leave()
  }
}

/** The features within the tiles of one column (axis 0) or row (axis 1) of a level, buffers included. */
function clipFeatures(features: Feature[], axis: 0 | 1, z: number, index: number): Feature[] {
  const size = 2 ** -z
  const low = index * size
  const high = low + size
  const clipped: Feature[] = []
  for (const feature of features) {
    if (feature.kind === 'point') {
      // A renderer ignores points outside of a tile, so exactly one tile of a level holds each point.
      const coordinate = axis === 0 ? feature.x : feature.y
      if (coordinate >= low && coordinate < high) clipped.push(feature)
      continue
    }
    const buffer = (feature.bufferUnits / TILE_EXTENT) * size
    const paths = clipPaths(feature.paths, axis, low - buffer, high + buffer)
    if (paths === feature.paths) clipped.push(feature)
    else if (paths.length > 0) clipped.push({ ...feature, paths })
  }
  return clipped
}

/** The very same list when nothing is cut off: most islands lie whole in one tile down to the deepest zoom. */
function clipPaths(paths: Path[], axis: 0 | 1, low: number, high: number): Path[] {
  const isInside = (path: Path) =>
    axis === 0 ? path.minX >= low && path.maxX <= high : path.minY >= low && path.maxY <= high
  return paths.every(isInside) ? paths : paths.flatMap((path) => clipPath(path, axis, low, high))
}
