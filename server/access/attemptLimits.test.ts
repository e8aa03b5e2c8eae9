import { expect, test } from 'vitest'
import { sourceOf } from './attemptLimits.ts'

test('counts an IPv4 address as itself and an IPv6 network as one place', () => {
  expect(sourceOf('192.0.2.7')).toBe('192.0.2.7')
  expect(sourceOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(sourceOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(sourceOf('2001:0db8:0001:0002::1')).toBe('2001:db8:1:2::/64')
  expect(sourceOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(sourceOf('::1')).toBe('0:0:0:0::/64')
  expect(sourceOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})
