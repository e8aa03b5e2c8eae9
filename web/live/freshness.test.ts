import { expect, test } from 'vitest'
import { freshness, isStale } from './freshness.ts'

test('a value fades with its age, and at once when nobody can say whether it still holds', () => {
  const at = (ageS: number, isLost = false) => freshness(1e12 - ageS * 1000, 1e12, isLost)
  expect([at(0), at(30), at(31), at(120), at(121)]).toEqual(['fresh', 'fresh', 'ageing', 'ageing', 'old'])
  expect(at(1, true)).toBe('old')
  expect(freshness(null, 1e12, false)).toBe('old')
})

test('a value is too old to be shown after two minutes, and one that never was is not', () => {
  expect([120_000, 120_001].map((ageMs) => isStale(1e12 - ageMs, 1e12))).toEqual([false, true])
  expect(isStale(null, 1e12)).toBe(false)
})
