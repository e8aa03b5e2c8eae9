import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openOrganizationShares } from './organizationShares.ts'

test('lets an organization alone use any time', () => {
  const shares = openOrganizationShares({ share: 0.5, burstMs: 1000 }, () => 0)
  shares.noteCall('a')
  shares.use('a', 60_000)
  expect(shares.restMs('a')).toBe(0)
})

test('lets an organization rest beyond its share while another calls', () => {
  let nowMs = 0
  const shares = openOrganizationShares({ share: 0.5, burstMs: 1000 }, () => nowMs)
  shares.noteCall('b')
  shares.use('a', 900)
  expect(shares.restMs('a')).toBe(0)
  shares.use('a', 600)
  // It used 500 ms more than its 1,000, which return in a second.
  expect(shares.restMs('a')).toBe(1000)
  expect(shares.restMs('b')).toBe(0)
  shares.noteCall('a')
  nowMs = 400
  expect(shares.restMs('a')).toBe(600)
  nowMs = 1000
  expect(shares.restMs('a')).toBe(0)
})

test('ends the rest of an organization when nobody else calls any more', () => {
  let nowMs = 0
  const shares = openOrganizationShares({ share: 0.5, burstMs: 1000 }, () => nowMs)
  shares.noteCall('b')
  shares.use('a', 60_000)
  expect(shares.restMs('a')).toBe(3000)
  nowMs = 2999
  expect(shares.restMs('a')).toBe(1)
  nowMs = 3000
  expect(shares.restMs('a')).toBe(0)
})

test('bounds the time of one organization, however its turns come', () => {
  const turn = fc.record({ tookMs: fc.nat(4000), pauseMs: fc.nat(2000) })
  fc.assert(
    fc.property(fc.array(turn, { minLength: 1, maxLength: 40 }), (turns) => {
      let nowMs = 0
      let usedMs = 0
      const shares = openOrganizationShares({ share: 0.25, burstMs: 3000 }, () => nowMs)
      for (const { tookMs, pauseMs } of turns) {
        shares.noteCall('b')
        nowMs += pauseMs
        // The rest is asked for again, because it is cut when the other organization is silent.
        for (let restMs = shares.restMs('a'); restMs > 0; restMs = shares.restMs('a')) {
          nowMs += restMs
          shares.noteCall('b')
        }
        expect(usedMs).toBeLessThanOrEqual(3000 + 0.25 * nowMs + 1e-6)
        nowMs += tookMs
        usedMs += tookMs
        shares.use('a', tookMs)
      }
    }),
  )
})
