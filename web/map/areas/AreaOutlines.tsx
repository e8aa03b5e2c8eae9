import { useQuery } from '@tanstack/react-query'
import { areasQuery } from '../../api/areas.ts'
import { useMapLook } from '../mapLook.ts'
import { FLOORS, FONTS } from '../mapStyle.ts'
import { mapColours } from '../palette.ts'
import { useOverlay } from '../stageContext.ts'
import { type AreaBounds, ringOf } from './areaBounds.ts'

const SOURCE = 'kept-areas'
const NAMES = 'kept-area-names'

/** Outlines of stored and queued areas, and of the drawn area. */
export function AreaOutlines({ draft }: { draft: AreaBounds | null }) {
  const { data: areas = [] } = useQuery(areasQuery)
  const look = useMapLook()
  const key = JSON.stringify([draft, areas.map(({ name, bounds, state }) => [name, bounds, state])])
  useOverlay(
    (map) => {
      const { map: ink, neutral } = mapColours(look)
      const shapes = [
        ...areas.map(({ bounds, state }) => shape(bounds, { kind: state === 'kept' ? 'kept' : 'wanted' })),
        ...(draft ? [shape(draft, { kind: 'draft' })] : []),
      ]
      const names = areas.map(({ name, bounds: [west, , , north] }) => ({
        type: 'Feature' as const,
        properties: { name },
        geometry: { type: 'Point' as const, coordinates: [west, north] },
      }))
      map.addSource(SOURCE, { type: 'geojson', data: { type: 'FeatureCollection', features: shapes } })
      map.addSource(NAMES, { type: 'geojson', data: { type: 'FeatureCollection', features: names } })
      map.addLayer(
        {
          ...{ id: 'area-draft', type: 'fill', source: SOURCE, filter: ['==', ['get', 'kind'], 'draft'] },
          paint: { 'fill-color': neutral.accent, 'fill-opacity': 0.14 },
        },
        FLOORS.tracks,
      )
      map.addLayer(
        {
          ...{ id: 'area-edges', type: 'line', source: SOURCE, layout: { 'line-join': 'round' } },
          paint: {
            'line-color': ['match', ['get', 'kind'], 'draft', neutral.accent, ink.ink2],
            'line-width': ['match', ['get', 'kind'], 'draft', 2, 1.5],
            'line-dasharray': ['match', ['get', 'kind'], 'wanted', ['literal', [3, 2]], ['literal', [1, 0]]],
          },
        },
        FLOORS.tracks,
      )
      map.addLayer(
        {
          ...{ id: NAMES, type: 'symbol', source: NAMES },
          layout: {
            ...{ 'text-field': ['get', 'name'], 'text-font': FONTS.medium, 'text-size': 11 },
            ...{ 'text-anchor': 'bottom-left', 'text-offset': [0.1, -0.2], 'text-max-width': 20 },
          },
          paint: { 'text-color': ink.ink, 'text-halo-color': ink.halo, 'text-halo-width': 1.4 },
        },
        FLOORS.tracks,
      )
      return () => {
        for (const id of ['area-draft', 'area-edges', NAMES]) if (map.getLayer(id)) map.removeLayer(id)
        for (const id of [SOURCE, NAMES]) if (map.getSource(id)) map.removeSource(id)
      }
    },
    [key, look],
  )
  return null
}

const shape = (bounds: AreaBounds, properties: { kind: 'kept' | 'wanted' | 'draft' }) => ({
  type: 'Feature' as const,
  properties,
  geometry: { type: 'Polygon' as const, coordinates: [ringOf(bounds)] },
})
