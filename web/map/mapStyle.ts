import type {
  ExpressionSpecification,
  FillLayerSpecification,
  LayerSpecification,
  LineLayerSpecification,
  RasterLayerSpecification,
  SourceSpecification,
  StyleSpecification,
} from 'maplibre-gl'
import { LEAST_AREA_ZOOM } from '#contract/geodesy/areaZooms.ts'
import type { BasemapIndex, MapSource } from '#contract/wire/basemap.ts'
import type { Chart } from '#contract/wire/chart.ts'
import { here } from '../base.ts'
import type { Tokens } from '../ui/tokens.ts'
import { approximateCoastLayers } from './approximateCoast.ts'
import { coastResolution } from './coastResolution.ts'
import { LAND_SHAPE, PICTURE_FLOORS, PICTURE_SEA } from './landPicture.ts'
import { isNight, isSatellite, type MapLook } from './mapLook.ts'
import { mapColours } from './palette.ts'
import type { ShownChart } from './seaCharts/useShownCharts.ts'

/**
 * Empty layers that separate the floors of the map. Overlays are added below one of them, so the order does not
 * depend on which overlay mounts first.
 */
export const FLOORS = {
  graticule: 'floor-graticule',
  heat: 'floor-heat',
  geofences: 'floor-geofences',
  tracks: 'floor-tracks',
  vessels: 'floor-vessels',
} as const
export const DIM_LAYER = 'dim'

type RasterPaint = RasterLayerSpecification['paint'] & object
type FillPaint = FillLayerSpecification['paint'] & object

interface StyleInput {
  basemap: BasemapIndex | undefined
  look: MapLook
  language: 'en' | 'it' | 'is'
  withSeamarks?: boolean
  /** Charts over the base, the lowest first. */
  charts?: readonly ShownChart[]
  /** Origin of the server; archives are read by absolute address. */
  origin: string
}

/** Style of the whole base map for MapLibre. Without an archive it is open sea, and everything above still works. */
export function mapStyle(input: StyleInput): StyleSpecification {
  const { basemap, look, language, charts = [], origin } = input
  const { map } = mapColours(look)
  const pictures = isNight(look) ? BY_NIGHT : AT_ONCE
  const seamarks = input.withSeamarks ? basemap?.seamarks : null
  const sources: Record<string, SourceSpecification> = {}
  const satellite = isSatellite(look) ? basemap?.satellite : null
  // The built-in picture only colours the land, so it needs a map of the land.
  const picture = satellite && isOfLand(satellite) && !basemap?.vector ? null : satellite
  const withAreas = Boolean(basemap?.areas)
  const landPicture = picture && isOfLand(picture) ? picture : null
  if (picture) sources.picture = toSource(picture, origin)
  if (basemap?.vector) sources.world = toSource(basemap.vector, origin)
  if (seamarks) sources.seamarks = toSource(seamarks, origin)
  if (basemap?.areas) sources.areas = toSource(basemap.areas.source, origin)
  if (basemap?.detail) sources.detail = toSource(basemap.detail, origin)
  for (const chart of charts) sources[`chart-${chart.id}`] = chartSource(chart, origin)

  const layers: LayerSpecification[] = [
    {
      id: 'sea',
      type: 'background',
      paint: { 'background-color': landPicture ? PICTURE_SEA.deep : map.sea },
    },
  ]
  const veil = (colour: string | ExpressionSpecification) =>
    basemap?.vector ? approximateCoastLayers(coastResolution(basemap.vector), colour) : []
  if (landPicture) layers.push(...landPictureLayers(withAreas, pictures, veil(LAND_SHAPE.half)))
  // The drawn land shows where pictures of another source have no tile.
  else if (basemap?.vector) layers.push(...landLayers(map), ...veil(mixed(map.land, map.shore)))
  if (picture && !landPicture)
    layers.push({ id: 'picture', type: 'raster', source: 'picture', paint: pictures })
  if (basemap?.detail?.format === 'raster') {
    layers.push({ id: 'detail', type: 'raster', source: 'detail', paint: pictures })
  }
  layers.push(floor(FLOORS.graticule))
  if (basemap?.vector)
    layers.push(...(landPicture ? [] : [coastLayer(map, basemap.vector, Boolean(picture))]), borderLayer(map))
  if (basemap?.detail?.format === 'vector')
    layers.push(...vectorLayers('detail', basemap.detail.layers, map, 1))
  if (basemap?.areas) layers.push(...(landPicture ? harboursOverPicture() : harbourLayers('areas', 1, map)))
  const harbours = charts.filter(isHarbourMap)
  for (const { id, opacity } of harbours) layers.push(...harbourLayers(`chart-${id}`, opacity, map))
  if (basemap?.vector) layers.push(...nameLayers(picture ? overPicture(map) : map, language))
  for (const source of [...(basemap?.areas ? ['areas'] : []), ...harbours.map(({ id }) => `chart-${id}`)])
    layers.push(...harbourNames(source, picture ? overPicture(map) : map))
  for (const chart of charts) if (!isHarbourMap(chart)) layers.push(...chartLayers(chart, map, pictures))
  if (seamarks) layers.push({ id: 'seamarks', type: 'raster', source: 'seamarks', paint: pictures })
  layers.push(
    { id: DIM_LAYER, type: 'background', paint: { 'background-color': '#04080D', 'background-opacity': 0 } },
    floor(FLOORS.heat),
    floor(FLOORS.geofences),
    floor(FLOORS.tracks),
    floor(FLOORS.vessels),
  )
  return { version: 8, sources, layers }
}

