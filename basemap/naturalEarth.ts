import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Geometry } from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Feature, LandDetail } from './feature.ts'
import { linePath } from './worldPaths.ts'

type Atlas = Topology<{ land: GeometryCollection; countries: GeometryCollection<{ name: string }> }>

/** A country as Natural Earth draws it; rings are longitudes and latitudes in degrees, `x, y, x, y …`, outer ring first. */
export type Country = { name: string; polygons: number[][][] }

/** Land polygons at 1:50 million. Rings that cross 180° jump there. */
export function landPolygons(): number[][][] {
  const atlas = readAtlas('land-50m')
  return feature(atlas, atlas.objects.land).features.flatMap(({ geometry }) => polygonsOf(geometry))
}

export function countries(): Country[] {
  const atlas = readAtlas('countries-50m')
  return feature(atlas, atlas.objects.countries).features.map(({ properties, geometry }) => ({
    name: properties.name,
    polygons: polygonsOf(geometry),
  }))
}

/** Borders on land between two countries, as lines. */
export function borderFeatures(detail: LandDetail): Feature[] {
  const atlas = readAtlas(detail === 'fine' ? 'countries-10m' : 'countries-50m')
  const borders = mesh(atlas, atlas.objects.countries, (a, b) => a !== b)
  return borders.coordinates.map((line) => ({
    layer: 'border',
    kind: 'line',
    properties: BORDER,
    bufferUnits: 64,
    paths: [linePath(line.flat())],
  }))
}

const BORDER = {}

const require = createRequire(import.meta.url)
// Read and not required, which would keep it for as long as the process lives.
const readAtlas = (name: string): Atlas =>
  JSON.parse(readFileSync(require.resolve(`world-atlas/${name}.json`), 'utf8'))

function polygonsOf(geometry: Geometry): number[][][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates.map((ring) => ring.flat())]
  if (geometry.type === 'MultiPolygon') {
    return geometry.coordinates.map((polygon) => polygon.map((ring) => ring.flat()))
  }
  return []
}
