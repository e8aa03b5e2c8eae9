import { expect, test } from 'vitest'
import { anImpact } from '../../../testing/anImpact.ts'
import { orderImpacts } from './orderImpacts.ts'

const events = [
  anImpact({ peak_impact: 1, sog: 10 }),
  anImpact({ peak_impact: 3, sog: null }),
  anImpact({ peak_impact: 2, sog: 20 }),
  anImpact({ peak_impact: 4, sog: 10 }),
]
const peaks = (order?: string) => orderImpacts(events, order).map(({ peak_impact }) => peak_impact)

test('sorts the hardest impact first by default, also for an invalid order', () => {
  expect(peaks()).toEqual([4, 3, 2, 1])
  expect(peaks('nonsense:desc')).toEqual([4, 3, 2, 1])
  expect(peaks('peak_impact:asc')).toEqual([1, 2, 3, 4])
})

test('sorts unmeasured values last either way, and equal values by impact', () => {
  expect(peaks('sog:asc')).toEqual([4, 1, 2, 3])
  expect(peaks('sog:desc')).toEqual([2, 4, 1, 3])
})