function toSource(source: MapSource, origin: string): SourceSpecification {
  const address = new URL(here(source.url), origin).href
  const where =
    source.kind === 'pmtiles'
      ? { url: `pmtiles://${address}` }
      : { tiles: [decodeURI(address)], minzoom: source.minzoom, maxzoom: source.maxzoom }
  return source.format === 'vector'
    ? { type: 'vector', ...where }
    : { type: 'raster', tileSize: source.tileSize, ...where }
}

/**
 * Turns fading off: MapLibre draws no frame after the end of a fade, so on a slow machine tiles would stay half
 * transparent.
 */
const AT_ONCE: RasterPaint = { 'raster-fade-duration': 0 }
/** Takes colour and half the light from pictures; `nightFilter` then lets their red pass. */
const BY_NIGHT: RasterPaint = { ...AT_ONCE, 'raster-saturation': -1, 'raster-brightness-max': 0.5 }

const floor = (id: string): LayerSpecification => ({
  id,
  type: 'background',
  layout: { visibility: 'none' },
})

function landLayers(map: Tokens['map']): LayerSpecification[] {
  return [
    ...shoreLayers(map, 1, {
      ...{ id: 'shore', source: 'world', 'source-layer': 'coast' },
      filter: ['==', ['get', 'class'], 'sea'],
    }),
    {
      id: 'land',
      type: 'fill',
      source: 'world',
      'source-layer': 'land',
      paint: { 'fill-color': map.land, 'fill-antialias': false },
    },
  ]
}

/** True for the built-in picture, which covers the world only up to this zoom. */
const isOfLand = ({ kind, maxzoom }: MapSource) => kind === 'pmtiles' && maxzoom < 6

/** Layers that `addLandPicture` turns into a picture of land amid a calm sea. */
function landPictureLayers(
  withAreas: boolean,
  pictures: RasterPaint,
  veil: LayerSpecification[],
): LayerSpecification[] {
  const paint = (of: 'land' | 'water') => ({
    'fill-color': LAND_SHAPE[of],
    'fill-opacity': LAND_SHAPE.opacity,
  })
  return [
    { id: 'picture', type: 'raster', source: 'picture', paint: pictures },
    floor(PICTURE_FLOORS.shape),
    {
      ...{ id: 'picture-water', type: 'background' },
      paint: { 'background-color': LAND_SHAPE.water, 'background-opacity': LAND_SHAPE.opacity },
    },
    { id: 'picture-land', type: 'fill', source: 'world', 'source-layer': 'land', paint: paint('land') },
    ...veil,
    ...(withAreas ? shapeOfAreas(paint('land'), paint('water')) : []),
    floor(PICTURE_FLOORS.sea),
  ]
}

