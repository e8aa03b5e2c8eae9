import { expect, test } from 'vitest'
import type { WireMapVessel } from '#contract/wire/vessel.ts'
import { openKeyStream } from './openKeyStream.ts'

/** A fleet that moves far more often than anybody reads. */
function fleet() {
  const listeners: ((ids: readonly string[]) => void)[] = []
  let reads = 0
  const realtime = {
    listen: async (_topic: string, _caller: unknown, listener: (ids: readonly string[]) => void) => {
      listeners.push(listener)
      const read = (ids: readonly string[] | null) => {
        reads++
        return (ids ?? ['a', 'b', 'c']).map((id) => ({ id, lat: reads }) as unknown as WireMapVessel)
      }
      return { read, stop: () => {} }
    },
  }
  const move = (id: string) => {
    for (const listener of listeners) listener([id])
  }
  return { realtime, move, reads: () => reads }
}

test('reads once for a slow reader for all that happened meanwhile', async () => {
  const { realtime, move, reads } = fleet()
  const services = {
    bus: { subscribe: () => () => {} },
    clock: { nowMs: () => 0 },
    meter: { spend: async () => true },
    access: { callers: { ofKey: async () => caller } },
  }
  const caller = { memberships: [] }
  const stream = await openKeyStream(services as never, realtime as never, {
    ...{ caller: caller as never, secret: 'bk_', sinceMs: null, language: 'en', hangUp: () => {} },
    asked: { topics: ['positions'], every: 1 },
  })
  const events = stream.events()
  await events.next()
  expect((await events.next()).value).toContain('"full":true')
  for (let n = 0; n < 100_000; n++) move(n % 2 ? 'a' : 'b')
  expect(reads()).toBe(1)
  const { value = '' } = await events.next()
  expect(JSON.parse(value.split('data: ')[1] ?? '').vessels.map(({ id }: WireMapVessel) => id)).toEqual([
    'b',
    'a',
  ])
  expect(reads()).toBe(2)
  const waiting = events.next()
  stream.close()
  expect((await waiting).done).toBe(true)
})
