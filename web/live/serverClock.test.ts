import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverClock } from './serverClock.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  serverClock.restart()
})
afterEach(() => vi.useRealTimers())

test('uses the message with the shortest delay', () => {
  serverClock.adjust(1_005_000 - 800)
  serverClock.adjust(1_005_000 - 20)
  serverClock.adjust(1_005_000 - 400)
  expect(serverClock.nowMs()).toBe(1_004_980)
})

test('starts over when the clock may have been set', () => {
  serverClock.adjust(1_005_000)
  serverClock.restart()
  serverClock.adjust(1_000_010)
  expect(serverClock.nowMs()).toBe(1_000_010)
})
