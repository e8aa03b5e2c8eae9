import { expect, test } from 'vitest'
import { scaleCells } from './scaleCells.ts'

const rounded = (values: number[]) => values.map((value) => Number(value.toFixed(4)))

test('takes the 95th percentile for the hottest', () => {
  const { intensity, steps } = scaleCells([1, 1, 2, 3, 5, 8, 13, 21], {})
  expect(rounded(intensity)).toEqual([0.0549, 0.0549, 0.1099, 0.1648, 0.2747, 0.4396, 0.7143, 1])
  expect(Object.values(steps).map((value) => Number(value.toFixed(2)))).toEqual([
    3.64, 7.28, 10.92, 14.56, 18.2,
  ])
})

test('maps the steps of a logarithmic layer back to counts', () => {
  const { intensity, steps } = scaleCells([1, 10, 100], { logarithmic: true })
  expect(intensity).toEqual([...intensity].sort((a, b) => a - b))
  expect(steps[5]).toBeLessThanOrEqual(100)
  expect(steps[5]).toBeGreaterThan(50)
})

test('calls shallow water hot', () => {
  const { intensity } = scaleCells([1, 5, 50], { floats: true, reversed: true })
  expect(intensity[0]).toBeGreaterThan(intensity[1] ?? 1)
  expect(intensity[2]).toBe(0.05)
})

test('calls all cells hot when all values are equal, and none without values', () => {
  expect(scaleCells([4, 4], {}).intensity).toEqual([1, 1])
  expect(scaleCells([0, 0], {}).intensity).toEqual([1, 1])
  expect(scaleCells([], {})).toEqual({ intensity: [], steps: {} })
})
