import { expect, test } from 'vitest'
import { freshness, isStale } from './freshness.ts'

test('fades a value with its age, and at once when the connection is lost', () => {
  const at = (ageS: number, isLost = false) => freshness(1e12 - ageS * 1000, 1e12, isLost)
  expect([at(0), at(30), at(31), at(120), at(121)]).toEqual(['fresh', 'fresh', 'ageing', 'ageing', 'old'])
  expect(at(1, true)).toBe('old')
  expect(freshness(null, 1e12, false)).toBe('old')
})

test('calls a value stale after two minutes, and not one that never arrived', () => {
  expect([120_000, 120_001].map((ageMs) => isStale(1e12 - ageMs, 1e12))).toEqual([false, true])
  expect(isStale(null, 1e12)).toBe(false)
})
