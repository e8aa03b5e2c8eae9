import { expect, test } from 'vitest'
import { presetRange } from './datePresets.ts'

const thursday = new Date(2026, 0, 1, 23, 30)

test('begins weeks on Monday, and ends no preset in the future', () => {
  expect(presetRange('thisWeek', thursday)).toEqual({ from: '2025-12-29', to: '2026-01-01' })
  expect(presetRange('lastWeek', thursday)).toEqual({ from: '2025-12-22', to: '2025-12-28' })
  expect(presetRange('thisWeek', new Date(2026, 0, 4))).toEqual({ from: '2025-12-29', to: '2026-01-04' })
})

test.each([
  ['last30Days', 30],
  ['last90Days', 90],
  ['last365Days', 365],
] as const)('counts in %s the %i days that end today', (preset, days) => {
  const { from, to } = presetRange(preset, thursday)
  expect((Date.parse(to) - Date.parse(from)) / 86_400_000 + 1).toBe(days)
})

test('ends months and years on their last day', () => {
  expect(presetRange('lastMonth', new Date(2024, 2, 31))).toEqual({ from: '2024-02-01', to: '2024-02-29' })
  expect(presetRange('lastYear', thursday)).toEqual({ from: '2025-01-01', to: '2025-12-31' })
  expect(presetRange('last30Days', thursday)).toEqual({ from: '2025-12-03', to: '2026-01-01' })
  expect(presetRange('allTime', thursday).from).toBe('2020-01-01')
})
