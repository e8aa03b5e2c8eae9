import type { SymbolLayerSpecification } from 'maplibre-gl'
import { expect, test } from 'vitest'
import type { BasemapIndex, MapSource } from '#contract/wire/basemap.ts'
import { mapStyle } from './mapStyle.ts'
import type { ShownChart } from './seaCharts/useShownCharts.ts'

const world: MapSource = {
  ...{ kind: 'pmtiles', url: '/basemap/fine.pmtiles', format: 'vector', minzoom: 0, maxzoom: 8 },
  ...{ tileSize: 512, layers: [], attribution: '' },
}
const basemap = { ready: true, vector: world, satellite: null, detail: null, areas: null, seamarks: null }
const chart = (id: string, more: Partial<ShownChart> = {}): ShownChart => ({
  ...{ id, name: id, format: 'raster', tiles: `/api/charts/${id}/1/{z}/{x}/{y}`, bounds: null },
  ...{ minzoom: 0, maxzoom: 14, tile_size: 256, layers: [], attribution: '', is_stopped: false },
  ...{ origin: 'server', bytes: 1, opacity: 0.5, ...more },
})
const styleWith = (...charts: ShownChart[]) =>
  mapStyle({ basemap, look: 'dark', language: 'en', charts, origin: 'https://boats.example' })
const orderOf = (...charts: ShownChart[]) => styleWith(...charts).layers.map(({ id }) => id)

test('draws charts in their order above the names of the base, and an area in harbour detail below those names', () => {
  const layers = ['earth', 'water', 'roads', 'buildings', 'landuse']
  const order = orderOf(chart('low'), chart('area', { format: 'vector', layers }), chart('high'))
  const at = (id: string) => order.indexOf(id)
  expect(at('land')).toBeLessThan(at('chart-area-ocean'))
  // The lighter band of a shore lies on the sea, and its half on land beneath the land.
  expect(at('chart-area-ocean')).toBeLessThan(at('chart-area-shore-0'))
  expect(at('chart-area-shore-4')).toBeLessThan(at('chart-area-earth'))
  expect(at('chart-area-earth')).toBeLessThan(at('chart-area-water'))
  expect(at('chart-area-water')).toBeLessThan(at('chart-area-piers'))
  expect(at('chart-area-buildings')).toBeLessThan(at('place-names'))
  expect(at('country-names')).toBeLessThan(at('chart-low'))
  expect(at('chart-low')).toBeLessThan(at('chart-high'))
  expect(at('chart-high')).toBeLessThan(at('dim'))
})

test('shades the depth areas of a vector chart by their depth, and leaves those without one unshaded', () => {
  const layers = ['DEPARE', 'LNDARE']
  const style = styleWith(chart('enc', { format: 'vector', layers, opacity: 1 }))
  const opacityOf = (id: string) => Object(style.layers.find((one) => one.id === id)?.paint)['fill-opacity']
  expect(opacityOf('chart-enc-LNDARE-areas')).toBe(0.12)
  const depth = ['coalesce', ['get', 'DRVAL1'], ['get', 'drval1']]
  const tints = [0.55, 0, 0.45, 2, 0.36, 5, 0.28, 10, 0.2, 20, 0.12, 50, 0.05]
  expect(opacityOf('chart-enc-DEPARE-areas')).toEqual([
    ...['case', ['==', depth, null], 0],
    ['*', 1, ['step', ['to-number', depth], ...tints]],
  ])
})

test('lightens the water towards a shore in steps, the lightest step being the narrowest', () => {
  const steps = styleWith().layers.filter(({ id }) => id.startsWith('shore-'))
  const widths = steps.map(({ paint }) => Object(paint)['line-width'].at(-1))
  expect(widths).toEqual(widths.toSorted((a, b) => b - a))
  expect(widths[0]).toBe(64)
  const lights = steps.map(({ paint }) => Object(paint)['line-color'][2])
  expect(lights).toEqual(lights.toSorted((a, b) => a - b))
  expect(lights.at(-1)).toBe(1)
})

