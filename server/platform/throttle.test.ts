import { expect, test } from 'vitest'
import { ASKED_FOR_MS, openThrottle, RESTS_LONGER } from './throttle.ts'

test('rests longer for a while after each request', () => {
  let nowMs = 0
  const throttle = openThrottle(() => nowMs)
  const rests = () => throttle.restMs(10, 0.5)
  expect(rests()).toBe(5)
  throttle.noteCall()
  nowMs += ASKED_FOR_MS - 1
  expect(rests()).toBe(5 * RESTS_LONGER)
  throttle.noteCall()
  nowMs += ASKED_FOR_MS - 1
  expect(rests()).toBe(5 * RESTS_LONGER)
  nowMs += 1
  expect(rests()).toBe(5)
})
