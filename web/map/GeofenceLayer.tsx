import type { ExpressionSpecification, GeoJSONSource, MapMouseEvent } from 'maplibre-gl'
import { useEffect, useEffectEvent, useMemo } from 'react'
import type { Geofence } from '#contract/wire/geofence.ts'
import { geofenceColour } from './geofenceColours.ts'
import { anchorOf, outlineOf } from './geofenceShapes.ts'
import { useMapLook } from './mapLook.ts'
import { FLOORS, FONTS } from './mapStyle.ts'
import { mapColours } from './palette.ts'
import { useOverlay, useStage } from './stageContext.ts'

interface Props {
  geofences: readonly Geofence[]
  selectedId: string | null
  /** Called with the clicked geofence, or null for a click outside all geofences. */
  onSelect: (id: string | null) => void
}

const SOURCE = 'geofences'
const NAMES = 'geofence-names'
/** Zoom from which names show; at lower zooms they would overlap. */
const NAME_ZOOM = 11
const REACH_PX = 6

/** Geofences as tinted areas and lines under the fleet, each with its name. */
export function GeofenceLayer({ geofences, selectedId, onSelect }: Props) {
  const { map } = useStage()
  const look = useMapLook()
  const data = useMemo(() => toGeoJson(geofences, mapColours(look)), [geofences, look])
  const select = useEffectEvent(onSelect)

  useOverlay(() => {
    const { map: ink } = mapColours(look)
    map.addSource(SOURCE, { type: 'geojson', data: data.shapes })
    map.addSource(NAMES, { type: 'geojson', data: data.names })
    map.addLayer(
      {
        id: 'geofence-areas',
        type: 'fill',
        source: SOURCE,
        filter: ['==', ['geometry-type'], 'Polygon'],
        paint: { 'fill-color': ['get', 'colour'], 'fill-opacity': 0.12 },
      },
      FLOORS.geofences,
    )
    map.addLayer(
      {
        id: 'geofence-lines',
        type: 'line',
        source: SOURCE,
        layout: { 'line-join': 'round', 'line-cap': 'round' },
        paint: { 'line-color': ['get', 'colour'], 'line-width': 1.75, 'line-opacity': 0.9 },
      },
      FLOORS.geofences,
    )
    map.addLayer(
      {
        id: NAMES,
        type: 'symbol',
        source: NAMES,
        minzoom: NAME_ZOOM,
        layout: {
          'text-field': ['get', 'name'],
          'text-font': FONTS.semibold,
          'text-size': 12,
          'text-max-width': 10,
        },
        paint: { 'text-color': ink.ink, 'text-halo-color': ink.halo, 'text-halo-width': 1.4 },
      },
      FLOORS.geofences,
    )
    return () => {
      for (const id of [NAMES, 'geofence-lines', 'geofence-areas']) map.removeLayer(id)
      for (const id of [NAMES, SOURCE]) map.removeSource(id)
    }
  }, [data, look])

  useOverlay(() => {
    const isSelected: ExpressionSpecification = ['==', ['get', 'id'], selectedId ?? '']
    map.setPaintProperty('geofence-lines', 'line-width', ['case', isSelected, 3, 1.75])
    // The popup shows the name, and would cover the label.
    map.setFilter(NAMES, ['!', isSelected])
    return () => {}
  }, [selectedId, data, look])

  useEffect(() => {
    const fenceAt = ({ point: { x, y } }: MapMouseEvent): string | null => {
      if (!map.getSource<GeoJSONSource>(SOURCE)) return null
      const box: [[number, number], [number, number]] = [
        [x - REACH_PX, y - REACH_PX],
        [x + REACH_PX, y + REACH_PX],
      ]
      const [line] = map.queryRenderedFeatures(box, { layers: ['geofence-lines'] })
      const [hit = line] = map.queryRenderedFeatures([x, y], { layers: ['geofence-areas'] })
      return hit ? String(hit.properties.id) : null
    }
    const onClick = (event: MapMouseEvent) => select(event.defaultPrevented ? null : fenceAt(event))
    map.on('click', onClick)
    return () => {
      map.off('click', onClick)
    }
  }, [map])
  return null
}

/** Draws small shapes above large ones, so that each can be clicked. */
function toGeoJson(geofences: readonly Geofence[], colours: Parameters<typeof geofenceColour>[0]) {
  const sized = geofences.map((fence) => ({ fence, outline: outlineOf(fence) }))
  const spread = (outline: [number, number][]) => {
    const latitudesDeg = outline.map(([, latitudeDeg]) => latitudeDeg)
    return Math.max(...latitudesDeg) - Math.min(...latitudesDeg)
  }
  const shapes = sized.toSorted((a, b) => spread(b.outline) - spread(a.outline))
  return {
    shapes: collection(
      shapes.map(({ fence, outline }) => ({
        type: 'Feature' as const,
        properties: { id: fence.id, colour: geofenceColour(colours, fence.color) },
        geometry:
          fence.type === 'line'
            ? { type: 'LineString' as const, coordinates: outline }
            : { type: 'Polygon' as const, coordinates: [outline] },
      })),
    ),
    names: collection(
      geofences.map((fence) => {
        const { latitudeDeg, longitudeDeg } = anchorOf(fence)
        const geometry = { type: 'Point' as const, coordinates: [longitudeDeg, latitudeDeg] }
        return { type: 'Feature' as const, properties: { id: fence.id, name: fence.name }, geometry }
      }),
    ),
  }
}

const collection = <Feature,>(features: Feature[]) => ({ type: 'FeatureCollection' as const, features })
