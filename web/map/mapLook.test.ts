import { expect, test } from 'vitest'
import { MAP_LAYERS } from '../preferences/preferences.ts'
import { isNight, isSatellite, mapLook } from './mapLook.ts'

const looks = (scheme: 'dark' | 'light' | 'night') =>
  Object.fromEntries(MAP_LAYERS.map((layer) => [layer, mapLook(layer, scheme)]))

test('draws the preferred layer by day, and "as the console" in its theme', () => {
  expect(looks('light')).toEqual({ light: 'light', dark: 'dark', satellite: 'satellite', console: 'light' })
  expect(looks('dark')).toEqual({ light: 'light', dark: 'dark', satellite: 'satellite', console: 'dark' })
})

test('leaves no bright map by night', () => {
  const { satellite, ...others } = looks('night')
  expect(satellite).toBe('nightSatellite')
  expect(new Set(Object.values(others))).toEqual(new Set(['night']))
  expect([isNight('night'), isNight('nightSatellite'), isNight('dark')]).toEqual([true, true, false])
  expect([isSatellite('nightSatellite'), isSatellite('night')]).toEqual([true, false])
})
