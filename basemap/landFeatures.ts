import { fileURLToPath } from 'node:url'
import { DEG_RAD } from '#contract/domain/units.ts'
import { EARTH_RADIUS_M } from '#contract/geodesy/geo.ts'
import type { Feature, LandDetail } from './feature.ts'
import { ANTARCTIC_LATITUDE, readShores } from './gshhg.ts'
import { landPolygons } from './naturalEarth.ts'
import { at, shiftedPath } from './path.ts'
import { type OnRing, readLandRings } from './readLandRings.ts'
import { rounded } from './rounded.ts'
import { alignedWith, ringPath, shoreOf, worldCopies, worldShifts } from './worldPaths.ts'

/**
 * Land as polygons with lakes cut out, and its shores as lines of their own: the outline of a cut polygon would be
 * stroked along every tile border. `fine` is OpenStreetMap's land, `coarse` Natural Earth's at 1:50 million. Polygons
 * come ring by ring, because a continent with its lakes is a polygon of millions of vertices.
 */
export function eachLandFeature(detail: LandDetail, onFeature: (feature: Feature) => void): void {
  const onRing = landRings(onFeature)
  if (detail === 'coarse')
    for (const rings of landPolygons()) for (const [i, ring] of rings.entries()) onRing(ring, i === 0)
  else readLandRings(FINE_LAND, onRing)
}

/** Land by the shores of GSHHG, but for Antarctica, which is OpenStreetMap's. */
export async function eachShoreFeature(file: string, onFeature: (feature: Feature) => void): Promise<void> {
  const onRing = landRings(onFeature, { rounds: false })
  const shores = await readShores(file)
  shores.eachRing(onRing)
  let isAntarctic = false
  readLandRings(FINE_LAND, (ring, isOuter) => {
    if (isOuter) isAntarctic = northOf(ring) < ANTARCTIC_LATITUDE
    if (isAntarctic) onRing(ring, isOuter)
  })
}

function northOf(ring: ArrayLike<number>): number {
  let north = -90
  for (let i = 1; i < ring.length; i += 2) north = Math.max(north, at(ring, i))
  return north
}

export const FINE_LAND = fileURLToPath(import.meta.resolve('@geo-maps/earth-lands-10m/map.geo.json'))

/** Makes features of rings. `rounds`: the shores of lakes, where they are coarser than those of the sea. */
export function landRings(onFeature: (feature: Feature) => void, { rounds = true } = {}): OnRing {
  let polygon = 0
  let outer = { minX: 0, maxX: 0 }
  return (degrees, isOuter) => {
    if (isOuter) polygon += MOST_COPIES
    else if (squareKm(degrees) < MIN_LAKE_SQUARE_KM) return
    const ring = isOuter
      ? ringPath(degrees)
      : alignedWith(outer, ringPath(rounds ? rounded(degrees) : degrees))
    if (isOuter) outer = { minX: ring.minX, maxX: ring.maxX }
    for (const [copy, worlds] of worldShifts(outer).entries()) {
      onFeature({
        ...{ layer: 'land', kind: 'polygon', properties: LAND, bufferUnits: LAND_BUFFER },
        ...{ polygon: polygon + copy, paths: [shiftedPath(ring, worlds)] },
      })
    }
    const properties = isOuter ? SEA_SHORE : LAKE_SHORE
    for (const shore of shoreOf(ring).flatMap(worldCopies))
      onFeature({ layer: 'coast', kind: 'line', properties, bufferUnits: COAST_BUFFER, paths: [shore] })
  }
}

/** More than a polygon has copies in the world and its margin. */
const MOST_COPIES = 8

const LAND = {}
const SEA_SHORE = { class: 'sea' }
const LAKE_SHORE = { class: 'lake' }

/** In tile units: 8 pixels of a 512-pixel tile hide the seams between fills. */
const LAND_BUFFER = 64
/** In tile units: 32 pixels, so that a shore may be stroked that wide on either side without being cut at a tile border. */
const COAST_BUFFER = 256

/**
 * In OpenStreetMap's simplified land, lakes below this have some five corners, and are nine in ten: noise on a chart.
 * Larger ones have a corner a kilometre or two, half as many as the sea's shores, and are rounded.
 */
const MIN_LAKE_SQUARE_KM = 4

const DEGREE_KM = (EARTH_RADIUS_M * DEG_RAD) / 1000

/** Area of a small ring, with degrees of longitude as long as they are at its first vertex. */
function squareKm(ring: ArrayLike<number>): number {
  let sum = 0
  for (let i = 2; i < ring.length; i += 2) {
    sum += at(ring, i - 2) * at(ring, i + 1) - at(ring, i) * at(ring, i - 1)
  }
  return (Math.abs(sum) / 2) * DEGREE_KM ** 2 * Math.cos(at(ring, 1) * DEG_RAD)
}
