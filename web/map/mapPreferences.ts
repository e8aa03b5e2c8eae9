import { useSyncExternalStore } from 'react'

export const MAP_LAYERS = ['light', 'dark', 'satellite'] as const
export type MapLayer = (typeof MAP_LAYERS)[number]
export const MARKER_STYLES = ['blue', 'green', 'orange', 'mirage', 'white'] as const
export type MarkerStyle = (typeof MARKER_STYLES)[number]

/** How the map looks. Each is kept in the browser under its own key and holds for every map of the console. */
export interface MapPreferences {
  'map-layer': MapLayer
  /** 0.1 to 1; dims the map under vessels and tracks, never those. */
  'map-brightness': number
  'marker-style': MarkerStyle
  'map-marker-labels': boolean
  'show-unpaired-vessels': boolean
}
type Key = keyof MapPreferences

const readers: { [K in Key]: (stored: string | null) => MapPreferences[K] } = {
  'map-layer': (stored) => MAP_LAYERS.find((layer) => layer === stored) ?? 'light',
  'map-brightness': (stored) => {
    const value = Number(stored ?? 1)
    return value >= 0.1 && value <= 1 ? value : 1
  },
  'marker-style': (stored) => MARKER_STYLES.find((style) => style === stored) ?? 'blue',
  'map-marker-labels': (stored) => stored !== 'false',
  'show-unpaired-vessels': (stored) => stored === 'true',
}

const listeners = new Set<() => void>()
let held: Partial<MapPreferences> = {}

function get<K extends Key>(key: K): MapPreferences[K] {
  const known = held[key]
  if (known !== undefined) return known
  const value = readers[key](localStorage.getItem(key))
  held = { ...held, [key]: value }
  return value
}

export function setMapPreference<K extends Key>(key: K, value: MapPreferences[K]) {
  localStorage.setItem(key, String(value))
  held = { ...held, [key]: value }
  for (const listener of listeners) listener()
}

export const useMapPreference = <K extends Key>(key: K): MapPreferences[K] =>
  useSyncExternalStore(subscribe, () => get(key))

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
