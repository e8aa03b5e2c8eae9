import { expect, test } from 'vitest'
import { sailedMiles } from './sailedMiles.ts'

// Two miles in ten minutes, half an hour at rest, one mile in five minutes.
const MINUTE_MS = 60_000
const starts = [
  { x: 0, y: 0 },
  { x: 1, y: 5 * MINUTE_MS },
  { x: 2, y: 10 * MINUTE_MS },
  { x: 2.1, y: 40 * MINUTE_MS },
]
const miles = sailedMiles(starts, { fromMs: 0, toMs: 45 * MINUTE_MS }, 3)

test('finds the distance sailed at a time, and the time of a distance', () => {
  for (const [minute, nmi] of [
    [0, 0],
    [2.5, 0.5],
    [10, 2],
    [40, 2.1],
    [45, 3],
  ] as const) {
    expect(miles.at(minute * MINUTE_MS)).toBeCloseTo(nmi, 9)
    expect(miles.timeMs(nmi)).toBeCloseTo(minute * MINUTE_MS, 3)
  }
})

test('ends with the trip, also where the distance is unknown', () => {
  expect([miles.at(-1), miles.at(99 * MINUTE_MS)]).toEqual([0, 3])
  expect([miles.timeMs(-1), miles.timeMs(4)]).toEqual([0, 45 * MINUTE_MS])
  const unknown = sailedMiles([], { fromMs: 0, toMs: MINUTE_MS }, 0)
  expect([unknown.at(MINUTE_MS / 2), unknown.timeMs(0)]).toEqual([0, 0])
})