/** Inside an area with harbour detail, the area's own land and water apply. */
function shapeOfAreas(land: FillPaint, water: FillPaint): LayerSpecification[] {
  const of = (layer: string) => ({
    ...{ type: 'fill' as const, source: 'areas', 'source-layer': layer, minzoom: HARBOUR_ZOOM },
  })
  return [
    { ...of('water'), id: 'picture-areas-ocean', filter: ['all', isArea, isKind('ocean')], paint: water },
    { ...of('earth'), id: 'picture-areas-land', filter: isArea, paint: land },
    {
      ...of('water'),
      id: 'picture-areas-water',
      filter: ['all', isArea, ['!', isKind('ocean')]],
      paint: water,
    },
  ]
}

/** Leaves out land and water, which the picture already has. */
function harboursOverPicture(): LayerSpecification[] {
  const inPicture = /^areas-(ocean|shore-\d|earth|water|lake-shores|coast)$/
  const colours = { ...mapColours('satellite').map, sea: PICTURE_SEA.shore, coast: PICTURE_SEA.coast }
  return harbourLayers('areas', 1, colours).filter(({ id }) => !inPicture.test(id))
}

/** Line of the coast, down to the zoom from which a soft band replaces it. */
function coastLayer(map: Tokens['map'], vector: MapSource, overPicture: boolean): LayerSpecification {
  const { fromZoom } = coastResolution(vector)
  // The picture shows its own coast until it is enlarged beyond its resolution.
  const stops: [zoom: number, opacity: number][] = overPicture
    ? [
        [4, 0],
        [6, 0.9],
      ]
    : [
        [2, 0.6],
        [5, 1],
      ]
  return {
    ...{ id: 'coast', type: 'line', source: 'world', 'source-layer': 'coast', maxzoom: fromZoom },
    layout: { 'line-join': 'round' },
    paint: {
      'line-color': map.coast,
      'line-width': byZoom([2, 0.4], [6, 0.8], [9, 1]),
      'line-opacity': byZoom(...stops, [fromZoom - 1, stops[1]?.[1] ?? 1], [fromZoom, 0]),
    },
  }
}

/** The colour half-way between two. */
const mixed = (one: string, other: string): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  0.5,
  0,
  one,
  1,
  other,
]

const borderLayer = (map: Tokens['map']): LayerSpecification => ({
  id: 'border',
  type: 'line',
  source: 'world',
  'source-layer': 'border',
  paint: { 'line-color': map.coast, 'line-opacity': 0.55, 'line-width': 0.8, 'line-dasharray': [4, 3] },
})

function chartSource({ format, tiles, bounds, minzoom, maxzoom, tile_size }: Chart, origin: string) {
  const address = decodeURI(new URL(here(tiles), origin).href)
  const where = { tiles: [address], minzoom, maxzoom, ...(bounds ? { bounds } : {}) }
  return format === 'vector'
    ? { type: 'vector' as const, ...where }
    : { type: 'raster' as const, tileSize: tile_size, ...where }
}

/** OpenStreetMap in harbour detail, as Protomaps cuts it, in the colours of our base map and without its names. */
export const isHarbourMap = ({ format, layers }: Pick<Chart, 'format' | 'layers'>): boolean =>
  format === 'vector' && ['earth', 'water', 'roads', 'buildings'].every((name) => layers.includes(name))

/**
 * Minimum zoom of area tiles. At lower zooms the built-in world is as good, and area tiles would end inside the view.
 */
const HARBOUR_ZOOM = LEAST_AREA_ZOOM
const isArea: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon']
const isKind = (...kinds: string[]): ExpressionSpecification => ['in', ['get', 'kind'], ['literal', kinds]]
/** Piers are areas in the layer of land use and lines in the layer of roads; berths are the lines that branch off. */
const isPier: ExpressionSpecification = [
  'any',
  ['==', ['get', 'kind'], 'pier'],
  ['==', ['get', 'kind_detail'], 'pier'],
]
const isTunnel: ExpressionSpecification = ['has', 'is_tunnel']
const ROUND = { 'line-join': 'round', 'line-cap': 'round' } as const

