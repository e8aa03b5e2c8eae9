import { expect, test, vi } from 'vitest'
import { silentLog } from '#server/testing/silentLog.ts'
import { type Lease, withLease } from './withLease.ts'

/** A lease that another process may have. */
function leaseOf(name: string) {
  const state = { isFree: true, isOurs: false, isAway: false }
  const answer = () => {
    if (state.isAway) throw new Error('the records do not answer')
  }
  const lease: Lease = {
    name,
    async take() {
      answer()
      state.isOurs = state.isFree
      return state.isOurs
    },
    async renew() {
      answer()
      return state.isOurs
    },
    async release() {
      state.isOurs = false
    },
  }
  return { state, lease }
}

test('begins once the process has the lease, ends when it is lost, and releases it at the end', async () => {
  vi.useFakeTimers()
  const { state, lease } = leaseOf('work')
  state.isFree = false
  const acts: string[] = []
  let isBroken = false
  const held = withLease({
    lease,
    log: silentLog,
    async start() {
      if (isBroken) throw new Error('cannot begin')
      acts.push('begun')
      return { close: async () => void acts.push('ended') }
    },
  })
  const pass = () => vi.advanceTimersByTimeAsync(1100)
  await pass()
  expect([held.running, acts]).toEqual([null, []])
  // A failed start leaves the work to other processes, and is tried again.
  isBroken = true
  state.isFree = true
  await pass()
  expect([held.running, state.isOurs]).toEqual([null, false])
  isBroken = false
  await pass()
  await pass()
  expect(acts).toEqual(['begun'])
  // Without an answer of the records, the owner of the lease is unknown.
  state.isAway = true
  await pass()
  expect(held.running).not.toBeNull()
  state.isAway = false
  state.isOurs = false
  state.isFree = false
  await pass()
  expect([held.running, acts]).toEqual([null, ['begun', 'ended']])
  state.isFree = true
  await pass()
  await held.close()
  expect([acts, state.isOurs]).toEqual([['begun', 'ended', 'begun', 'ended'], false])
  vi.useRealTimers()
})

test('leaves the lease to others after a failure, and takes it again later', async () => {
  vi.useFakeTimers()
  const { state, lease } = leaseOf('work')
  const acts: string[] = []
  let able = true
  const ending = Promise.withResolvers<void>()
  const held = withLease({
    lease,
    log: silentLog,
    isAble: () => able,
    async start() {
      acts.push('begun')
      return {
        async close() {
          await ending.promise
          acts.push(`ended, ${state.isOurs ? 'held' : 'free'}`)
        },
      }
    },
  })
  const pass = () => vi.advanceTimersByTimeAsync(1100)
  await pass()
  able = false
  await pass()
  able = true
  await pass()
  expect(acts).toEqual(['begun'])
  ending.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect([acts, state.isOurs]).toEqual([['begun', 'ended, held'], false])
  await pass()
  expect(acts.at(-1)).toBe('begun')
  await held.close()
  vi.useRealTimers()
})
