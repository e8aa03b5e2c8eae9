import { expect, test } from 'vitest'
import { type ImpactWindow, largestImpact, NO_IMPACTS, withImpact } from './impactWindow.ts'

const heard = (...impacts: [atS: number, g: number][]): ImpactWindow =>
  impacts.reduce((known, [atS, g]) => withImpact(known, atS * 1000, g, atS * 1000), NO_IMPACTS)

test('shows the largest impact of the last three seconds', () => {
  expect(largestImpact(NO_IMPACTS, 0)).toBeNull()
  const known = heard([1, 0.5], [2, 4], [3, 1])
  expect(largestImpact(known, 3000)).toBe(4)
  expect(largestImpact(withImpact(known, 4000, 0.2, 4000), 4000)).toBe(4)
  expect(largestImpact(withImpact(known, 5000, 0.2, 5000), 5000)).toBe(1)
})

test('what is said again is no further impact, and a silent sensor feels nothing', () => {
  const known = heard([1, 4])
  expect(withImpact(known, 1000, 4, 9000)).toBe(known)
  expect(withImpact(known, null, null, 9000)).toBe(known)
  expect(largestImpact(known, 11_000)).toBe(4)
  expect(largestImpact(known, 11_001)).toBeNull()
})
