import { expect, test } from 'vitest'
import { mercatorX, mercatorY } from '#contract/geodesy/mercator.ts'
import { FLOATS_PER_SPOT, gatherHeat } from './gatherHeat.ts'

const spot = (spots: Float32Array, index = 0) => {
  const [x = 0, y = 0, fineX = 0, fineY = 0, intensity] = spots.subarray(index * FLOATS_PER_SPOT)
  return { x: x + fineX, y: y + fineY, intensity }
}

test('keeps points that are far apart on the screen, to the metre', () => {
  const spots = gatherHeat(
    [
      [64.15, -21.95, 0.4],
      [64.2, -22.1, 0.9],
    ],
    12,
  )
  expect(spots).toHaveLength(2 * FLOATS_PER_SPOT)
  expect(spot(spots).x).toBeCloseTo(mercatorX(-21.95), 9)
  expect(spot(spots).y).toBeCloseTo(mercatorY(64.15), 9)
  expect(spot(spots).intensity).toBeCloseTo(0.4)
  expect(spot(spots, 1).intensity).toBeCloseTo(0.9)
})

test('merges neighbours into one spot with their mean when zoomed out', () => {
  const spots = gatherHeat(
    [
      [64.15, -21.95, 0.4],
      [64.1502, -21.9502, 0.4],
      [64.1504, -21.9504, 0.4],
    ],
    4,
  )
  expect(spots).toHaveLength(FLOATS_PER_SPOT)
  expect(spot(spots).intensity).toBeCloseTo(0.4)
  expect(spot(spots).y).toBeCloseTo(mercatorY(64.1502), 7)
})

test('keeps a hot point visible among mild ones', () => {
  const mild = Array.from({ length: 9 }, (): [number, number, number] => [64.15, -21.95, 0.1])
  expect(spot(gatherHeat([...mild, [64.15, -21.95, 1]], 8)).intensity).toBeGreaterThan(0.5)
})

test('returns nothing for no points', () => {
  expect(gatherHeat([], 5)).toHaveLength(0)
})
