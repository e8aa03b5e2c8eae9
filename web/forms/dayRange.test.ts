import { expect, test } from 'vitest'
import { presetOf } from './dayRange.ts'

const NOW = new Date(2026, 5, 18)

test('names the preset when the days match one', () => {
  expect(presetOf({ from: '2026-05-20', to: '2026-06-18' }, NOW)).toBe('last30Days')
  expect(presetOf({ from: '2020-01-01', to: '2026-06-18' }, NOW)).toBe('allTime')
  expect(presetOf({ from: '2025-01-01', to: '2025-12-31' }, NOW)).toBe('lastYear')
})

test('returns null when the days match no preset, and when there are none', () => {
  expect(presetOf({ from: '2026-05-19', to: '2026-06-18' }, NOW)).toBeNull()
  expect(presetOf({ from: '2026-05-20' }, NOW)).toBeNull()
  expect(presetOf({}, NOW)).toBeNull()
})