/** Layers of the Protomaps schema, version 4: https://docs.protomaps.com/basemaps/layers. */
function harbourLayers(source: string, opacity: number, map: Tokens['map']): LayerSpecification[] {
  const of = (layer: string, name = layer) => ({
    ...{ id: `${source}-${name}`, source, 'source-layer': layer },
    minzoom: HARBOUR_ZOOM,
  })
  const road = (name: string, filter: ExpressionSpecification, minzoom: number, width: number[]) =>
    ({
      ...{ ...of('roads', name), type: 'line', layout: ROUND, minzoom },
      filter: ['all', filter, ['!', isPier], ['!', isTunnel]],
      paint: {
        'line-color': map.coast,
        'line-width': byZoom(
          [9, (width[0] ?? 0) / 2],
          [12, width[0] ?? 0],
          [15, width[1] ?? 0],
          [18, width[2] ?? 0],
        ),
        'line-opacity': 0.5 * opacity,
      },
    }) satisfies LayerSpecification
  return [
    {
      ...of('water', 'ocean'),
      type: 'fill',
      filter: ['all', isArea, isKind('ocean')],
      paint: { 'fill-color': map.sea, 'fill-opacity': opacity },
    },
    // The other half of each line lies below the land.
    ...shoreLayers(map, opacity, { ...of('earth', 'shore'), filter: isArea }),
    {
      ...of('earth'),
      type: 'fill',
      filter: isArea,
      paint: { 'fill-color': map.land, 'fill-opacity': opacity },
    },
    {
      ...of('water'),
      type: 'fill',
      filter: ['all', isArea, ['!', isKind('ocean')]],
      paint: { 'fill-color': map.sea, 'fill-opacity': opacity },
    },
    {
      ...{ ...of('water', 'rivers'), type: 'line', layout: ROUND },
      filter: ['all', ['==', ['geometry-type'], 'LineString'], isKind('river', 'stream', 'canal')],
      paint: {
        'line-color': map.sea,
        'line-width': byZoom([9, 0.5], [13, 1.5], [18, 8]),
        'line-opacity': opacity,
      },
    },
    {
      ...{ ...of('water', 'lake-shores'), type: 'line', layout: ROUND },
      filter: ['all', isArea, ['!', isKind('ocean', 'swimming_pool', 'fountain')]],
      paint: { 'line-color': map.coast, 'line-width': 0.8, 'line-opacity': 0.6 * opacity },
    },
    {
      ...{ ...of('earth', 'coast'), type: 'line', filter: isArea, layout: ROUND },
      paint: { 'line-color': map.coast, 'line-opacity': opacity },
    },
    {
      ...{ ...of('landuse', 'pier-areas'), type: 'fill', filter: ['all', isArea, isPier] },
      paint: { 'fill-color': map.land, 'fill-outline-color': map.coast, 'fill-opacity': opacity },
    },
    {
      ...{ ...of('roads', 'pier-edges'), type: 'line', filter: isPier, layout: ROUND },
      paint: {
        'line-color': map.coast,
        'line-width': byZoom([12, 1.5], [16, 6], [18, 12]),
        'line-opacity': opacity,
      },
    },
    {
      ...{ ...of('roads', 'piers'), type: 'line', filter: isPier, layout: ROUND },
      paint: {
        'line-color': map.land,
        'line-width': byZoom([12, 0.5], [16, 4.5], [18, 10]),
        'line-opacity': opacity,
      },
    },
    {
      ...{ ...of('buildings'), type: 'fill', filter: isArea, minzoom: 13 },
      paint: { 'fill-color': map.coast, 'fill-opacity': 0.3 * opacity },
    },
    road('paths', isKind('path', 'other'), 14, [0.4, 0.7, 2]),
    road('streets', isKind('minor_road'), 12, [0.4, 1.4, 6]),
    road('roads', isKind('major_road'), 10, [1, 2.4, 9]),
    road('highways', isKind('highway'), HARBOUR_ZOOM, [1.6, 3.4, 11]),
    {
      ...{
        ...of('roads', 'rails'),
        type: 'line',
        filter: ['all', isKind('rail'), ['!', isTunnel]],
        minzoom: 12,
      },
      paint: {
        'line-color': map.coast,
        'line-width': byZoom([12, 0.8], [18, 3]),
        'line-dasharray': [3, 1.5],
        'line-opacity': 0.6 * opacity,
      },
    },
    {
      ...{ ...of('roads', 'ferries'), type: 'line', filter: isKind('ferry'), minzoom: 10 },
      paint: {
        'line-color': map.water,
        'line-width': byZoom([10, 0.8], [16, 1.4]),
        'line-dasharray': [5, 4],
        'line-opacity': 0.7 * opacity,
      },
    },
  ]
}

