import type { Map as MapLibreMap } from 'maplibre-gl'
import { LEAST_AREA_ZOOM } from '#contract/geodesy/areaZooms.ts'
import { FLOORS } from '../map/mapStyle.ts'

/**
 * Layer of the style below which the sea is drawn. Land covers the sea, so that the coast stays sharp between the points of
 * a grid. A picture and charts have water of their own, which would cover the sea.
 */
export function seaFloor(map: Pick<MapLibreMap, 'getLayersOrder' | 'getLayer' | 'getZoom'>): string {
  if (map.getLayersOrder().some((id) => id.startsWith('chart-'))) return FLOORS.heat
  if (!map.getLayer('land')) return FLOORS.graticule
  return map.getLayer('areas-earth') && map.getZoom() >= LEAST_AREA_ZOOM ? 'areas-earth' : 'land'
}
