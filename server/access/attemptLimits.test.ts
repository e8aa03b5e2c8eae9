import { expect, test } from 'vitest'
import { QUARTER_HOUR_MS } from '#contract/domain/time.ts'
import { lockedUntilMs, sourceOf } from './attemptLimits.ts'

test('counts an IPv4 address as itself and an IPv6 network as one place', () => {
  expect(sourceOf('192.0.2.7')).toBe('192.0.2.7')
  expect(sourceOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(sourceOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(sourceOf('2001:0db8:0001:0002::1')).toBe('2001:db8:1:2::/64')
  expect(sourceOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(sourceOf('::1')).toBe('0:0:0:0::/64')
  expect(sourceOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})

test('locks pairing for 15 minutes from the tenth wrong code within 15 minutes', () => {
  /** So many tries, evenly over so many ms. */
  const tries = (count: number, spanMs: number) =>
    Array.from({ length: count }, (_, i) => (i * spanMs) / (count - 1))
  const untilMs = 2 * QUARTER_HOUR_MS - 1
  const ten = tries(10, QUARTER_HOUR_MS - 1)
  expect(lockedUntilMs(ten, QUARTER_HOUR_MS - 1)).toBe(untilMs)
  expect([lockedUntilMs(ten, untilMs - 1), lockedUntilMs(ten, untilMs)]).toEqual([untilMs, null])
  expect(lockedUntilMs(tries(10, QUARTER_HOUR_MS), QUARTER_HOUR_MS)).toBeNull()
  expect(lockedUntilMs(tries(9, 1000), 1000)).toBeNull()
  expect(lockedUntilMs([], 0)).toBeNull()
})
