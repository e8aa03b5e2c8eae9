/** @vitest-environment jsdom */
import { beforeEach, expect, test, vi } from 'vitest'
import {
  MAP_LAYERS,
  MARKER_STYLES,
  type Preferences,
  preference,
  setPreference,
  watchPreferences,
} from './preferences.ts'
import { themePreference } from './themePreference.ts'

const DEFAULTS: Preferences = {
  theme: 'dark',
  'map-layer': 'light',
  'map-brightness': 1,
  seamarks: false,
  charts: '',
  'position-format': 'minutes',
  geofences: false,
  'map-marker-labels': true,
  'marker-style': 'blue',
  'show-unpaired-vessels': false,
  'ais-targets': false,
  'recent-tracks': false,
  'recent-tracks-hours': 6,
  heatmap: false,
  'heatmap-layer': 'traffic',
  'heatmap-gradient': 'spectrum',
  'heatmap-days': 'last30Days',
}
const keys = Object.keys(DEFAULTS) as (keyof Preferences)[]

/** As another window of the console would: the storage changes and this window hears of it. */
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

test('nothing stored means the defaults, and asking stores nothing', () => {
  for (const key of keys) expect(preference(key), key).toBe(DEFAULTS[key])
  expect(localStorage).toHaveLength(0)
})

test('nonsense stored means the defaults', () => {
  for (const key of keys) {
    storeElsewhere(key, 'maybe')
    expect(preference(key), key).toBe(DEFAULTS[key])
  }
  for (const brightness of ['0', '1.1', '-1', '', 'NaN']) {
    storeElsewhere('map-brightness', brightness)
    expect(preference('map-brightness'), brightness).toBe(1)
  }
})

test('a choice is kept under its own key and heard at once', () => {
  const heard = vi.fn()
  const stop = watchPreferences(heard)
  setPreference('map-brightness', 0.4)
  setPreference('seamarks', true)
  setPreference('map-marker-labels', false)
  stop()
  setPreference('marker-style', 'mirage')
  expect(heard).toHaveBeenCalledTimes(3)
  expect({ ...localStorage }).toEqual({
    'map-brightness': '0.4',
    seamarks: 'true',
    'map-marker-labels': 'false',
    'marker-style': 'mirage',
  })
  expect([preference('map-brightness'), preference('seamarks')]).toEqual([0.4, true])
})

test('a choice made in another window holds here, and what is not ours is not heard', () => {
  const heard = vi.fn()
  const stop = watchPreferences(heard)
  expect(preference('map-layer')).toBe('light')
  storeElsewhere('map-layer', 'satellite')
  storeElsewhere('map-panels', '{}')
  stop()
  expect(preference('map-layer')).toBe('satellite')
  expect(heard).toHaveBeenCalledTimes(1)
})

test('layers and marker styles are those that were agreed', () => {
  expect(MAP_LAYERS).toEqual(['light', 'dark', 'satellite'])
  expect([...MARKER_STYLES].sort()).toEqual(['blue', 'green', 'mirage', 'orange', 'white'])
})

test('the components follow the theme, from wherever it is chosen', () => {
  const manager = themePreference()
  const followed = vi.fn()
  manager.subscribe(followed)
  expect(manager.get('light')).toBe('dark')
  manager.set('light')
  expect([localStorage.getItem('theme'), manager.get('dark')]).toEqual(['light', 'light'])
  setPreference('seamarks', true)
  storeElsewhere('theme', 'dark')
  manager.unsubscribe()
  setPreference('theme', 'light')
  expect(followed.mock.calls).toEqual([['light'], ['dark']])
})
