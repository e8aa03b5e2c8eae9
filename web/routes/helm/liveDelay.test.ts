import { expect, test } from 'vitest'
import { liveDelay, worstDelay } from './liveDelay.ts'

test('is live for two seconds, delayed for a minute, then old', () => {
  const after = (ms: number) => liveDelay(1e12, 1e12 + ms)
  expect(liveDelay(null, 1e12)).toEqual({ state: 'waiting' })
  expect([after(-500), after(2000)]).toEqual([{ state: 'live' }, { state: 'live' }])
  expect(after(2001)).toEqual({ state: 'delayed', seconds: 2 })
  expect(after(60_000)).toEqual({ state: 'delayed', seconds: 60 })
  expect(after(60_001)).toEqual({ state: 'old', lastMs: 1e12 })
})

test('calls several gauges live only when each gauge with a value is live', () => {
  const [live, waiting] = [{ state: 'live' }, { state: 'waiting' }] as const
  const delayed = (seconds: number) => ({ state: 'delayed', seconds }) as const
  const old = { state: 'old', lastMs: 1e12 } as const
  expect(worstDelay([waiting, live])).toEqual(live)
  expect(worstDelay([waiting, waiting])).toEqual(waiting)
  expect(worstDelay([live, delayed(3)])).toEqual(delayed(3))
  expect(worstDelay([delayed(30), delayed(3)])).toEqual(delayed(30))
  expect(worstDelay([delayed(3), old, live])).toEqual(old)
})
