import { expect, test } from 'vitest'
import { ATTENTION_MS, openAttention, RESTS_LONGER } from './attention.ts'

test('what can wait rests longer for a while after each question', () => {
  let nowMs = 0
  const attention = openAttention(() => nowMs)
  const rests = () => attention.restMs(10, 0.5)
  expect(rests()).toBe(5)
  attention.note()
  nowMs += ATTENTION_MS - 1
  expect(rests()).toBe(5 * RESTS_LONGER)
  attention.note()
  nowMs += ATTENTION_MS - 1
  expect(rests()).toBe(5 * RESTS_LONGER)
  nowMs += 1
  expect(rests()).toBe(5)
})
