import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveState } from './liveSocket.ts'
import { createLostSince } from './lostSince.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => vi.useRealTimers())

function link(lastReceivedMs: number | null) {
  let state: LiveState = 'idle'
  let notify = () => {}
  const lost = createLostSince({
    state: () => state,
    lastReceivedMs: () => lastReceivedMs,
    onState: (listener) => {
      notify = listener
      return () => {}
    },
  })
  const become = (next: LiveState) => {
    state = next
    notify()
  }
  return { lost, become }
}

test('reports at once since when a connection has been silent', () => {
  const { lost, become } = link(1_000_000 - 12_000)
  become('connecting')
  become('open')
  become('waiting')
  vi.advanceTimersByTime(0)
  expect(lost.sinceMs()).toBe(988_000)
  become('connecting')
  become('waiting')
  expect(lost.sinceMs()).toBe(988_000)
  become('open')
  expect(lost.sinceMs()).toBeNull()
})

test('reports no loss for a short break, or when the page returns from the background', () => {
  const { lost, become } = link(1_000_000)
  become('open')
  become('waiting')
  vi.advanceTimersByTime(2000)
  become('open')
  vi.advanceTimersByTime(60_000)
  expect(lost.sinceMs()).toBeNull()
  become('idle')
  vi.advanceTimersByTime(3_600_000)
  become('connecting')
  vi.advanceTimersByTime(2900)
  expect(lost.sinceMs()).toBeNull()
  vi.advanceTimersByTime(200)
  expect(lost.sinceMs()).toBe(1_000_000)
})
