import type { Map as MapLibreMap } from 'maplibre-gl'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { vessel } from '#web/testing/vesselCase.ts'
import { createVesselLayer } from './drawVessels.ts'
import { PICTURE_MARGIN_PX } from './keptPicture.ts'
import { createVesselBuffer } from './vesselBuffer.ts'
import { createVesselGroups } from './vesselGroups.ts'

const colours = {
  fill: '#5AA2FF',
  edge: '#04101C',
  absentFill: '#0A1521',
  absentEdge: '#A9BACB',
  selected: '#38C6E0',
}
const ZOOM = 6
const LON_PER_PX = 360 / (512 * 2 ** ZOOM)

/** Counts the vertices of each drawing on a WebGL context that draws nothing. */
const drawn: number[] = []
let nowMs = 0
let selected = -1
beforeEach(() => {
  drawn.length = 0
  nowMs = 0
  selected = -1
  vi.stubGlobal('document', { createElement: () => ({ getContext: () => null }) })
})
afterEach(() => vi.unstubAllGlobals())

/** A map with this many separate vessels, drawn with its middle this many pixels to the east. */
function onMap(count: number) {
  const centre = { lng: 10, lat: 60 }
  const map = {
    getCenter: () => centre,
    getZoom: () => ZOOM,
    getCanvas: () => ({ clientWidth: 1000, clientHeight: 800 }),
  } as unknown as MapLibreMap
  const gl = new Proxy({ drawingBufferWidth: 1000, drawingBufferHeight: 800 } as Record<string, unknown>, {
    get: (own, name: string) => {
      if (name === 'drawArrays')
        return (_mode: number, _from: number, vertices: number) => drawn.push(vertices)
      return name in own ? own[name] : /^[A-Z]/.test(name) ? 0 : () => ({})
    },
  }) as unknown as WebGL2RenderingContext
  const vessels = createVesselBuffer()
  for (let i = 0; i < count; i++) vessels.put(vessel(String(i), (i % 60) - 30), nowMs, false)
  const groups = createVesselGroups(vessels)
  const layer = createVesselLayer({ vessels, groups, colours, selected: () => selected, nowMs: () => nowMs })
  layer.onAdd?.(map, gl)
  const frame = (eastPx = 0) => {
    centre.lng = 10 + eastPx * LON_PER_PX
    drawn.length = 0
    const input = {} as Parameters<typeof layer.render>[1]
    layer.prerender?.(gl, input)
    layer.render(gl, input)
    return [...drawn]
  }
  return { vessels, frame }
}

const SHOWN = 3
const all = (count: number) => [6 * count, 6 * count]

test('draws a large fleet once, and shows it as a picture while the user drags the map', () => {
  const { frame } = onMap(2500)
  expect(frame()).toEqual([...all(2500), SHOWN])
  expect(frame(40)).toEqual([SHOWN])
  expect(frame(-PICTURE_MARGIN_PX)).toEqual([SHOWN])
  expect(frame(-PICTURE_MARGIN_PX - 1)).toEqual([...all(2500), SHOWN])
  expect(frame(-PICTURE_MARGIN_PX - 100)).toEqual([SHOWN])
})

test('draws the picture again for news, for another selection and for gliding boats', () => {
  const { vessels, frame } = onMap(2500)
  frame()
  vessels.put({ ...vessel('7', 3), latitudeDeg: 62 }, nowMs, false)
  expect(frame()).toEqual([...all(2500), SHOWN])
  vessels.fade(() => 0.5)
  expect(frame()).toEqual([...all(2500), SHOWN])
  selected = 3
  expect(frame()).toEqual([...all(2500), 6 * 2500, SHOWN])
  expect(frame()).toEqual([SHOWN])
  vessels.remove('2499')
  expect(frame()).toEqual([...all(2499), 6 * 2499, SHOWN])

  nowMs = 1500
  vessels.put({ ...vessel('7', 3.001), latitudeDeg: 62 }, nowMs, true)
  frame()
  nowMs += 500
  expect(frame()).toEqual([SHOWN])
  nowMs += 600
  expect(frame()).toEqual([...all(2499), 6 * 2499, SHOWN])
})

test('draws a small fleet in each frame', () => {
  const { vessels, frame } = onMap(50)
  expect(frame()).toEqual(all(50))
  expect(frame(40)).toEqual(all(50))
  for (let i = 50; i < 2500; i++) vessels.put(vessel(String(i), 5), nowMs, false)
  expect(frame()).toEqual([...all(2500), SHOWN])
  for (let i = 50; i < 2500; i++) vessels.remove(String(i))
  expect(frame()).toEqual(all(50))
})
