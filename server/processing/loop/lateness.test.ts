import { expect, test } from 'vitest'
import { Lateness } from './lateness.ts'

const NOW_MS = 1_000_000

test('waits for a vessel out of order, as long as it is late, for some minutes', () => {
  const lateness = new Lateness()
  expect(lateness.waitUs(1, NOW_MS)).toBe(0)
  lateness.note(1, (NOW_MS - 1200) * 1000, NOW_MS)
  lateness.note(1, (NOW_MS - 300) * 1000, NOW_MS)
  expect(lateness.waitUs(1, NOW_MS)).toBe(1_700_000)
  expect(lateness.waitUs(2, NOW_MS)).toBe(0)
  expect(lateness.waitUs(1, NOW_MS + 600_000)).toBe(0)
})

test('does not wait for data that is late by hours', () => {
  const lateness = new Lateness()
  lateness.note(1, (NOW_MS - 60_000) * 1000, NOW_MS)
  expect(lateness.waitUs(1, NOW_MS)).toBe(0)
})
