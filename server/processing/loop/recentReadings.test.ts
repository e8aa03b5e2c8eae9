import { expect, test } from 'vitest'
import type { AppendedInterval } from '#server/platform/events.ts'
import { RecentReadings } from './recentReadings.ts'

/** SOG of vessel 1 once a second, both ends included; `readings` are left out where they were not published. */
function interval(fromS: number, toS: number, { isPublished = true } = {}): AppendedInterval {
  const scalars = Array.from({ length: toS - fromS + 1 }, (_, i) => ({
    ...{ timeUs: (fromS + i) * 1e6, key: 'sog' as const, instance: 0, value: 5 },
  }))
  return {
    ...{ vesselNumber: 1, fromUs: fromS * 1e6, toUs: toS * 1e6, motion: [] },
    ...{ maxSogMps: 5, lastFixes: [], newest: {} },
    ...(isPublished ? { readings: { scalars, fixes: [], faults: [] } } : {}),
  }
}

/** Seconds of the samples after a moment; null where they have to be read. */
const after = (recent: RecentReadings, second: number) =>
  recent.after(1, second * 1e6)?.flatMap(({ scalars }) => scalars.map(({ timeUs }) => timeUs / 1e6)) ?? null

test('returns the readings after a moment, and null for a vessel that has sent nothing', () => {
  const recent = new RecentReadings()
  expect(after(recent, 0)).toBeNull()
  recent.note(interval(1, 2), false)
  recent.note(interval(3, 4), false)
  expect([after(recent, 0), after(recent, 2), after(recent, 4)]).toEqual([[1, 2, 3, 4], [3, 4], []])
  expect(recent.times(1, 2e6)).toEqual([3e6, 4e6])
})

test('returns null up to the end of late readings, and of readings that were not published', () => {
  for (const give of [
    (recent: RecentReadings) => recent.note(interval(3, 5), true),
    (recent: RecentReadings) => recent.note(interval(3, 5, { isPublished: false }), false),
  ]) {
    const recent = new RecentReadings()
    recent.note(interval(1, 2), false)
    give(recent)
    recent.note(interval(6, 7), false)
    expect([after(recent, 0), after(recent, 4), after(recent, 5)]).toEqual([null, null, [6, 7]])
  }
})

test('drops all waiting readings beyond a thousand samples, and continues with the next', () => {
  const recent = new RecentReadings()
  recent.note(interval(1, 1000), false)
  expect(after(recent, 0)).toHaveLength(1000)
  recent.note(interval(1001, 1001), false)
  expect([after(recent, 0), after(recent, 1000)]).toEqual([null, null])
  recent.note(interval(1002, 1003), false)
  expect([after(recent, 1000), after(recent, 1001)]).toEqual([null, [1002, 1003]])
  // Dropping an interval that ends earlier changes nothing.
  recent.note(interval(2, 3), true)
  expect([after(recent, 1000), after(recent, 1001)]).toEqual([null, [1002, 1003]])
})

test('drops evaluated readings, and all of a vessel that comes from another process', () => {
  const recent = new RecentReadings()
  recent.note(interval(1, 2), false)
  recent.note(interval(3, 4), false)
  recent.forget(1, 2e6)
  expect(after(recent, 0)).toEqual([3, 4])
  recent.note(interval(5, 6), true)
  recent.begin(1)
  expect(after(recent, 0)).toBeNull()
  recent.note(interval(7, 8), false)
  expect(after(recent, 0)).toEqual([7, 8])
})
