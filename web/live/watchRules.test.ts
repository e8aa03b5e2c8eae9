import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../session/queryClient.ts'
import type { TopicMessage } from './liveSocket.ts'
import { watchRules } from './watchRules.ts'

let tell: (message: TopicMessage<'rules'>) => void
vi.mock('./live.ts', () => ({
  live: {
    listen(_topic: string, listener: typeof tell) {
      tell = listener
      return () => undefined
    },
  },
}))
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

test('a rule that a colleague switched is seen within a second, and its own page keeps what is being edited', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  const stop = watchRules()
  queryClient.setQueryData(['rules', 'list'], [])
  queryClient.setQueryData(['rules', 'one', 'a'], {})
  tell({ full: false, data: ['10000000-0000-4000-8000-000000000000'] })
  vi.advanceTimersByTime(1000)
  expect(queryClient.getQueryState(['rules', 'list'])?.isInvalidated).toBe(true)
  expect(queryClient.getQueryState(['rules', 'one', 'a'])?.isInvalidated).toBe(false)
  stop()
})
