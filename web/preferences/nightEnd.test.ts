import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contract/domain/time.ts'
import { nightEndMs } from './nightEnd.ts'

const at = (time: string, latitudeDeg: number, longitudeDeg: number) =>
  nightEndMs(Date.parse(time), { latitudeDeg, longitudeDeg })

/** Almanac of the U.S. Naval Observatory, to the minute. */
test.each([
  ['Greenwich, the night of the solstice', '2026-12-21T20:00Z', 51.48, 0, '2026-12-22T08:04Z'],
  [
    'Honolulu, whose night is in the middle of a day of UTC',
    '2026-03-20T10:00Z',
    21.31,
    -157.86,
    '2026-03-20T16:34Z',
  ],
  ['Auckland, whose morning is the evening before', '2026-06-21T15:00Z', -36.85, 174.76, '2026-06-21T19:33Z'],
])('ends the night at sunrise: %s', (_, time, latitudeDeg, longitudeDeg, sunrise) => {
  expect(Math.abs(at(time, latitudeDeg, longitudeDeg) - Date.parse(sunrise))).toBeLessThan(2 * MINUTE_MS)
})

test('has no night by day, nor in a summer without a sunset', () => {
  expect(at('2026-12-21T12:00Z', 51.48, 0)).toBe(0)
  for (const hour of ['00', '06', '12', '18']) expect(at(`2026-06-21T${hour}:00Z`, 78.2, 15.6)).toBe(0)
})

test('lasts through a polar night', () => {
  for (const hour of ['00', '06', '12', '18']) {
    const time = `2026-12-21T${hour}:00Z`
    expect(at(time, 78.2, 15.6)).toBe(Date.parse(time) + DAY_MS)
  }
})

test('agrees with itself all night long, and begins no second night at its end', () => {
  const place = {
    latitudeDeg: fc.double({ min: -65, max: 65, noNaN: true }),
    longitudeDeg: fc.double({ min: -180, max: 180, noNaN: true }),
  }
  fc.assert(
    fc.property(
      fc.record(place),
      fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2040, 0) }),
      (where, nowMs) => {
        const endMs = nightEndMs(nowMs, where)
        if (endMs === 0) return
        expect(endMs).toBeGreaterThan(nowMs)
        expect(Math.abs(nightEndMs((nowMs + endMs) / 2, where) - endMs)).toBeLessThan(MINUTE_MS)
        expect(nightEndMs(endMs + MINUTE_MS, where)).toBe(0)
      },
    ),
  )
})
