import { expect, test } from 'vitest'
import vectors from '#contract/vectors.json' with { type: 'json' }
import { hullLocation } from './hullLocation.ts'

const CASES = Object.entries(vectors).flatMap(([name, location]) => {
  const match = /^hull\((.*), (.*), (.*)\)$/.exec(name)
  return match ? [[match.slice(1).map(Number), location] as const] : []
})

test('finds the thirteen directions of the vectors', () => {
  expect(CASES).toHaveLength(13)
  for (const [[x = 0, y = 0, z = 0], location] of CASES)
    expect([x, y, z, hullLocation(x, y, z)]).toEqual([x, y, z, location])
})

test('names an impact from the starboard quarter by the side it came from, not by the side it pushed to', () => {
  expect(hullLocation(1, -1, 0)).toBe('starboard-quarter')
  expect(hullLocation(3, 0, 0)).toBe('stern')
})
