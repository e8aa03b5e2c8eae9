import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../session/queryClient.ts'
import { live } from './live.ts'
import type { TopicMessage } from './liveSocket.ts'
import { watchAlerts } from './watchAlerts.ts'

let receive: (message: TopicMessage<'alerts'>) => void

const LIST = ['alerts', 'list']
const ME = ['users', 'me']
const OTHERS = ['users', 'list']
const outdated = () => [LIST, ME, OTHERS].map((key) => queryClient.getQueryState(key)?.isInvalidated)
const read = () => {
  for (const key of [LIST, ME, OTHERS]) queryClient.setQueryData(key, [])
}
const ALERT = '10000000-0000-4000-8000-000000000000'
let stop: () => void
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  vi.spyOn(live, 'listen').mockImplementation((_topic, listener) => {
    receive = listener as typeof receive
    return () => undefined
  })
  stop = watchAlerts()
})
afterEach(() => {
  stop()
  queryClient.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('reloads alerts once when they were loaded before the socket was open', () => {
  read()
  vi.advanceTimersByTime(3000)
  receive({ full: true, data: [] })
  vi.advanceTimersByTime(1000)
  expect(outdated()).toEqual([true, true, false])
  vi.advanceTimersByTime(1000)
  read()
  vi.advanceTimersByTime(60_000)
  expect(outdated()).toEqual([false, false, false])
})

test('reloads alerts and their count within a second, at most twice for many events', () => {
  receive({ full: true, data: [] })
  vi.advanceTimersByTime(2000)
  read()
  const reread = vi.spyOn(queryClient, 'invalidateQueries')
  for (let i = 0; i < 500; i++) {
    receive({ full: false, data: [ALERT] })
    vi.advanceTimersByTime(1)
  }
  vi.advanceTimersByTime(500)
  expect(outdated()).toEqual([true, true, false])
  expect(reread).toHaveBeenCalledTimes(2)
  reread.mockRestore()
})
