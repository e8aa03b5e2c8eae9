import { expect, test } from 'vitest'
import { freshness } from './freshness.ts'

test('a value fades with its age, and at once when nobody can say whether it still holds', () => {
  const at = (ageS: number, isLost = false) => freshness(1e12 - ageS * 1000, 1e12, isLost)
  expect([at(0), at(30), at(31), at(120), at(121)]).toEqual(['fresh', 'fresh', 'ageing', 'ageing', 'old'])
  expect(at(1, true)).toBe('old')
  expect(freshness(null, 1e12, false)).toBe('old')
})
