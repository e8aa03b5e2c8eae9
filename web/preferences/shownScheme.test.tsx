import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setPreference, watchPreferences } from './preferences.ts'
import { markScheme, shownScheme, toggleNight, watchScheme } from './shownScheme.ts'

beforeEach(() => {
  const stop = watchPreferences(() => {})
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage', { key: null }))
  return stop
})
afterEach(() => vi.useRealTimers())

test('shows the chosen theme, and night over it', () => {
  expect(shownScheme()).toBe('dark')
  setPreference('theme', 'light')
  expect(shownScheme()).toBe('light')
  setPreference('night', 'on')
  expect(shownScheme()).toBe('night')
})

test('shows night after sunset only until the sun rises, and says so at sunrise', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  const listener = vi.fn()
  const stop = watchScheme(listener)
  setPreference('night-until', 1_060_000)
  expect(shownScheme()).toBe('dark')
  setPreference('night', 'sunset')
  expect(shownScheme()).toBe('night')
  listener.mockClear()
  vi.advanceTimersByTime(59_999)
  expect([shownScheme(), listener.mock.calls.length]).toEqual(['night', 0])
  vi.advanceTimersByTime(1)
  expect([shownScheme(), listener.mock.calls.length]).toEqual(['dark', 1])
  stop()
  expect(vi.getTimerCount()).toBe(0)
})

test('turns night off, whatever turned it on', () => {
  toggleNight()
  expect(shownScheme()).toBe('night')
  toggleNight()
  expect(shownScheme()).toBe('dark')
  setPreference('night', 'sunset')
  setPreference('night-until', Date.now() + 60_000)
  toggleNight()
  expect(shownScheme()).toBe('dark')
  toggleNight()
  expect(shownScheme()).toBe('night')
})

test('marks the page for style sheets: night is a dark page with a mark', () => {
  const { dataset } = document.documentElement
  markScheme('night')
  expect([dataset.mantineColorScheme, dataset.night]).toEqual(['dark', ''])
  markScheme('light')
  expect([dataset.mantineColorScheme, dataset.night]).toEqual(['light', undefined])
  markScheme('dark')
  expect([dataset.mantineColorScheme, dataset.night]).toEqual(['dark', undefined])
})

test('marks the page before the first paint as the console does later', () => {
  const beforePaint = readFileSync('web/public/theme.js', 'utf8')
  const { dataset } = document.documentElement
  for (const theme of ['dark', 'light'] as const)
    for (const night of ['off', 'on', 'sunset'] as const)
      for (const untilMs of [0, Date.now() + 60_000]) {
        setPreference('theme', theme)
        setPreference('night', night)
        setPreference('night-until', untilMs)
        markScheme(shownScheme())
        const later = { ...dataset }
        markScheme('dark')
        // biome-ignore lint/security/noGlobalEval: runs the script of the page
        globalThis.eval(beforePaint)
        expect({ ...dataset }, `${theme}, ${night}, ${untilMs}`).toEqual(later)
      }
})