/** Names in a harbour that the built-in world does not have. */
function harbourNames(source: string, map: Tokens['map']): LayerSpecification[] {
  const name: LayerSpecification = {
    ...{ id: `${source}-names`, type: 'symbol', source, 'source-layer': 'pois', minzoom: 13 },
    filter: isKind('marina', 'ferry_terminal', 'harbour', 'harbourmaster'),
    layout: {
      ...{ 'text-field': ['get', 'name'], 'text-font': FONTS.medium, 'text-size': 11 },
      ...{ 'text-max-width': 8, 'text-padding': 6 },
    },
    paint: { 'text-color': map.water, 'text-halo-color': map.sea, 'text-halo-width': 1.4 },
  }
  return [
    {
      ...name,
      ...{ id: `${source}-quarters`, 'source-layer': 'places' },
      filter: isKind('neighbourhood', 'macrohood'),
      layout: { ...name.layout, 'text-font': FONTS.regular },
      paint: { 'text-color': map.placeSmall, 'text-halo-color': map.landHalo, 'text-halo-width': 1.4 },
    } as LayerSpecification,
    name,
  ]
}

/** A chart has its own names, so it covers those of the base. */
function chartLayers(
  { id, format, layers, opacity }: ShownChart,
  map: Tokens['map'],
  pictures: RasterPaint,
): LayerSpecification[] {
  const source = `chart-${id}`
  return format === 'vector'
    ? vectorLayers(source, layers, map, opacity)
    : [{ id: source, type: 'raster', source, paint: { 'raster-opacity': opacity, ...pictures } }]
}

/** Depth areas and dredged areas of electronic charts, as programs that convert S-57 name them. */
const DEPTH_AREAS = /^(depare|drgare)$/i
/** Shallowest depth of an area, m, by the attribute of S-57; null where it has none. */
const DEPTH_M: ExpressionSpecification = ['coalesce', ['get', 'DRVAL1'], ['get', 'drval1']]
/** Strength of the tint up to the first depth, and from each depth on: the shallower, the stronger, as on a paper chart. */
const DEPTH_TINTS = [0.55, 0, 0.45, 2, 0.36, 5, 0.28, 10, 0.2, 20, 0.12, 50, 0.05]

const depthTint = (opacity: number) =>
  [
    'case',
    ['==', DEPTH_M, null],
    0,
    ['*', opacity, ['step', ['to-number', DEPTH_M], ...DEPTH_TINTS]],
  ] as unknown as ExpressionSpecification

/**
 * Vector charts of users have no style: areas are drawn as a tint, by their depth where they have one, lines as coast and
 * points as dots.
 */
function vectorLayers(
  source: string,
  names: readonly string[],
  map: Tokens['map'],
  opacity: number,
): LayerSpecification[] {
  return names.flatMap((name): LayerSpecification[] => {
    const of = { source, 'source-layer': name }
    return [
      {
        ...{ id: `${source}-${name}-areas`, type: 'fill', ...of },
        filter: ['==', ['geometry-type'], 'Polygon'],
        paint: DEPTH_AREAS.test(name)
          ? { 'fill-color': map.water, 'fill-opacity': depthTint(opacity) }
          : { 'fill-color': map.coast, 'fill-opacity': 0.12 * opacity },
      },
      {
        ...{ id: `${source}-${name}-lines`, type: 'line', ...of },
        filter: ['!=', ['geometry-type'], 'Point'],
        paint: { 'line-color': map.coast, 'line-width': 1, 'line-opacity': opacity },
      },
      {
        ...{ id: `${source}-${name}-points`, type: 'circle', ...of },
        filter: ['==', ['geometry-type'], 'Point'],
        paint: { 'circle-color': map.coast, 'circle-radius': 2.5, 'circle-opacity': opacity },
      },
    ]
  })
}

