import { expect, test } from 'vitest'
import { axisTop } from './axisTop.ts'

test('a line across that no value reaches is within the chart, on round ticks', () => {
  expect(axisTop(2.1, 6)).toBe(8)
  expect(axisTop(90, 100)).toBe(150)
  expect(axisTop(Number.NEGATIVE_INFINITY, 3)).toBe(4)
})

test('values beyond it leave the axis as it is', () => {
  expect(axisTop(6.5, 6)).toBeNull()
})
