import type { Map as MapLibreMap } from 'maplibre-gl'
import type { Bounds } from './fleetBounds.ts'
import { flight } from './flight.ts'

/** Moves the map to the bounds, with space for tools at the edges; a single place is not enlarged past `maxZoom`. */
export function fitBounds(
  map: MapLibreMap,
  { west, south, east, north }: Bounds,
  { maxZoom, durationMs }: { maxZoom: number; durationMs: number },
) {
  const { clientWidth: width, clientHeight: height } = map.getContainer()
  const bottom = coveredPx(map)
  const padding = {
    top: Math.min(80, height / 6),
    bottom: bottom + Math.min(60, height / 8),
    left: Math.min(80, width / 8),
    right: Math.min(80, width / 8),
  }
  map.fitBounds([west, south, east, north], { padding, maxZoom, ...flight(durationMs) })
}

/**
 * Height of the map's lower edge that another element covers, for example a sheet on a phone; that element sets the
 * variable.
 */
export const coveredPx = (map: MapLibreMap) =>
  Number.parseFloat(getComputedStyle(map.getContainer()).getPropertyValue('--map-bottom')) || 0