/** Names over a picture need the strongest contrast, because a picture has every colour. */
const overPicture = (map: Tokens['map']): Tokens['map'] => ({
  ...map,
  water: map.ink2,
  place: map.ink,
  placeSmall: map.ink,
  landHalo: map.sea,
})

/** Font stacks name the weight first, where MapLibre reads it, and then the console's font. */
export const FONTS = {
  regular: ['Inter Normal', 'Inter Variable'],
  medium: ['Inter Medium', 'Inter Variable'],
  semibold: ['Inter Semibold', 'Inter Variable'],
}

function nameLayers(map: Tokens['map'], language: StyleInput['language']): LayerSpecification[] {
  const name: ExpressionSpecification = ['coalesce', ['get', `name_${language}`], ['get', 'name']]
  const isDue: ExpressionSpecification = ['>=', ['zoom'], ['get', 'minzoom']]
  const small: ExpressionSpecification = ['match', ['get', 'class'], ['village'], true, false]
  const halo = { 'text-halo-color': map.landHalo, 'text-halo-width': 1.4 }
  return [
    {
      id: 'water-names',
      type: 'symbol',
      source: 'world',
      'source-layer': 'water',
      filter: isDue,
      layout: {
        'text-field': ['upcase', name],
        'text-font': FONTS.regular,
        'text-size': ['match', ['get', 'class'], 'ocean', 13, 'sea', 12, 11.5],
        'text-letter-spacing': 0.14,
        'text-max-width': 9,
        'text-padding': 8,
      },
      paint: { 'text-color': map.water, 'text-halo-color': map.sea, 'text-halo-width': 1 },
    },
    {
      id: 'place-names',
      type: 'symbol',
      source: 'world',
      'source-layer': 'place',
      filter: isDue,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': [
          'match',
          ['get', 'class'],
          ['capital', 'city'],
          ['literal', FONTS.semibold],
          ['village'],
          ['literal', FONTS.regular],
          ['literal', FONTS.medium],
        ],
        'text-size': ['match', ['get', 'class'], ['capital', 'city'], 14, ['village'], 11, 12],
        // Places the name beside its place when a boat lies there.
        'text-variable-anchor': ['center', 'left', 'right', 'top', 'bottom'],
        'text-radial-offset': 1.5,
        'text-justify': 'auto',
        'text-max-width': 8,
        'text-padding': 6,
        'symbol-sort-key': ['get', 'rank'],
      },
      paint: { 'text-color': ['case', small, map.placeSmall, map.place], ...halo },
    },
    {
      id: 'country-names',
      type: 'symbol',
      source: 'world',
      'source-layer': 'country',
      maxzoom: 7,
      filter: isDue,
      layout: {
        'text-field': name,
        'text-font': FONTS.semibold,
        'text-size': byZoom([2, 11], [6, 14]),
        'text-max-width': 7,
        'text-padding': 6,
      },
      paint: { 'text-color': map.placeSmall, ...halo },
    },
  ]
}

const byZoom = (...stops: [zoom: number, value: number][]): ExpressionSpecification =>
  ['interpolate', ['linear'], ['zoom'], ...stops.flat()] as unknown as ExpressionSpecification

/** Lightness of each step of the water along a shore, from the open sea inwards; the shore itself is 1. */
const SHORE_STEPS = [0.2, 0.4, 0.6, 0.8, 1]

/**
 * Water along a shore, which becomes lighter towards the shore in steps. Each step is a line with both halves; one
 * blurred line would tear at the corners of a coast.
 */
function shoreLayers(
  map: Tokens['map'],
  opacity: number,
  of: Pick<LineLayerSpecification, 'id' | 'source' | 'source-layer' | 'filter' | 'minzoom'>,
): LineLayerSpecification[] {
  return SHORE_STEPS.map((light, step) => {
    const width = (px: number) => px * (1 - step / SHORE_STEPS.length)
    return {
      ...{ ...of, id: `${of.id}-${step}`, type: 'line', layout: ROUND },
      paint: {
        'line-color': ['interpolate', ['linear'], light, 0, map.sea, 1, map.shore],
        'line-width': byZoom([3, width(2)], [6, width(12)], [8, width(34)], [10, width(50)], [13, width(64)]),
        'line-opacity': opacity,
      },
    }
  })
}
