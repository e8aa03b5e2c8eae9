import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../session/queryClient.ts'
import { live } from './live.ts'
import type { TopicMessage } from './liveSocket.ts'
import { watchRules } from './watchRules.ts'
import { watchTrips } from './watchTrips.ts'

let receive: (message: TopicMessage<'trips'>) => void

const LIST = ['trips', 'list']
const isOutdated = () => queryClient.getQueryState(LIST)?.isInvalidated
let stop: () => void
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  vi.spyOn(live, 'listen').mockImplementation((_topic, listener) => {
    receive = listener as typeof receive
    return () => undefined
  })
  stop = watchTrips()
})
afterEach(() => {
  stop()
  queryClient.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('reloads a list that was loaded before the socket was open', () => {
  queryClient.setQueryData(LIST, [])
  vi.advanceTimersByTime(3000)
  receive({ full: true, data: [] })
  vi.advanceTimersByTime(10_000)
  expect(isOutdated()).toBe(true)
})

test('reloads a list that was loaded later only when a trip changes', () => {
  receive({ full: true, data: [] })
  vi.advanceTimersByTime(2000)
  queryClient.setQueryData(LIST, [])
  vi.advanceTimersByTime(20_000)
  expect(isOutdated()).toBe(false)
  receive({ full: false, data: [] })
  vi.advanceTimersByTime(20_000)
  expect(isOutdated()).toBe(false)
  receive({ full: false, data: ['10000000-0000-4000-8000-000000000000'] })
  vi.advanceTimersByTime(10_000)
  expect(isOutdated()).toBe(true)
})

test('reloads the list a second after the first news, and then no more than every ten seconds', () => {
  const news = { full: false, data: ['10000000-0000-4000-8000-000000000000'] }
  const reloads: number[] = []
  vi.spyOn(queryClient, 'invalidateQueries').mockImplementation(async () => {
    reloads.push(Date.now() - 1_000_000)
  })
  receive({ full: true, data: [] })
  for (let second = 1; second <= 25; second++) {
    vi.advanceTimersByTime(1000)
    receive(news)
  }
  expect(reloads).toEqual([2000, 12_000, 22_000])
})

test("reloads the list of rules within a second of a colleague's change, and not the rule being edited", () => {
  const stopRules = watchRules()
  queryClient.setQueryData(['rules', 'list'], [])
  queryClient.setQueryData(['rules', 'one', 'a'], {})
  receive({ full: false, data: ['10000000-0000-4000-8000-000000000000'] })
  vi.advanceTimersByTime(1000)
  expect(queryClient.getQueryState(['rules', 'list'])?.isInvalidated).toBe(true)
  expect(queryClient.getQueryState(['rules', 'one', 'a'])?.isInvalidated).toBe(false)
  stopRules()
})