test('veils the built-in coast below every better map, and draws its line no deeper than that', () => {
  const detail = { ...world, url: '/harbour.pmtiles', layers: ['coast'] }
  const { layers } = mapStyle({
    basemap: { ...basemap, detail },
    look: 'light',
    language: 'en',
    origin: 'https://boats.example',
  })
  const order = layers.map(({ id }) => id)
  expect(order.indexOf('land')).toBeLessThan(order.indexOf('approximate-coast-0'))
  expect(order.indexOf('approximate-coast-7')).toBeLessThan(order.indexOf('detail-coast-areas'))
  expect(layers.find(({ id }) => id === 'coast')?.maxzoom).toBe(10)
})

test('centres the name of a town on its place, or beside it when a boat lies there', () => {
  const names = styleWith().layers.find(({ id }) => id === 'place-names')
  const { layout = {} } = names as SymbolLayerSpecification
  expect(layout['text-variable-anchor']).toEqual(['center', 'left', 'right', 'top', 'bottom'])
  // The offset clears a mark at the same place, which reaches half of its 26 pixels.
  expect(Number(layout['text-radial-offset']) * 11 - Number(layout['text-padding'])).toBeGreaterThan(10)
})

test('requests a chart within its bounds and zooms, and draws it with the chosen opacity', () => {
  const bounds: ShownChart['bounds'] = [-24, 63, -21, 65]
  const { sources, layers } = styleWith(chart('a', { bounds, minzoom: 8, maxzoom: 12 }))
  expect(sources['chart-a']).toEqual({
    ...{ type: 'raster', tileSize: 256, bounds, minzoom: 8, maxzoom: 12 },
    tiles: ['https://boats.example/api/charts/a/1/{z}/{x}/{y}'],
  })
  expect(layers.find(({ id }) => id === 'chart-a')).toMatchObject({ paint: { 'raster-opacity': 0.5 } })
})

test('draws pictures and charts without a fade', () => {
  const seamarks = { ...world, format: 'raster' as const }
  const { layers } = mapStyle({
    basemap: { ...basemap, satellite: { ...seamarks, maxzoom: 14 }, detail: seamarks, seamarks },
    ...{ look: 'satellite', language: 'en', origin: 'https://boats.example', withSeamarks: true },
    charts: [chart('a')],
  })
  const rasters = layers.filter(({ type }) => type === 'raster')
  expect(rasters.map(({ id }) => id)).toEqual(['picture', 'detail', 'chart-a', 'seamarks'])
  for (const { paint } of rasters) expect(paint).toMatchObject({ 'raster-fade-duration': 0 })
})

test('takes colour and half the light from pictures and charts by night, and from no other look', () => {
  const seamarks = { ...world, format: 'raster' as const }
  const rastersOf = (look: 'satellite' | 'nightSatellite') =>
    mapStyle({
      basemap: { ...basemap, satellite: { ...seamarks, maxzoom: 14 }, detail: seamarks, seamarks },
      ...{ look, language: 'en', origin: 'https://boats.example', withSeamarks: true },
      charts: [chart('a')],
    }).layers.filter(({ type }) => type === 'raster')
  const night = rastersOf('nightSatellite')
  expect(night.map(({ id }) => id)).toEqual(['picture', 'detail', 'chart-a', 'seamarks'])
  for (const { paint } of night)
    expect(paint).toMatchObject({ 'raster-saturation': -1, 'raster-brightness-max': 0.5 })
  for (const { paint } of rastersOf('satellite')) expect(paint).not.toHaveProperty('raster-saturation')
})

test('draws a vector chart with unknown layers', () => {
  const order = orderOf(chart('v', { format: 'vector', layers: ['depare', 'soundg'] }))
  expect(order.filter((id) => id.startsWith('chart-v'))).toHaveLength(6)
})

