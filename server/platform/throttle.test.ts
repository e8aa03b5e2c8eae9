import { expect, test } from 'vitest'
import { CALLS_OF_A_PAGE, FADES_MS, LONGEST_TIMES, openThrottle } from './throttle.ts'

test('rests longest while a page loads, and ever shorter afterwards', () => {
  let nowMs = 0
  const throttle = openThrottle(() => nowMs)
  const rests = () => throttle.restMs(10, 0.5)
  expect(rests()).toBe(5)
  for (let call = 0; call < 2 * CALLS_OF_A_PAGE; call++) throttle.noteCall()
  expect(rests()).toBe(5 * LONGEST_TIMES)
  nowMs += FADES_MS
  expect(rests()).toBeLessThan(5 * LONGEST_TIMES)
  expect(rests()).toBeGreaterThan(5 * (LONGEST_TIMES / 2))
  nowMs += 10 * FADES_MS
  expect(rests()).toBeCloseTo(5, 1)
})

test('rests a little longer while a page that is open asks now and then', () => {
  let nowMs = 0
  const throttle = openThrottle(() => nowMs)
  const rests = Array.from({ length: 100 }, () => {
    nowMs += 200
    if (nowMs % 2000 === 0) throttle.noteCall()
    return throttle.restMs(10, 0.5)
  })
  const mean = rests.reduce((sum, one) => sum + one) / rests.length
  expect(mean).toBeGreaterThan(10)
  expect(mean).toBeLessThan(20)
  expect(Math.max(...rests)).toBeLessThan((5 * LONGEST_TIMES) / 2)
})
