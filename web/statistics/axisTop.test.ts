import { expect, test } from 'vitest'
import { axisTop } from './axisTop.ts'

test('includes a limit above all values, on round ticks', () => {
  expect(axisTop(2.1, 6)).toBe(8)
  expect(axisTop(90, 100)).toBe(150)
  expect(axisTop(Number.NEGATIVE_INFINITY, 3)).toBe(4)
})

test('leaves the axis unchanged when values exceed the limit', () => {
  expect(axisTop(6.5, 6)).toBeNull()
})
