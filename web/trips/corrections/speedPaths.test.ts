import { expect, test } from 'vitest'
import type { PathPoint } from '#contract/wire/timeSeries.ts'
import { speedPaths, topKn } from './speedPaths.ts'

const point = (timestamp: number, sog: number | null): PathPoint => ({
  timestamp,
  sog,
  latitudeDeg: 64,
  longitudeDeg: -22,
  cog: null,
  alt: null,
})
const span = { fromMs: 0, toMs: 100 }

test('draws speed over the whole span, the fastest at the top', () => {
  expect(speedPaths([point(0, 0), point(50, 10), point(100, 5)], span, 10)).toEqual(['M0 100L500 0L1000 50'])
})

test('leaves gaps and points without speed out of the line', () => {
  const points = [0, 10, 20, 70, 80, 90].map((time) => point(time, 5))
  expect(speedPaths(points, span, 10)).toEqual(['M0 50L100 50L200 50', 'M700 50L800 50L900 50'])
  const unknown = [point(0, 5), point(10, 5), point(20, null), point(30, 5), point(40, 5)]
  expect(speedPaths(unknown, span, 10)).toEqual(['M0 50L100 50', 'M300 50L400 50'])
  expect(speedPaths([point(50, 5)], span, 10)).toEqual([])
})

test('takes a round number of knots above the fastest as full scale', () => {
  expect(topKn([point(0, 11.2), point(1, null)])).toBe(15)
  expect(topKn([])).toBe(5)
})
