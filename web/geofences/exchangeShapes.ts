import { escapeMarkup } from '#contract/text/escapeMarkup.ts'
import {
  GEOFENCE_COLORS,
  type Geofence,
  type GeofenceShape,
  geofenceProblem,
} from '#contract/wire/geofence.ts'
import { outlineOf, type Ring } from '../map/geofenceShapes.ts'

export type ExchangedFence = GeofenceShape & Pick<Geofence, 'name' | 'color' | 'is_harbor'>

interface Feature {
  type: 'Feature'
  properties: Record<string, unknown> | null
  geometry: Geometry | null
}
type Geometry =
  | { type: 'Point'; coordinates: number[] }
  | { type: 'LineString'; coordinates: number[][] }
  | { type: 'MultiLineString'; coordinates: number[][][] }
  | { type: 'Polygon'; coordinates: number[][][] }
  | { type: 'MultiPolygon'; coordinates: number[][][][] }
  | { type: 'GeometryCollection'; geometries: Geometry[] }
  | { type: 'MultiPoint'; coordinates: number[][] }
export interface FeatureCollection {
  type: 'FeatureCollection'
  features: Feature[]
}

/** Splits shapes at ±180°, as RFC 7946 3.1.9 requires; the properties have the shape as drawn. */
export function toGeoJson(fences: readonly ExchangedFence[]): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: fences.map((fence) => {
      const { name, color, is_harbor, type, coordinates, radius } = fence
      const shape = JSON.stringify({ type, coordinates, radius })
      return { type: 'Feature', properties: { name, color, is_harbor, shape }, geometry: geometryOf(fence) }
    }),
  }
}

function geometryOf(fence: ExchangedFence): Geometry {
  const outline = outlineOf(fence)
  const outlines = fence.type === 'line' ? lineSegments(outline) : areaRings(outline)
  const [first = []] = outlines
  if (fence.type === 'line')
    return outlines.length === 1
      ? { type: 'LineString', coordinates: first }
      : { type: 'MultiLineString', coordinates: outlines }
  const rings = outlines.map((ring) => [rightHanded(ring)])
  return rings.length === 1
    ? { type: 'Polygon', coordinates: rings[0] ?? [] }
    : { type: 'MultiPolygon', coordinates: rings }
}

/** Shifts of the copies of the world, in degrees: an outline reaches into at most two of them. */
const WORLDS = [-360, 0, 360] as const

/** Parts of a closed outline in each copy of the world, shifted into the middle copy. */
function areaRings(ring: Ring): Ring[] {
  return WORLDS.flatMap((shift) => {
    const east = clip(ring, shift - 180, 1)
    const segment = clip(east, shift + 180, -1)
    return segment.length >= 4
      ? [segment.map(([longitudeDeg, latitudeDeg]): Ring[number] => [longitudeDeg - shift, latitudeDeg])]
      : []
  })
}

/** Part of a closed outline on one side of a meridian. */
function clip(ring: Ring, meridian: number, side: 1 | -1): Ring {
  const isIn = ([longitudeDeg]: Ring[number]) => (longitudeDeg - meridian) * side >= 0
  const kept: Ring = []
  for (let at = 1; at < ring.length; at++) {
    const [from, to] = [ring[at - 1], ring[at]]
    if (!from || !to) continue
    if (isIn(from) !== isIn(to)) kept.push(crossing(from, to, meridian))
    if (isIn(to)) kept.push(to)
  }
  return kept[0] ? [...kept, kept[0]] : []
}

function crossing(from: Ring[number], to: Ring[number], meridian: number): Ring[number] {
  const share = (meridian - from[0]) / (to[0] - from[0])
  return [meridian, Number((from[1] + share * (to[1] - from[1])).toFixed(6))]
}

function lineSegments(line: Ring): Ring[] {
  const outlines: Ring[] = []
  let segment: Ring = []
  const worldOf = (longitudeDeg: number) => Math.floor((longitudeDeg + 180) / 360) * 360
  const moved = ([longitudeDeg, latitudeDeg]: Ring[number], world: number): Ring[number] => [
    longitudeDeg - world,
    latitudeDeg,
  ]
  for (const [at, point] of line.entries()) {
    const before = line[at - 1]
    const world = worldOf(point[0])
    if (before && worldOf(before[0]) !== world) {
      const border = Math.max(world, worldOf(before[0])) - 180
      const met = crossing(before, point, border)
      outlines.push([...segment, moved(met, worldOf(before[0]))])
      segment = [moved(met, world)]
    }
    segment.push(moved(point, world))
  }
  return [...outlines, segment]
}

/** Outer rings run counter-clockwise. */
function rightHanded(ring: Ring): Ring {
  let twice = 0
  for (let at = 1; at < ring.length; at++) {
    const [from, to] = [ring[at - 1], ring[at]]
    if (from && to) twice += from[0] * to[1] - to[0] * from[1]
  }
  return twice < 0 ? ring.toReversed() : ring
}

