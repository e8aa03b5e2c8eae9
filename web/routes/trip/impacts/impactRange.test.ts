import { expect, test } from 'vitest'
import { impactBins, isInRange, isWhole, rangeOf } from './impactRange.ts'

test('includes every impact without a choice', () => {
  expect(rangeOf({})).toEqual({ min: 0.5, max: 6 })
  expect(isWhole(rangeOf({}))).toBe(true)
  expect(isWhole(rangeOf({ min: 1 }))).toBe(false)
})

test('reads the top end of the range as that and above', () => {
  expect([0.99, 1, 6, 11.4].map((g) => isInRange(g, { min: 1, max: 6 }))).toEqual([false, true, true, true])
  expect([1, 3, 3.01, 11.4].map((g) => isInRange(g, { min: 1, max: 3 }))).toEqual([true, true, false, false])
})

test('counts impacts in steps of half a g, with the hardest in the last bin', () => {
  const bins = impactBins([0.5, 0.99, 1, 5.99, 6, 40].map((peak_impact) => ({ peak_impact })))
  expect(bins).toHaveLength(11)
  expect(bins[0]).toEqual({ from: 0.5, to: 1, count: 2 })
  expect(bins[1]?.count).toBe(1)
  expect(bins[10]).toEqual({ from: 5.5, to: 6, count: 3 })
})
