import { createContext, useContext } from 'react'
import { type MapLayer, usePreference } from '../preferences/preferences.ts'

/** A layer that a map is drawn in whatever its reader prefers. */
export const FixedLayer = createContext<MapLayer | null>(null)

/** Base layer under the fleet on this map. */
export function useMapLayer(): MapLayer {
  const preferred = usePreference('map-layer')
  return useContext(FixedLayer) ?? preferred
}
