import { expect, test } from 'vitest'
import { type DaySum, movingAverages } from './movingAverage.ts'

const day = (localDay: number, sum: number, weight: number): DaySum => ({
  localDay,
  startMs: localDay * 86_400_000,
  sum,
  weight,
})
const ys = (points: { y: number | null }[] | undefined) => points?.map(({ y }) => Number(y?.toFixed(3)))

test('divides by the days that have data and leaves out those without', () => {
  const litres = [day(1, 100, 1), day(2, 40, 1), day(4, 60, 1), day(5, 90, 1)]
  expect(ys(movingAverages(litres, { fromMs: 0, days: 5 })['3'])).toEqual([100, 70, 50, 75])
})

test('averages as ratios of sums, never as means of ratios', () => {
  const perMile = [day(1, 100, 50), day(2, 40, 10), day(4, 60, 40), day(5, 90, 30)]
  expect(ys(movingAverages(perMile, { fromMs: 0, days: 5 })['3'])).toEqual([2, 2.333, 2, 2.143])
})

test('uses the days before the range without showing them', () => {
  const points = movingAverages([day(1, 100, 1), day(2, 40, 1)], { fromMs: 2 * 86_400_000, days: 1 })['3']
  expect(points).toEqual([{ x: 2 * 86_400_000, y: 70 }])
})

test('offers windows that fit into the range, the shortest always', () => {
  const offered = (days: number) => Object.keys(movingAverages([], { fromMs: 0, days }))
  expect(offered(1)).toEqual(['3'])
  expect(offered(14)).toEqual(['3', '7', '14'])
  expect(offered(365)).toEqual(['3', '7', '14', '30'])
})
