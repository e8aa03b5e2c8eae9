import { expect, test } from 'vitest'
import { HOUR_MS } from '#contract/domain/time.ts'
import { openCalendar } from '#server/analytics/statistics/periods.ts'
import { lastPeriod } from './lastPeriod.ts'

const rome = openCalendar('Europe/Rome')
const iso = ({ fromMs, toMs, nextMs }: ReturnType<typeof lastPeriod>) =>
  [fromMs, toMs, nextMs].map((ms) => new Date(ms).toISOString())

test('returns the week before by the calendar of the time zone, once all its data is in', () => {
  // Monday, 23 November 2026, 6:00 in Rome is 5:00 UTC.
  const monday = Date.UTC(2026, 10, 23, 5)
  expect(iso(lastPeriod(rome, 'week', monday))).toEqual([
    '2026-11-15T23:00:00.000Z',
    '2026-11-22T23:00:00.000Z',
    '2026-11-30T05:00:00.000Z',
  ])
  // A moment earlier it is still the week before that, and this week is due next.
  expect(iso(lastPeriod(rome, 'week', monday - 1))).toEqual([
    '2026-11-08T23:00:00.000Z',
    '2026-11-15T23:00:00.000Z',
    '2026-11-23T05:00:00.000Z',
  ])
})

test('gives a month its own length, an hour less when clocks are put forward', () => {
  const { fromMs, toMs } = lastPeriod(rome, 'month', Date.UTC(2026, 3, 10))
  expect([(toMs - fromMs) / HOUR_MS, iso({ fromMs, toMs, nextMs: 0 })[0]]).toEqual([
    31 * 24 - 1,
    '2026-02-28T23:00:00.000Z',
  ])
})

test('returns the next due period after the last one sent', () => {
  for (const period of ['week', 'month'] as const) {
    for (let now = Date.UTC(2026, 0, 1); now < Date.UTC(2027, 0, 1); now += 37 * HOUR_MS) {
      const last = lastPeriod(rome, period, now)
      expect(last.nextMs).toBeGreaterThan(now)
      expect(lastPeriod(rome, period, last.nextMs).fromMs).toBe(last.toMs)
    }
  }
})
