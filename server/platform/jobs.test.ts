import { expect, test } from 'vitest'
import { inProcessBus } from './bus.ts'
import type { Job } from './events.ts'
import { asksFor, wokenFor } from './jobs.ts'

test('whoever does a job hears who asks for it, and that news was missed, until it ends', () => {
  const bus = inProcessBus(() => undefined)
  const woken: Job[] = []
  const leave = wokenFor(bus, 'messages', { wake: () => woken.push('messages') })
  wokenFor(bus, 'reports', { wake: () => woken.push('reports') })
  asksFor(bus, 'messages').wake()
  expect(woken).toEqual(['messages'])
  bus.publish({ type: 'news.missed', sinceMs: 0 })
  expect(woken).toEqual(['messages', 'messages', 'reports'])
  leave()
  asksFor(bus, 'messages').wake()
  expect(woken).toHaveLength(3)
})
