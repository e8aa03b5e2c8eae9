import { fileURLToPath } from 'node:url'
import { EARTH_RADIUS_M } from '#contract/geo.ts'
import { DEG_RAD } from '#contract/units.ts'
import type { Feature, LandDetail } from './feature.ts'
import { landPolygons } from './naturalEarth.ts'
import { at } from './path.ts'
import { readLandRings } from './readLandRings.ts'
import { rounded } from './rounded.ts'
import { alignedWith, ringPath, shoreOf, worldCopies } from './worldPaths.ts'

/**
 * Land as polygons with lakes cut out, and its shores as lines of their own: the outline of a cut polygon would be
 * stroked along every tile border. `fine` is OpenStreetMap's land, `coarse` Natural Earth's at 1:50 million.
 */
export function landFeatures(detail: LandDetail): Feature[] {
  const features: Feature[] = []
  eachLandPolygon(detail, (rings) => features.push(...landPolygonFeatures(rings)))
  return features
}

/** The features of one polygon: rings of `lon, lat, lon, lat …` in degrees, the outer one first. */
export function landPolygonFeatures([shore = [], ...lakes]: number[][]): Feature[] {
  const outer = ringPath(shore)
  const lakePaths = lakes
    .filter((lake) => squareKm(lake) >= MIN_LAKE_SQUARE_KM)
    .map(rounded)
    .map(ringPath)
  const paths = [outer, ...lakePaths.map((lake) => alignedWith(outer, lake))]
  const land = worldCopies(paths).map(
    (copy): Feature => ({
      layer: 'land',
      kind: 'polygon',
      properties: LAND,
      bufferUnits: LAND_BUFFER,
      paths: copy,
    }),
  )
  const shores = paths.flatMap((ring, i) => {
    const properties = i === 0 ? SEA_SHORE : LAKE_SHORE
    return shoreOf(ring)
      .flatMap((shore) => worldCopies([shore]))
      .map(
        (copy): Feature => ({
          layer: 'coast',
          kind: 'line',
          properties,
          bufferUnits: COAST_BUFFER,
          paths: copy,
        }),
      )
  })
  return [...land, ...shores]
}

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

function eachLandPolygon(detail: LandDetail, onPolygon: (rings: number[][]) => void): void {
  if (detail === 'coarse') landPolygons().forEach(onPolygon)
  else readLandRings(fileURLToPath(import.meta.resolve('@geo-maps/earth-lands-10m/map.geo.json')), onPolygon)
}

const DEGREE_KM = (EARTH_RADIUS_M * DEG_RAD) / 1000

/** Area of a small ring, with degrees of longitude as long as they are at its first vertex. */
function squareKm(ring: number[]): number {
  let sum = 0
  for (let i = 2; i < ring.length; i += 2) {
    sum += at(ring, i - 2) * at(ring, i + 1) - at(ring, i) * at(ring, i - 1)
  }
  return (Math.abs(sum) / 2) * DEGREE_KM ** 2 * Math.cos(at(ring, 1) * DEG_RAD)
}
