import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl'
import { latitudeAt, longitudeAt } from '#contract/geodesy/mercator.ts'
import { FLOORS, FONTS } from './mapStyle.ts'
import type { VesselBuffer } from './vesselBuffer.ts'
import type { VesselGroups } from './vesselGroups.ts'
import { screenX, screenY, type Viewport } from './viewport.ts'

const NAME = 'vessel-clearance'
const MARK_PX = { width: 26, height: 24 }
const LABEL_PX = 13
/**
 * Shortest interval between two layouts of place names, ms, and the least movement of a mark that requires one, CSS
 * pixels.
 */
const EVERY_MS = 2000
const MOVED_PX = 8
/** Most marks that reserve space: beyond this number no names fit, and the layout takes as long as drawing the map. */
const MOST_MARKS = 400
/** Marks nearer than this share one reserved space, CSS pixels. */
const SAME_PX = 12
const MARGIN_PX = 60

interface Label {
  words: string
  side: 'left' | 'right'
  gapPx: number
}

/**
 * Keeps place names clear of vessels and their labels. MapLibre lays out symbols of upper layers first, so an
 * invisible symbol on each mark makes the names below give way. Added and removed with a style.
 */
export function createVesselClearance(map: MapLibreMap, vessels: VesselBuffer, groups: VesselGroups) {
  let shownAtMs = Number.NEGATIVE_INFINITY
  let shownSum = Number.NaN

  /** Rounded positions of the marks in view, so that views without a visible difference are equal. */
  function marksIn(view: Viewport, hasLabel: (index: number) => boolean, nowMs: number) {
    const marks: number[] = []
    const covered = new Set<number>()
    let sum = Math.round(view.zoom * 4)
    for (let index = 0; index < vessels.count() && marks.length < MOST_MARKS; index++) {
      if (groups.leaderOf(index) !== index) continue
      const x = screenX(view, vessels.xAt(index, nowMs))
      const y = screenY(view, vessels.yAt(index, nowMs))
      if (x < -MARGIN_PX || y < -MARGIN_PX) continue
      if (x > view.width + MARGIN_PX || y > view.height + MARGIN_PX) continue
      const square = Math.floor(x / SAME_PX) * 65_536 + Math.floor(y / SAME_PX)
      if (covered.has(square) && !hasLabel(index)) continue
      covered.add(square)
      marks.push(index)
      const column = Math.round((vessels.xAt(index, nowMs) * view.scale) / MOVED_PX)
      const row = Math.round((vessels.yAt(index, nowMs) * view.scale) / MOVED_PX)
      sum = (Math.imul(sum, 31) + Math.imul(column, 17) + row) | 0
    }
    return { marks, sum }
  }

  return {
    add() {
      map.addImage(NAME, { ...MARK_PX, data: new Uint8Array(MARK_PX.width * MARK_PX.height * 4) })
      map.addSource(NAME, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
      map.addLayer(
        {
          id: NAME,
          type: 'symbol',
          source: NAME,
          layout: {
            'icon-image': NAME,
            'icon-allow-overlap': true,
            'text-field': ['get', 'words'],
            'text-font': FONTS.medium,
            'text-size': LABEL_PX,
            'text-anchor': ['get', 'anchor'],
            'text-offset': ['get', 'offset'],
            'text-max-width': 100,
            'text-allow-overlap': true,
          },
          paint: { 'icon-opacity': 0, 'text-opacity': 0 },
        },
        FLOORS.vessels,
      )
      shownSum = Number.NaN
      shownAtMs = Number.NEGATIVE_INFINITY
    },
    remove() {
      map.removeLayer(NAME)
      map.removeSource(NAME)
      map.removeImage(NAME)
    },
    /** Makes the next drawing update the layout at once. */
    replace() {
      shownAtMs = Number.NEGATIVE_INFINITY
    },
    update(view: Viewport, labelOf: (id: string) => Label | undefined, nowMs: number) {
      const source = map.getSource<GeoJSONSource>(NAME)
      if (!source || nowMs - shownAtMs < EVERY_MS) return
      shownAtMs = nowMs
      const { marks, sum } = marksIn(view, (index) => labelOf(vessels.at(index).id) !== undefined, nowMs)
      if (sum === shownSum) return
      shownSum = sum
      const features = marks.map((index) => {
        const label = labelOf(vessels.at(index).id)
        const offset = (label?.gapPx ?? 0) / LABEL_PX
        return {
          type: 'Feature' as const,
          geometry: {
            type: 'Point' as const,
            coordinates: [longitudeAt(vessels.xAt(index, nowMs)), latitudeAt(vessels.yAt(index, nowMs))],
          },
          properties: {
            words: label?.words ?? '',
            anchor: label?.side === 'left' ? 'right' : 'left',
            offset: [label?.side === 'left' ? -offset : offset, 0],
          },
        }
      })
      source.setData({ type: 'FeatureCollection', features })
    },
  }
}
