import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR_MS } from '#contract/domain/time.ts'
import { openCalendar, periodStarts } from './periods.ts'

const at = (text: string) => Date.parse(text)

test('gives each local day its own length', () => {
  const hours = (zone: string, day: string) => {
    const calendar = openCalendar(zone)
    const [start = 0, end = 0] = periodStarts(calendar, 'day', at(`${day}T12:00Z`), at(`${day}T12:01Z`))
    return (end - start) / HOUR_MS
  }
  expect(hours('Europe/Rome', '2026-03-29')).toBe(23)
  expect(hours('Europe/Rome', '2026-10-25')).toBe(25)
  expect(hours('Atlantic/Reykjavik', '2026-03-29')).toBe(24)
  expect(hours('America/Santiago', '2026-09-06')).toBe(23)
})

test('begins days at the time zone’s midnight', () => {
  const startOf = (zone: string, instant: string) => {
    const calendar = openCalendar(zone)
    return new Date(calendar.startMs(calendar.localDay(at(instant)))).toISOString()
  }
  expect(startOf('Asia/Kathmandu', '2026-01-01T10:00:00Z')).toBe('2025-12-31T18:15:00.000Z')
  expect(startOf('Australia/Sydney', '2001-02-16T20:38:40Z')).toBe('2001-02-16T13:00:00.000Z')
  expect(startOf('Pacific/Kiritimati', '2026-06-18T09:00:00Z')).toBe('2026-06-17T10:00:00.000Z')
  expect(startOf('No/Such', '2026-06-18T09:00:00Z')).toBe('2026-06-18T00:00:00.000Z')
})

test('begins weeks on Monday and months on the first', () => {
  const utc = openCalendar('UTC')
  const iso = (starts: number[]) => starts.map((ms) => new Date(ms).toISOString().slice(0, 10))
  expect(iso(periodStarts(utc, 'week', at('2026-11-20T08:00Z'), at('2026-11-23T00:00Z')))).toEqual([
    '2026-11-16',
    '2026-11-23',
  ])
  expect(iso(periodStarts(utc, 'month', at('2026-11-20T08:00Z'), at('2027-01-02T00:00Z')))).toEqual([
    '2026-11-01',
    '2026-12-01',
    '2027-01-01',
    '2027-02-01',
  ])
})

test('covers any range without gaps, each start on a quarter-hour', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.constantFrom('day', 'week', 'month'),
      fc.integer({ min: at('2020-01-01'), max: at('2030-01-01') }),
      fc.integer({ min: 1, max: 40 * 24 * HOUR_MS }),
      (zone, period, fromMs, lengthMs) => {
        const starts = periodStarts(openCalendar(zone), period, fromMs, fromMs + lengthMs)
        expect(starts[0]).toBeLessThanOrEqual(fromMs)
        expect(starts.at(-1)).toBeGreaterThanOrEqual(fromMs + lengthMs)
        for (const [i, ms] of starts.entries()) {
          expect(ms % 900_000).toBe(0)
          if (i > 0) expect(ms).toBeGreaterThan(starts[i - 1] as number)
        }
      },
    ),
    { numRuns: 60 },
  )
})
