import { expect, test } from 'vitest'
import { periodMeans } from './periodMeans.ts'

test('returns a day as it is, and for a week the mean of its days with a value', () => {
  const days = [1, 2, 3, 8, 9].map((x) => ({ x, y: x === 2 ? null : x }))
  expect(periodMeans(days, [1, 2, 3])).toEqual([
    { x: 1, y: 1 },
    { x: 2, y: null },
    { x: 3, y: 20 / 3 },
  ])
  expect(periodMeans(days, [1, 8, 15])).toEqual([
    { x: 1, y: 2 },
    { x: 8, y: 8.5 },
    { x: 15, y: null },
  ])
  expect(periodMeans([], [1])).toEqual([{ x: 1, y: null }])
})
