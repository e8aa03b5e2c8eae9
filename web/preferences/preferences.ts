import { useSyncExternalStore } from 'react'
import type { HeatmapLayer } from '#contract/wire/heatmap.ts'

export const THEMES = ['dark', 'light'] as const
export type Theme = (typeof THEMES)[number]
/** When the console is red on black: never, always, or while the sun is down where the boat is. */
export const NIGHTS = ['off', 'on', 'sunset'] as const
export type Night = (typeof NIGHTS)[number]
/** `console` follows the theme. */
export const MAP_LAYERS = ['light', 'dark', 'satellite', 'console'] as const
export type MapLayer = (typeof MAP_LAYERS)[number]
export const MARKER_STYLES = ['blue', 'green', 'orange', 'mirage', 'white'] as const
export type MarkerStyle = (typeof MARKER_STYLES)[number]
/** `64° 08.200′ N`, as on a chart and a plotter; `64.13667`; `64° 08′ 12.0″ N`. */
export const POSITION_FORMATS = ['minutes', 'decimal', 'seconds'] as const
export type PositionFormat = (typeof POSITION_FORMATS)[number]
/** Layers of the server that the console offers, in this order; other clients may request two more. */
export const HEAT_LAYERS = [
  'traffic',
  'impact',
  'high_impacts',
  'sog',
  'safety_speed',
  'fuel_rate_l_hr',
  'fuel_rate_l_nm',
  'wind_speed',
  'wave_height',
  'water_depth',
  'temperature',
] as const satisfies readonly HeatmapLayer[]
export type HeatLayer = (typeof HEAT_LAYERS)[number]
export const HEAT_GRADIENTS = ['spectrum', 'ember', 'glacier', 'meadow', 'orchid'] as const
export type HeatGradient = (typeof HEAT_GRADIENTS)[number]

/** Forecasts that the map can show. */
export const SEA_KINDS = ['wind', 'waves', 'current'] as const
export type SeaKind = (typeof SEA_KINDS)[number]
export const SEA_CHOICES = ['off', ...SEA_KINDS] as const

/** Lengths of recent tracks, hours. */
export const RECENT_HOURS = { usual: 6, day: 24, most: 168 } as const

/** Preferences of a person. Each is stored in the browser under its own key, whoever is signed in. */
export interface Preferences {
  theme: Theme
  night: Night
  /** End of the present night where the boat is, ms since 1970; 0 by day. */
  'night-until': number
  /** Latitude and longitude in degrees by which the sun is followed: `64.1 -21.9`; empty before a vessel was seen. */
  'night-place': string
  'map-layer': MapLayer
  /** 0.1 to 1; dims the base map, and not vessels and tracks. */
  'map-brightness': number
  seamarks: boolean
  /** Charts that are on, in the format of `web/map/seaCharts`. */
  charts: string
  'position-format': PositionFormat
  /** Address at which a boat reaches the console, when the browser reaches it at an address of its own computer. */
  'console-address': string
  geofences: boolean
  'map-marker-labels': boolean
  'marker-style': MarkerStyle
  'show-unpaired-vessels': boolean
  'ais-targets': boolean
  /** Null until the user decides. */
  'recent-tracks': boolean | null
  /** Length of recent tracks, 1 to 168 hours. */
  'recent-tracks-hours': number
  /** True when a user allowed the sound of the watch board on this screen. */
  'board-sound': boolean
  /** True when a user answered the offer of harbour detail around the fleet. */
  'harbour-offered': boolean
  sea: (typeof SEA_CHOICES)[number]
  heatmap: boolean
  'heatmap-layer': HeatLayer
  'heatmap-gradient': HeatGradient
  /** Name of a preset, which moves on with the days, or first and last day: `2026-05-01/2026-05-31`. */
  'heatmap-days': string
}
type Key = keyof Preferences

