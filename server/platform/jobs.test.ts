import { expect, test } from 'vitest'
import { inProcessBus } from './bus.ts'
import type { Job } from './events.ts'
import { jobTrigger, onJobWanted } from './jobs.ts'

test('receives requests and missed events until the job ends', () => {
  const bus = inProcessBus(() => undefined)
  const woken: Job[] = []
  const leave = onJobWanted(bus, 'messages', { wake: () => woken.push('messages') })
  onJobWanted(bus, 'reports', { wake: () => woken.push('reports') })
  jobTrigger(bus, 'messages').wake()
  expect(woken).toEqual(['messages'])
  bus.publish({ type: 'events.missed', sinceMs: 0 })
  expect(woken).toEqual(['messages', 'messages', 'reports'])
  leave()
  jobTrigger(bus, 'messages').wake()
  expect(woken).toHaveLength(3)
})
