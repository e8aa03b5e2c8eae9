import type { Map as MapLibreMap } from 'maplibre-gl'
import {
  type GeoJSONStoreFeatures,
  TerraDraw,
  TerraDrawCircleMode,
  TerraDrawLineStringMode,
  TerraDrawPolygonMode,
  TerraDrawSelectMode,
} from 'terra-draw'
import { wrap180 } from '#contract/domain/units.ts'
import { type Geofence, type GeofenceShape, geofenceProblem } from '#contract/wire/geofence.ts'
import { CIRCLE_CORNERS, outlineOf, type Ring, shapeOf } from '../../map/geofenceShapes.ts'
import { TurnedAdapter } from './turnedAdapter.ts'

type Hex = `#${string}`
type Kind = GeofenceShape['type']

const CIRCLE_HANDLES = 4

export const MODES = { circle: 'circle', polygon: 'polygon', line: 'linestring' } as const

/**
 * Drawing by hand on a map whose world is turned by `turnDeg`. Circles are true on the globe, not on the flat map. A
 * polygon that makes no valid geofence cannot be finished.
 */
export function createShapeDrawing(
  map: MapLibreMap,
  colour: string,
  turnDeg: number,
  onRefused: () => void = () => {},
): TerraDraw {
  const line = colour as Hex
  const area = { fillColor: line, fillOpacity: 0.15, outlineColor: line, outlineWidth: 2 }
  const points = { draggable: true, coordinates: { draggable: true, midpoints: true, deletable: true } }
  // Only four corners of a circle are handles: all of them would cover the circle.
  const isHandle = ({ properties }: GeoJSONStoreFeatures) =>
    draw.getSnapshotFeature(properties.selectionPointFeatureId as string)?.properties.mode !== MODES.circle ||
    Number(properties.index) % (CIRCLE_CORNERS / CIRCLE_HANDLES) === 0
  const ofHandle = (width: number) => (feature: GeoJSONStoreFeatures) => (isHandle(feature) ? width : 0)
  const draw = new TerraDraw({
    adapter: new TurnedAdapter(map, turnDeg),
    modes: [
      new TerraDrawCircleMode({ projection: 'globe', drawInteraction: 'click-move-or-drag', styles: area }),
      new TerraDrawPolygonMode({
        styles: { ...area, closingPointColor: line },
        // A polygon is checked only when its last corner is set.
        validation: (feature, { updateType }) => {
          const answer = updateType === 'finish' ? isPossible(feature) : { valid: true }
          if (!answer.valid) onRefused()
          return answer
        },
      }),
      new TerraDrawLineStringMode({ styles: { lineStringColor: line, lineStringWidth: 3 } }),
      new TerraDrawSelectMode({
        projection: 'globe',
        allowManualDeselection: true,
        flags: {
          circle: { feature: { draggable: true, coordinates: { resizable: 'center-fixed' } } },
          polygon: { feature: { ...points, validation: isPossible } },
          linestring: { feature: points },
        },
        // Keys change a shape and never delete it: the popup of a geofence deletes, after a question.
        keyEvents: { delete: null, deselect: 'Escape', rotate: null, scale: null },
        styles: {
          selectedPolygonColor: line,
          selectedPolygonFillOpacity: 0.2,
          selectedPolygonOutlineColor: line,
          selectedPolygonOutlineWidth: 3,
          selectedLineStringColor: line,
          selectedLineStringWidth: 4,
          selectionPointColor: '#FFFFFF',
          selectionPointOutlineColor: line,
          selectionPointOutlineWidth: ofHandle(2),
          selectionPointWidth: ofHandle(6),
          midPointColor: line,
          midPointOutlineColor: '#FFFFFF',
          midPointOutlineWidth: 1,
          midPointWidth: 4,
        },
      }),
    ],
    idStrategy: { isValidId: (id) => typeof id === 'string', getId: () => crypto.randomUUID() },
  })
  return draw
}

function isPossible(feature: GeoJSONStoreFeatures) {
  const reason = geofenceProblem(drawnShape('polygon', feature, 0), false)
  return reason ? { valid: false, reason } : { valid: true }
}

/** Converts a geofence into a feature of the drawing, with the same id. */
export function toDrawn(geofence: Geofence, turnDeg: number): GeoJSONStoreFeatures {
  const outline = outlineOf(geofence).map(([longitudeDeg, latitudeDeg]) => [
    round(wrap180(longitudeDeg - turnDeg)),
    round(latitudeDeg),
  ])
  return {
    type: 'Feature',
    id: geofence.id,
    properties: { mode: MODES[geofence.type] },
    geometry:
      geofence.type === 'line'
        ? { type: 'LineString', coordinates: outline }
        : { type: 'Polygon', coordinates: [outline] },
  }
}

/** Shape of a drawn feature. */
export function drawnShape(type: Kind, { geometry }: GeoJSONStoreFeatures, turnDeg: number): GeofenceShape {
  const outline = (geometry.type === 'Polygon' ? geometry.coordinates[0] : geometry.coordinates) as Ring
  return shapeOf(
    type,
    outline.map(([longitudeDeg, latitudeDeg]): Ring[number] => [longitudeDeg + turnDeg, latitudeDeg]),
  )
}

/** TerraDraw refuses coordinates with more decimals. */
const round = (degrees: number) => Number(degrees.toFixed(8))