/** Stored value of each preference, or its default if the stored value is missing or invalid. */
const readers: { [K in Key]: (stored: string | null) => Preferences[K] } = {
  theme: (stored) => THEMES.find((theme) => theme === stored) ?? 'dark',
  night: (stored) => NIGHTS.find((night) => night === stored) ?? 'off',
  'night-until': (stored) => {
    const value = Number(stored ?? 0)
    return Number.isSafeInteger(value) ? value : 0
  },
  'night-place': (stored) => (stored && PLACE.test(stored) ? stored : ''),
  'map-layer': (stored) => MAP_LAYERS.find((layer) => layer === stored) ?? 'light',
  'map-brightness': (stored) => {
    const value = Number(stored ?? 1)
    return value >= 0.1 && value <= 1 ? value : 1
  },
  seamarks: (stored) => stored === 'true',
  charts: (stored) => (stored && CHARTS.test(stored) ? stored : ''),
  'console-address': (stored) => (stored && isAddress(stored) ? stored : ''),
  'position-format': (stored) => POSITION_FORMATS.find((format) => format === stored) ?? 'minutes',
  geofences: (stored) => stored === 'true',
  'map-marker-labels': (stored) => stored !== 'false',
  'marker-style': (stored) => MARKER_STYLES.find((style) => style === stored) ?? 'blue',
  'show-unpaired-vessels': (stored) => stored === 'true',
  'ais-targets': (stored) => stored === 'true',
  'recent-tracks': (stored) => (stored === 'true' ? true : stored === 'false' ? false : null),
  'recent-tracks-hours': (stored) => {
    const value = Number(stored ?? RECENT_HOURS.usual)
    return Number.isInteger(value) && value >= 1 && value <= RECENT_HOURS.most ? value : RECENT_HOURS.usual
  },
  'board-sound': (stored) => stored === 'true',
  'harbour-offered': (stored) => stored === 'true',
  sea: (stored) => SEA_CHOICES.find((choice) => choice === stored) ?? 'off',
  heatmap: (stored) => stored === 'true',
  'heatmap-layer': (stored) => HEAT_LAYERS.find((layer) => layer === stored) ?? 'traffic',
  'heatmap-gradient': (stored) => HEAT_GRADIENTS.find((gradient) => gradient === stored) ?? 'spectrum',
  'heatmap-days': (stored) => (stored && DAYS.test(stored) ? stored : 'last30Days'),
}
const PLACE = /^-?\d{1,2}\.\d -?\d{1,3}\.\d$/
/** True for the complete address of an installation, without a slash at its end. */
export const isAddress = (text: string) => ADDRESS.test(text) && URL.canParse(text)
const ADDRESS = /^https?:\/\/[^\s/]+(\/\S*[^\s/])?$/
const CHARTS = /^[^ ,]+ [\d.]+(,[^ ,]+ [\d.]+)*$/
const DAYS = /^((last|this|all)\w{4,7}|\d{4}-\d\d-\d\d\/\d{4}-\d\d-\d\d)$/

const listeners = new Set<() => void>()
let held: Partial<Preferences> = {}

export function preference<K extends Key>(key: K): Preferences[K] {
  const known = held[key]
  if (known !== undefined) return known
  const value = readers[key](localStorage.getItem(key))
  held = { ...held, [key]: value }
  return value
}

export function setPreference<K extends Key>(key: K, value: Preferences[K]) {
  localStorage.setItem(key, String(value))
  held = { ...held, [key]: value }
  for (const listener of listeners) listener()
}

export const usePreference = <K extends Key>(key: K): Preferences[K] =>
  useSyncExternalStore(watchPreferences, () => preference(key))

/** Calls the listener when a preference changes, here or in another window of the console. */
export function watchPreferences(listener: () => void) {
  if (listeners.size === 0) addEventListener('storage', followOtherWindows)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', followOtherWindows)
  }
}

/** The event of cleared storage has no key. */
function followOtherWindows({ key }: StorageEvent) {
  if (key !== null && !Object.hasOwn(readers, key)) return
  held = {}
  for (const listener of listeners) listener()
}
