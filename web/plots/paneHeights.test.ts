import { expect, test } from 'vitest'
import { evenHeights, sharedHeights } from './paneHeights.ts'
import { AXIS_PX } from './panePlot.ts'

const beside = (rows: number) => ({ headPx: 0, rows })
const below = (headPx: number) => ({ headPx, rows: 0 })
const sumOf = (heights: number[]) => heights.reduce((sum, one) => sum + one, 0)

test('fills the height, with the first pane the tallest', () => {
  const heights = sharedHeights([beside(1), beside(1), beside(1)], 384)
  expect(heights).toEqual([165, 120, 75 + AXIS_PX])
})

test('takes from tall panes what the values of a low one need', () => {
  const heights = sharedHeights([beside(1), beside(1), beside(6)], 384)
  expect(heights[2]).toBe(120 + AXIS_PX)
  expect(sumOf(heights)).toBeLessThanOrEqual(384)
  expect(sumOf(heights)).toBeGreaterThan(380)
})

test('grows beyond the height rather than draw a pane too low to read', () => {
  expect(sharedHeights([below(36), below(18), below(18)], 120)).toEqual([76, 58, 58 + AXIS_PX])
  expect(sharedHeights([], 120)).toEqual([])
})

test('gives even panes the same space for their lines', () => {
  const [high = 0, low = 0] = evenHeights([below(36), below(18), below(18)])
  expect(high - low).toBe(18)
  expect(evenHeights([beside(1), beside(9)])).toEqual([104, 180 + AXIS_PX])
})
