import type { AddLayerObject, GeoJSONSource, Map as MapLibreMap, SymbolLayerSpecification } from 'maplibre-gl'
import { expect, test } from 'vitest'
import { mercatorX, mercatorY, worldPx } from '#contract/geodesy/mercator.ts'
import { vessel } from '../testing/vesselCase.ts'
import { FLOORS, mapStyle } from './mapStyle.ts'
import { createVesselBuffer } from './vesselBuffer.ts'
import { createVesselClearance } from './vesselClearance.ts'
import { createVesselGroups } from './vesselGroups.ts'

const ZOOM = 10
const view = {
  ...{ centreX: mercatorX(10), centreY: mercatorY(64), scale: worldPx(ZOOM), zoom: ZOOM },
  ...{ width: 1000, height: 800 },
}
type ShownMark = { geometry: { coordinates: number[] }; properties: { words: string; anchor: string } }

/** Map interface that the code under test uses, without drawing. */
function onMap(more: readonly [id: string, longitudeDeg: number][] = []) {
  const layers: { layer: AddLayerObject; below: string | undefined }[] = []
  let shown: ShownMark[] = []
  const source = { setData: ({ features }: { features: ShownMark[] }) => (shown = features) }
  const map = {
    addImage: () => {},
    addSource: () => {},
    addLayer: (layer: AddLayerObject, below?: string) => layers.push({ layer, below }),
    getSource: () => source as unknown as GeoJSONSource,
  } as unknown as MapLibreMap
  const vessels = createVesselBuffer()
  const fleet = [['a', 10], ['b', 10.1], ['far', 40], ...more] as const
  for (const [id, longitudeDeg] of fleet) vessels.put(vessel(id, longitudeDeg), 0, false)
  const groups = createVesselGroups(vessels)
  groups.update(ZOOM, -1)
  const clearance = createVesselClearance(map, vessels, groups)
  clearance.add()
  return { clearance, layers, shown: () => shown }
}

test("reserves the space of each mark in view and of its label, on the label's side", () => {
  const { clearance, shown } = onMap()
  clearance.update(
    view,
    (id) => ({ words: `${id} 20 kn`, side: id === 'a' ? 'left' : 'right', gapPx: 13 }),
    0,
  )
  const round = ({ geometry, properties: { words, anchor } }: ShownMark) => [
    ...geometry.coordinates.map((degrees) => Math.round(degrees * 1000) / 1000),
    words,
    anchor,
  ]
  expect(shown().map(round)).toEqual([
    [10, 64, 'a 20 kn', 'right'],
    [10.1, 64, 'b 20 kn', 'left'],
  ])
})

test('reserves the space of marks in one place once, and of each label', () => {
  const label = { words: 'label', side: 'right' as const, gapPx: 13 }
  for (const [labelled, held] of [
    [[], 2],
    [['a', 'upon a'], 3],
  ] as const) {
    const { clearance, shown } = onMap([['upon a', 10.0001]])
    clearance.update(view, (id) => (labelled.some((one) => one === id) ? label : undefined), 0)
    expect(shown()).toHaveLength(held)
  }
})

test('lays place names below the space of vessels, so that names give way', () => {
  const { layers } = onMap()
  const [own] = layers as { layer: SymbolLayerSpecification; below: string | undefined }[]
  expect(own?.below).toBe(FLOORS.vessels)
  expect(own?.layer.layout).toMatchObject({ 'icon-allow-overlap': true, 'text-allow-overlap': true })
  for (const which of ['icon-ignore-placement', 'text-ignore-placement'] as const)
    expect(own?.layer.layout?.[which]).toBeUndefined()

  const vector = { kind: 'tiles', url: '/world', format: 'vector', minzoom: 0, maxzoom: 6 } as never
  const style = mapStyle({
    basemap: { vector, satellite: null, detail: null, seamarks: null } as never,
    ...{ look: 'dark', language: 'en', origin: 'http://localhost' },
  })
  const floor = style.layers.findIndex(({ id }) => id === FLOORS.vessels)
  const names = style.layers.filter((layer) => layer.type === 'symbol')
  expect(names.length).toBeGreaterThan(2)
  for (const name of names) {
    expect(style.layers.indexOf(name), name.id).toBeLessThan(floor)
    for (const rude of ['text-allow-overlap', 'text-overlap', 'icon-allow-overlap'] as const)
      expect(name.layout?.[rude], `${name.id} ${rude}`).toBeUndefined()
  }
})
