import { createContext, useContext } from 'react'
import { type MapLayer, usePreference } from '../preferences/preferences.ts'

/** Fixed layer for a map that ignores the reader's preference. */
export const FixedLayer = createContext<MapLayer | null>(null)

/** Base layer of this map. */
export function useMapLayer(): MapLayer {
  const preferred = usePreference('map-layer')
  return useContext(FixedLayer) ?? preferred
}
