import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR_US } from '#contract/domain/time.ts'
import { intervalAt, TouchedIntervals } from './touchedIntervals.ts'

const intervalsOf = (times: readonly number[]) => {
  const touched = new TouchedIntervals()
  for (const timeUs of times) touched.add(timeUs)
  return touched.intervals()
}

test('keeps two dates years apart as two instants', () => {
  const [boot, now] = [Date.UTC(2007, 3, 13) * 1000, Date.UTC(2026, 5, 18) * 1000]
  expect(intervalsOf([boot, now, now + 1e6])).toEqual([
    { fromUs: boot, toUs: boot },
    { fromUs: now, toUs: now + 1e6 },
  ])
})

test('includes every instant, in order, with more than an hour between two intervals, in any input order', () => {
  const time = fc.integer({ min: -HOUR_US * 100, max: HOUR_US * 100_000 })
  fc.assert(
    fc.property(fc.array(time, { minLength: 1, maxLength: 300 }), (times) => {
      const found = intervalsOf(times)
      for (const timeUs of times) {
        const { fromUs = Infinity, toUs = 0 } = found[intervalAt(found, timeUs)] ?? {}
        expect(timeUs >= fromUs && timeUs <= toUs).toBe(true)
      }
      for (const [i, { fromUs, toUs }] of found.entries()) {
        expect(times.includes(fromUs) && times.includes(toUs)).toBe(true)
        if (i > 0) expect(fromUs - (found[i - 1]?.toUs ?? 0)).toBeGreaterThan(HOUR_US)
      }
    }),
    { numRuns: 100 },
  )
})

test('counts a block from its first instant to its last', () => {
  const touched = new TouchedIntervals()
  touched.add(0, 5 * HOUR_US)
  touched.add(3 * HOUR_US, 4 * HOUR_US)
  touched.add(7 * HOUR_US)
  expect(touched.intervals()).toEqual([
    { fromUs: 0, toUs: 5 * HOUR_US },
    { fromUs: 7 * HOUR_US, toUs: 7 * HOUR_US },
  ])
})

test('returns at most 500 intervals and joins over the shortest gaps', () => {
  const found = intervalsOf([
    0,
    ...Array.from({ length: 2000 }, (_, i) => (1_000_000 + i * (2 + (i % 7))) * HOUR_US),
  ])
  expect(found.length).toBeLessThanOrEqual(500)
  expect(found[0]).toEqual({ fromUs: 0, toUs: 0 })
})
