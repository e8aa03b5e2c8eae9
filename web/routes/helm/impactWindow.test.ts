import { expect, test } from 'vitest'
import { type ImpactWindow, largestImpact, withImpact } from './impactWindow.ts'

const received = (...impacts: [atS: number, g: number][]): ImpactWindow =>
  impacts.reduce<ImpactWindow>((known, [atS, g]) => withImpact(known, atS * 1000, g, atS * 1000), [])

test('shows the largest impact of the last three seconds by the clock', () => {
  expect(largestImpact([], 0)).toBeNull()
  const known = received([1, 0.5], [2, 4], [3, 1])
  expect(largestImpact(known, 3000)).toBe(4)
  expect(largestImpact(known, 5000)).toBe(4)
  expect(largestImpact(known, 5001)).toBe(1)
  expect(largestImpact(known, 6001)).toBeNull()
  expect(largestImpact(withImpact(known, 6000, 0.2, 6000), 6000)).toBe(1)
})

test('counts an impact once when it is received again', () => {
  const known = received([1, 4])
  expect(withImpact(known, 1000, 4, 2000)).toBe(known)
  expect(withImpact(known, null, null, 2000)).toBe(known)
})

test('shows no impact that arrives more than three seconds late', () => {
  expect(largestImpact(withImpact([], 1000, 4, 9000), 9000)).toBe(4)
  expect(largestImpact(withImpact([], 1000, 4, 9001), 9001)).toBeNull()
})
