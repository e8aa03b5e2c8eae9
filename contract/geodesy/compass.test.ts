import { expect, test } from 'vitest'
import { COMPASS_POINTS, compassPoint } from './compass.ts'

test('begins each point 22.5° before its own direction', () => {
  expect([22.4, 22.5, 67.4, 337.4, 337.5].map(compassPoint)).toEqual(['N', 'NE', 'NE', 'NW', 'N'])
  expect(COMPASS_POINTS.map((_, index) => compassPoint(index * 45))).toEqual(COMPASS_POINTS)
})

test('accepts a direction of any number of turns', () => {
  expect([-90, 630, 360, -0.1].map(compassPoint)).toEqual(['W', 'W', 'N', 'N'])
})
