import { gzipSync } from 'node:zlib'
import type { GeoJSONVTFeature, GeoJSONVTTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { Feature } from './feature.ts'
import { at, type Path, STRIDE } from './path.ts'
import { soundRings } from './soundRings.ts'

/** Units along one edge of a tile. At zoom 8 a unit is 38 m at the equator, well under the data's own 150 m. */
export const TILE_EXTENT = 4096

/** Above the deepest zoom, lines are straightened by up to this many units: 0.4 pixels of a 512-pixel tile. */
const TOLERANCE_UNITS = 3
/** Above the deepest zoom, rings smaller than this are left out: one and a half pixels square. */
const MIN_RING_UNITS = 12 ** 2

/** In the unit square: rings below this area, and vertices up to this importance, are not in the tiles of a zoom. */
export function leastShown(zoom: number): { importance: number; area: number } {
  const scale = 2 ** zoom * TILE_EXTENT
  return { importance: (TOLERANCE_UNITS / scale) ** 2, area: MIN_RING_UNITS / scale ** 2 }
}
const EVERYTHING = { importance: -1, area: 0 }

type Tile = { z: number; x: number; y: number; isDeepest: boolean }
type Points = [x: number, y: number][]

/** One gzipped Mapbox vector tile, or null when nothing would be in it. */
export function encodeTile(features: Feature[], { z, x, y, isDeepest }: Tile): Uint8Array | null {
  const scale = 2 ** z * TILE_EXTENT
  const least = isDeepest ? EVERYTHING : leastShown(z)
  const toUnits = (path: Path) => tilePoints(path, least.importance, scale, x * TILE_EXTENT, y * TILE_EXTENT)

  const drawn = new Map<Feature['properties'], { layer: string; kind: Feature['kind']; parts: Points[] }>()
  const draw = ({ layer, kind, properties }: Feature, points: Points) => {
    const same = drawn.get(properties)
    if (same) same.parts.push(points)
    else drawn.set(properties, { layer, kind, parts: [points] })
  }

  for (const feature of features) {
    if (feature.kind === 'point') {
      const point = (coordinate: number, index: number) =>
        Math.floor(coordinate * scale - index * TILE_EXTENT)
      if (feature.minZoom <= z) draw(feature, [[point(feature.x, x), point(feature.y, y)]])
      continue
    }
    const minPoints = feature.kind === 'polygon' ? 4 : 2
    for (const [i, path] of feature.paths.entries()) {
      const points = path.area < least.area ? [] : toUnits(path)
      if (points.length >= minPoints) draw(feature, points)
      // An outer ring too small to draw takes its lakes with it, else the lake would become land.
      else if (feature.kind === 'polygon' && i === 0) break
    }
  }
  if (drawn.size === 0) return null

  const layers: Record<string, GeoJSONVTTile> = {}
  for (const [tags, { layer, kind, parts }] of drawn) {
    layers[layer] ??= { features: [], transformed: true, source: null, x, y, z }
    layers[layer].features.push(vectorFeature(tags, kind, parts))
  }
  return gzipSync(fromGeojsonVt(layers, { version: 2, extent: TILE_EXTENT }))
}

function vectorFeature(
  tags: Feature['properties'],
  kind: Feature['kind'],
  parts: Points[],
): GeoJSONVTFeature {
  if (kind === 'point') return { type: 1, tags, geometry: parts.flat() }
  if (kind === 'line') return { type: 2, tags, geometry: parts }
  return { type: 3, tags, geometry: soundRings(parts, MIN_RING_UNITS) }
}

/** A path in tile units, straightened for the zoom and without repeated points. */
function tilePoints(
  { vertices }: Path,
  minImportance: number,
  scale: number,
  left: number,
  top: number,
): Points {
  const points: Points = []
  let lastX = Number.NaN
  let lastY = Number.NaN
  for (let i = 0; i < vertices.length; i += STRIDE) {
    if (at(vertices, i + 2) <= minImportance) continue
    const x = Math.round(at(vertices, i) * scale - left)
    const y = Math.round(at(vertices, i + 1) * scale - top)
    if (x === lastX && y === lastY) continue
    points.push([x, y])
    lastX = x
    lastY = y
  }
  return points
}
