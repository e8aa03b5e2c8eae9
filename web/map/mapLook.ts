import { createContext, useContext } from 'react'
import { type MapLayer, usePreference } from '../preferences/preferences.ts'
import { type ShownScheme, useShownScheme } from '../preferences/shownScheme.ts'

/** How a map is drawn. The red night leaves no light map, and reddens pictures. */
export type MapLook = 'light' | 'dark' | 'satellite' | 'night' | 'nightSatellite'

export const isSatellite = (look: MapLook): boolean => look === 'satellite' || look === 'nightSatellite'
export const isNight = (look: MapLook): boolean => look === 'night' || look === 'nightSatellite'

/** Look of a layer that the reader prefers, while the console shows the scheme. */
export function mapLook(layer: MapLayer, scheme: ShownScheme): MapLook {
  if (scheme === 'night') return layer === 'satellite' ? 'nightSatellite' : 'night'
  return layer === 'console' ? scheme : layer
}

/** Fixed look for a map that ignores the reader's preference, as on paper. */
export const FixedLook = createContext<MapLook | null>(null)

/** Look of this map. */
export function useMapLook(): MapLook {
  const preferred = mapLook(usePreference('map-layer'), useShownScheme())
  return useContext(FixedLook) ?? preferred
}
