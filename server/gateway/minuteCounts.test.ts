import { expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/domain/time.ts'
import { MinuteCounts } from './minuteCounts.ts'

test('refuses a caller after its calls of the minute, and no other caller', () => {
  let nowMs = 0
  const counts = new MinuteCounts(2, () => nowMs)
  expect(['a', 'a', 'a', 'b'].map((caller) => counts.take(caller))).toEqual([true, true, false, true])
  expect([counts.isWithin('a'), counts.isWithin('b'), counts.isWithin('c')]).toEqual([false, true, true])
  nowMs = MINUTE_MS
  expect(counts.take('a')).toBe(true)
})
