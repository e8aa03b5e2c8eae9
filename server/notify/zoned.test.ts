import { expect, test } from 'vitest'
import { wallTime } from '#contract/domain/wallTime.ts'
import { quietUntil } from './zoned.ts'

const at = (iso: string) => Date.parse(iso)
const until = (quiet: [string, string], zone: string, iso: string) => {
  const end = quietUntil({ from: quiet[0], until: quiet[1] }, zone, at(iso))
  return end === null ? null : new Date(end).toISOString()
}

test('converts a moment to the clock of a time zone', () => {
  expect(wallTime(at('2026-06-18T23:12:41Z'), 'Europe/Rome')).toEqual({
    ...{ year: 2026, month: 5, day: 19, hour: 1, minute: 12, second: 41 },
  })
})

test('computes quiet hours over midnight, in the time zone of the organization', () => {
  const night: [string, string] = ['22:00', '06:30']
  expect(until(night, 'Europe/Rome', '2026-06-18T19:59:59Z')).toBeNull()
  expect(until(night, 'Europe/Rome', '2026-06-18T20:00:00Z')).toBe('2026-06-19T04:30:00.000Z')
  expect(until(night, 'Europe/Rome', '2026-06-19T04:29:59Z')).toBe('2026-06-19T04:30:00.000Z')
  expect(until(night, 'Europe/Rome', '2026-06-19T04:30:00Z')).toBeNull()
  expect(until(night, 'UTC', '2026-06-19T04:30:00Z')).toBe('2026-06-19T06:30:00.000Z')
})

test('computes quiet hours within a day, and none when they end as they begin', () => {
  expect(until(['12:00', '13:00'], 'UTC', '2026-06-18T12:15:00.250Z')).toBe('2026-06-18T13:00:00.000Z')
  expect(until(['12:00', '12:00'], 'UTC', '2026-06-18T12:00:00Z')).toBeNull()
})

test('ends a night at its set time when the clock is put forward or back', () => {
  const night: [string, string] = ['22:00', '06:00']
  expect(until(night, 'Europe/Rome', '2026-03-28T22:00:00Z')).toBe('2026-03-29T04:00:00.000Z')
  expect(until(night, 'Europe/Rome', '2026-10-24T21:00:00Z')).toBe('2026-10-25T05:00:00.000Z')
})
