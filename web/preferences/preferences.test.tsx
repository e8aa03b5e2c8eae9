import { beforeEach, expect, test, vi } from 'vitest'
import {
  MAP_LAYERS,
  MARKER_STYLES,
  type Preferences,
  preference,
  setPreference,
  watchPreferences,
} from './preferences.ts'

const DEFAULTS: Preferences = {
  theme: 'dark',
  night: 'off',
  'night-until': 0,
  'night-place': '',
  'map-layer': 'light',
  'map-brightness': 1,
  seamarks: false,
  charts: '',
  'position-format': 'minutes',
  'console-address': '',
  geofences: false,
  'map-marker-labels': true,
  'marker-style': 'blue',
  'show-unpaired-vessels': false,
  'ais-targets': false,
  'recent-tracks': null,
  'recent-tracks-hours': 6,
  'board-sound': false,
  'harbour-offered': false,
  sea: 'off',
  heatmap: false,
  'heatmap-layer': 'traffic',
  'heatmap-gradient': 'spectrum',
  'heatmap-days': 'last30Days',
}
const keys = Object.keys(DEFAULTS) as (keyof Preferences)[]

/** Simulates a choice in another window of the console: the storage changes and this window gets an event. */
function storeElsewhere(key: string, value: string | null) {
  if (value === null) localStorage.removeItem(key)
  else localStorage.setItem(key, value)
  dispatchEvent(new StorageEvent('storage', { key }))
}

beforeEach(() => {
  const stop = watchPreferences(() => {})
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage', { key: null }))
  return stop
})

test('returns the defaults when nothing is stored, and stores nothing on reading', () => {
  for (const key of keys) expect(preference(key), key).toBe(DEFAULTS[key])
  expect(localStorage).toHaveLength(0)
})

test('returns the defaults when the stored value is invalid', () => {
  for (const key of keys) {
    storeElsewhere(key, 'maybe')
    expect(preference(key), key).toBe(DEFAULTS[key])
  }
  for (const brightness of ['0', '1.1', '-1', '', 'NaN']) {
    storeElsewhere('map-brightness', brightness)
    expect(preference('map-brightness'), brightness).toBe(1)
  }
})

test('stores a choice under its own key, and notifies listeners at once', () => {
  const listener = vi.fn()
  const stop = watchPreferences(listener)
  setPreference('map-brightness', 0.4)
  setPreference('seamarks', true)
  setPreference('map-marker-labels', false)
  stop()
  setPreference('marker-style', 'mirage')
  expect(listener).toHaveBeenCalledTimes(3)
  expect({ ...localStorage }).toEqual({
    'map-brightness': '0.4',
    seamarks: 'true',
    'map-marker-labels': 'false',
    'marker-style': 'mirage',
  })
  expect([preference('map-brightness'), preference('seamarks')]).toEqual([0.4, true])
})

test('follows a choice from another window, and ignores other keys', () => {
  const listener = vi.fn()
  const stop = watchPreferences(listener)
  expect(preference('map-layer')).toBe('light')
  storeElsewhere('map-layer', 'satellite')
  storeElsewhere('map-panels', '{}')
  stop()
  expect(preference('map-layer')).toBe('satellite')
  expect(listener).toHaveBeenCalledTimes(1)
})

test('has the agreed layers and marker styles', () => {
  expect(MAP_LAYERS).toEqual(['light', 'dark', 'satellite', 'console'])
  expect([...MARKER_STYLES].sort()).toEqual(['blue', 'green', 'mirage', 'orange', 'white'])
})
