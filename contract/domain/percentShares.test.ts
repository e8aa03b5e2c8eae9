import fc from 'fast-check'
import { expect, test } from 'vitest'
import { percentShares } from './percentShares.ts'

const inSteps = (shares: readonly number[]) => shares.reduce((sum, share) => sum + Math.round(share * 10), 0)

test('gives the remaining tenths to the largest remainders', () => {
  expect(percentShares([1, 1, 1])).toEqual([33.4, 33.3, 33.3])
  expect(percentShares([2, 1, 0])).toEqual([66.7, 33.3, 0])
  expect(percentShares([0, 0])).toEqual([0, 0])
  expect(percentShares([])).toEqual([])
})

test('shows a rare part as 0.1 and not as nothing', () => {
  expect(percentShares([99_999, 1, 1])).toEqual([99.8, 0.1, 0.1])
})

test('adds up to 100.0 and keeps every part within a tenth of its share or of the parts that were raised', () => {
  const parts = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(parts, (given) => {
      const whole = given.reduce((sum, part) => sum + part, 0)
      fc.pre(whole > 1e-300)
      const shares = percentShares(given)
      expect(inSteps(shares)).toBe(1000)
      for (const [i, share] of shares.entries())
        expect(Math.abs(share - ((given[i] ?? 0) / whole) * 100)).toBeLessThan(0.1 * given.length + 1e-9)
    }),
  )
})
