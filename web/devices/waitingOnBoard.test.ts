import { expect, test } from 'vitest'
import { waitingBytes } from '#contract/wire/deviceHealth.ts'
import { minutesOfBacklog, oldestWaitingMs } from './waitingOnBoard.ts'

const NONE = { records: 0, bytes: 0, from: null, to: null }
const waiting = {
  now: { records: 1, bytes: 1000, from: 5000, to: 9000 },
  later: { records: 9, bytes: 59_000, from: 2000, to: 9000 },
  on_demand: NONE,
}

test('adds what waits in every class, and finds the oldest', () => {
  expect([waitingBytes({ waiting }), oldestWaitingMs({ waiting })]).toEqual([60_000, 2000])
})

test('tells the time that the link needs, where its speed is known', () => {
  expect(minutesOfBacklog({ waiting, link_rate: 500 })).toBe(2)
  expect(minutesOfBacklog({ waiting, link_rate: null })).toBeNull()
  expect(minutesOfBacklog({ waiting, link_rate: 0 })).toBeNull()
})

test('counts with a budget only what leaves by itself, at the speed that the budget allows', () => {
  const fast = { records: 5, bytes: 1e9, from: 2000, to: 9000 }
  const health = { waiting: { ...waiting, on_demand: fast }, link_rate: 500 }
  expect(minutesOfBacklog({ ...health, link_budget: 100 })).toBe(10)
  expect(minutesOfBacklog({ ...health, link_budget: 1000 })).toBe(2)
})

test('has no time for nothing', () => {
  const nothing = { waiting: { now: NONE, later: NONE, on_demand: NONE } }
  expect([oldestWaitingMs(nothing), minutesOfBacklog({ ...nothing, link_rate: 500 })]).toEqual([null, null])
})
