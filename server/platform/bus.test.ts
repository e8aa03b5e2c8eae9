import { expect, test } from 'vitest'
import { inProcessBus } from './bus.ts'

const event = { type: 'preparation.progressed', done: 1, total: 2, what: 'history' } as const

test('hands an event to every listener of its type until it leaves', () => {
  const bus = inProcessBus(() => undefined)
  const heard: number[] = []
  const leave = bus.subscribe('preparation.progressed', ({ done }) => heard.push(done))
  bus.subscribe('rights.changed', () => heard.push(-1))
  bus.publish(event)
  leave()
  bus.publish(event)
  expect(heard).toEqual([1])
})

test('goes on after a listener that throws', () => {
  const errors: unknown[] = []
  const bus = inProcessBus((error) => errors.push(error))
  let heard = false
  bus.subscribe('preparation.progressed', () => {
    throw new Error('lost my place')
  })
  bus.subscribe('preparation.progressed', () => {
    heard = true
  })
  bus.publish(event)
  expect(heard).toBe(true)
  expect(errors).toHaveLength(1)
})