const picture: MapSource = {
  ...{ kind: 'pmtiles', url: '/basemap/satellite.pmtiles', format: 'raster', minzoom: 0, maxzoom: 4 },
  ...{ tileSize: 512, layers: [], attribution: '' },
}
const satelliteWith = (more: Partial<BasemapIndex>) =>
  mapStyle({
    basemap: { ...basemap, satellite: picture, ...more },
    ...{ look: 'satellite', language: 'en', origin: 'https://boats.example' },
  })

const VEIL = Array.from({ length: 8 }, (_, step) => `approximate-coast-${step}`)

test('draws the built-in picture below the shape of its land, with the sea last', () => {
  const { layers } = satelliteWith({})
  const order = layers.map(({ id }) => id)
  expect(order.slice(0, order.indexOf('floor-picture-sea') + 1)).toEqual([
    ...[
      'sea',
      'picture',
      'floor-picture-shape',
      'picture-water',
      'picture-land',
      ...VEIL,
      'floor-picture-sea',
    ],
  ])
  for (const { id, paint } of layers.filter(({ id }) => /^picture-/.test(id)))
    for (const [name, value] of Object.entries(paint ?? {}))
      if (name.endsWith('-opacity')) expect({ id, opaque: value === 1 }).toEqual({ id, opaque: false })
})

test('veils the shape of the land of the built-in picture, and not that of an area in harbour detail', () => {
  const areas = { source: { ...world, url: '/areas.pmtiles' }, bounds: [] }
  const order = satelliteWith({ areas }).layers.map(({ id }) => id)
  expect(order.indexOf('picture-land')).toBeLessThan(order.indexOf('approximate-coast-0'))
  expect(order.indexOf('approximate-coast-7')).toBeLessThan(order.indexOf('picture-areas-ocean'))
  expect(order.indexOf('picture-areas-water')).toBeLessThan(order.indexOf('floor-picture-sea'))
})

test('draws the land of the world below pictures of another source, which may lack tiles', () => {
  const order = satelliteWith({ satellite: { ...picture, maxzoom: 14 } }).layers.map(({ id }) => id)
  expect(order.indexOf('approximate-coast-7')).toBeLessThan(order.indexOf('picture'))
  expect(order.indexOf('land')).toBeGreaterThan(-1)
  expect(order.indexOf('picture')).toBeLessThan(order.indexOf('coast'))
})

test('cuts water and land of an area from the picture, and draws them in no other layer', () => {
  const bounds: [number, number, number, number] = [-22, 64, -21, 65]
  const { layers } = satelliteWith({
    areas: { source: { ...picture, kind: 'tiles', format: 'vector' }, bounds: [bounds] },
  })
  const order = layers.map(({ id }) => id)
  const from = order.indexOf('picture-land') + 1
  expect(order.slice(from, order.indexOf('floor-picture-sea'))).toEqual([
    ...VEIL,
    ...['picture-areas-ocean', 'picture-areas-land', 'picture-areas-water'],
  ])
  expect(order.indexOf('areas-piers')).toBeGreaterThan(order.indexOf('floor-picture-sea'))
  for (const name of ['ocean', 'shore-0', 'earth', 'water', 'coast'])
    expect(order).not.toContain(`areas-${name}`)
})

test('hides the built-in picture without a coast, and shows an external picture whole', () => {
  expect(satelliteWith({ vector: null }).layers.map(({ id }) => id)).not.toContain('picture')
  const real = {
    ...picture,
    kind: 'tiles' as const,
    url: 'https://pictures.example/{z}/{x}/{y}',
    maxzoom: 14,
  }
  const order = satelliteWith({ satellite: real }).layers.map(({ id }) => id)
  expect(order).toContain('picture')
  expect(order.filter((id) => /^floor-picture|^picture-/.test(id))).toEqual([])
})
