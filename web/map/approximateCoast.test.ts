import type { Map as MapLibreMap } from 'maplibre-gl'
import { expect, test } from 'vitest'
import { approximateCoastLayers, widenApproximateCoast } from './approximateCoast.ts'

const layers = approximateCoastLayers({ spacingM: 500, fromZoom: 10 }, '#808080')
/** Metres on the ground of a pixel of the deepest zoom, at a latitude. */
const pixelM = (latitudeDeg: number) =>
  (2 * Math.PI * 6_371_000 * Math.cos((latitudeDeg * Math.PI) / 180)) / (512 * 2 ** 24)

test('veils the coast as wide as the distance between two points of its source, from zoom 10 on', () => {
  const widths = layers.map(({ paint }) => Object(paint)['line-width'].at(-1) * pixelM(0))
  expect(widths).toEqual(widths.toSorted((a, b) => b - a))
  expect(widths[0]).toBeCloseTo(500, 6)
  expect(widths.at(-1)).toBeLessThan(100)
  for (const { paint, minzoom } of layers) {
    expect(minzoom).toBe(9)
    expect(paint?.['line-opacity']).toEqual(['interpolate', ['linear'], ['zoom'], 9, 0, 10, 0.25])
  }
})

test('keeps that width on the ground wherever the map moves', () => {
  const drawn = new Map(layers.map(({ id, paint }) => [id, paint?.['line-width']]))
  let onMove = () => {}
  const view = { lat: 60 }
  const map = {
    getCenter: () => view,
    getStyle: () => ({ layers: [...layers, { id: 'coast', type: 'line' }] }),
    setPaintProperty: (id: string, _name: string, width: never) => drawn.set(id, width),
    on: (_event: string, listener: () => void) => {
      onMove = listener
    },
    off: () => {},
  } as unknown as MapLibreMap
  const widestM = () => Object(drawn.get('approximate-coast-0')).at(-1) * pixelM(view.lat)
  widenApproximateCoast(map)
  expect(widestM()).toBeCloseTo(500, 6)
  view.lat = 10
  onMove()
  expect(widestM()).toBeCloseTo(500, 6)
  expect(drawn.has('coast')).toBe(false)
})
