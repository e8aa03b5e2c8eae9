import { expect, test } from 'vitest'
import { liveDelay } from './liveDelay.ts'

test('live for two seconds, delayed for a minute, then old', () => {
  const after = (ms: number) => liveDelay(1e12, 1e12 + ms)
  expect(liveDelay(null, 1e12)).toEqual({ state: 'waiting' })
  expect([after(-500), after(2000)]).toEqual([{ state: 'live' }, { state: 'live' }])
  expect(after(2001)).toEqual({ state: 'delayed', seconds: 2 })
  expect(after(60_000)).toEqual({ state: 'delayed', seconds: 60 })
  expect(after(60_001)).toEqual({ state: 'old' })
})