export function toKml(fences: readonly ExchangedFence[]): string {
  const places = toGeoJson(fences).features.map(({ properties, geometry }) => {
    const data = Object.entries(properties ?? {})
      .filter(([name]) => name !== 'name')
      .map(([name, value]) => `<Data name="${name}"><value>${escapeMarkup(String(value))}</value></Data>`)
    const header = `<name>${escapeMarkup(String(properties?.name))}</name><ExtendedData>${data.join('')}</ExtendedData>`
    return `<Placemark>${header}${geometry ? kmlGeometry(geometry) : ''}</Placemark>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document>
${places.join('\n')}
</Document></kml>
`
}

const kmlPoints = (points: number[][]) =>
  `<coordinates>${points.map(([longitudeDeg, latitudeDeg]) => `${longitudeDeg},${latitudeDeg}`).join(' ')}</coordinates>`

function kmlGeometry(geometry: Geometry): string {
  const line = (points: number[][]) => `<LineString>${kmlPoints(points)}</LineString>`
  const area = ([outer = []]: number[][][]) =>
    `<Polygon><outerBoundaryIs><LinearRing>${kmlPoints(outer)}</LinearRing></outerBoundaryIs></Polygon>`
  const many = (outlines: string[]) => `<MultiGeometry>${outlines.join('')}</MultiGeometry>`
  if (geometry.type === 'LineString') return line(geometry.coordinates)
  if (geometry.type === 'MultiLineString') return many(geometry.coordinates.map(line))
  if (geometry.type === 'Polygon') return area(geometry.coordinates)
  if (geometry.type === 'MultiPolygon') return many(geometry.coordinates.map(area))
  return ''
}

/** GPX has no areas: an area is a track that ends where it begins. */
export function toGpx(fences: readonly ExchangedFence[]): string {
  const tracks = fences.map((fence) => {
    const { name, type, coordinates, radius } = fence
    const outline = outlineOf(fence)
    const outlines = type === 'line' ? lineSegments(outline) : areaRings(outline)
    const segments = outlines.map(
      (segment) =>
        `<trkseg>${segment.map(([longitudeDeg, latitudeDeg]) => `<trkpt lat="${latitudeDeg}" lon="${longitudeDeg}"/>`).join('')}</trkseg>`,
    )
    const shape = escapeMarkup(JSON.stringify({ type, coordinates, radius }))
    return `<trk><name>${escapeMarkup(name)}</name><desc>${shape}</desc>${segments.join('')}</trk>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Taffrail" xmlns="http://www.topografix.com/GPX/1/1">
${tracks.join('\n')}
</gpx>
`
}

export interface ReadShapes {
  fences: ExchangedFence[]
  /** Number of things in the file that are no geofence: points, crossed outlines, parts that are too large. */
  refused: number
}

/** Geofences in the file; throws when the file has none of the three formats. */
export async function readShapes(text: string): Promise<ReadShapes> {
  const features = text.trimStart().startsWith('<') ? await readXml(text) : readJson(text)
  const read: ReadShapes = { fences: [], refused: 0 }
  for (const [at, { properties, geometry }] of features.entries()) {
    const own = ownShape(properties?.shape ?? properties?.desc)
    const shapes = own ? [own] : geometry ? shapesIn(geometry) : []
    if (shapes.length === 0) read.refused++
    for (const shape of shapes) {
      const is_harbor = String(properties?.is_harbor) === 'true' && shape.type !== 'line'
      const color = GEOFENCE_COLORS.find((one) => one === properties?.color) ?? 'BLUE'
      const name = nameOf(properties?.name) || `${at + 1}`
      if (geofenceProblem(shape, is_harbor)) read.refused++
      else read.fences.push({ ...shape, name, color, is_harbor })
    }
  }
  return read
}

const LONGEST_NAME = 50
const nameOf = (given: unknown) =>
  (typeof given === 'string' || typeof given === 'number' ? String(given) : '')
    .replaceAll(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME)

function readJson(text: string): Feature[] {
  const read = JSON.parse(text) as { type?: string; features?: Feature[] }
  if (read.type === 'FeatureCollection' && Array.isArray(read.features)) return read.features
  if (read.type === 'Feature') return [read as unknown as Feature]
  return [{ type: 'Feature', properties: {}, geometry: read as unknown as Geometry }]
}

async function readXml(text: string): Promise<Feature[]> {
  const { gpx, kml } = await import('@tmcw/togeojson')
  const xml = new DOMParser().parseFromString(text, 'text/xml')
  const kind = xml.documentElement.localName
  if (kind !== 'gpx' && kind !== 'kml') throw new Error('neither GPX nor KML')
  return (kind === 'gpx' ? gpx(xml) : kml(xml)).features as Feature[]
}

/** Shape as this console exported it: restores a circle, and joins a split shape. */
function ownShape(given: unknown): GeofenceShape | null {
  if (typeof given !== 'string' || !given.startsWith('{')) return null
  try {
    const { type, coordinates, radius } = JSON.parse(given) as GeofenceShape
    const known = type === 'circle' || type === 'line' || type === 'polygon'
    return known && Array.isArray(coordinates) ? { type, coordinates, radius: radius ?? null } : null
  } catch {
    return null
  }
}

function shapesIn(geometry: Geometry): GeofenceShape[] {
  switch (geometry.type) {
    case 'LineString':
      return [lineOrArea(geometry.coordinates)]
    case 'MultiLineString':
      return geometry.coordinates.map(lineOrArea)
    case 'Polygon':
      return [area(geometry.coordinates[0] ?? [])]
    case 'MultiPolygon':
      return geometry.coordinates.map(([outer = []]) => area(outer))
    case 'GeometryCollection':
      return geometry.geometries.flatMap(shapesIn)
    default:
      return []
  }
}

const places = (points: readonly number[][]) =>
  points.map(([east = 0, north = 0]) => ({
    latitudeDeg: Number(north.toFixed(6)),
    longitudeDeg: Number(east.toFixed(6)),
  }))

/** A track that ends where it begins is an area. */
function lineOrArea(points: number[][]): GeofenceShape {
  const [first, last] = [points[0], points.at(-1)]
  const isClosed = points.length >= 4 && first?.[0] === last?.[0] && first?.[1] === last?.[1]
  return isClosed ? area(points) : { type: 'line', coordinates: places(points), radius: null }
}
const area = (ring: number[][]): GeofenceShape => ({
  type: 'polygon',
  coordinates: places(ring.slice(0, -1)),
  radius: null,
})
