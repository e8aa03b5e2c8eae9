import { expect, test } from 'vitest'
import { knToMps } from '#contract/units.ts'
import vectors from '#contract/vectors.json' with { type: 'json' }
import { HIGHEST_TENTH, highestTenthAbove, savitskyBrown, speedForImpacts } from './estimatedSafetySpeed.ts'

const felt = (...peaks: number[]) => peaks.map((peakG) => ({ peakG, sogKn: 30 }))
const TARGET_G = 0.8 * 3

test('scales speed so that the highest tenth of impacts meets the target', () => {
  expect(speedForImpacts(felt(...Array(12).fill(2.4)), TARGET_G)).toBeCloseTo(vectors.rog_equal, 9)
  expect(speedForImpacts(felt(...Array(12).fill(1.2)), TARGET_G)).toBeCloseTo(vectors.rog_half, 9)
  expect(speedForImpacts(felt(...Array(12).fill(4.8)), TARGET_G)).toBeCloseTo(vectors.rog_double, 9)
  expect(speedForImpacts(felt(3, ...Array(19).fill(1)), TARGET_G)).toBeCloseTo(vectors.rog_mixed, 9)
  expect(speedForImpacts([], TARGET_G)).toBeNull()
})

test('gives the published mean of a planing hull in head seas', () => {
  const hull = { lengthM: 10, beamM: 3, massKg: 6000, trimDeg: 4, deadriseDeg: 20 }
  const { meanG, loading, speedLength } = savitskyBrown(hull, 0.9, knToMps(30))
  expect([loading.toFixed(4), speedLength.toFixed(3), meanG.toFixed(4)]).toEqual([
    '0.2168',
    '5.238',
    '1.6847',
  ])
  expect(meanG * HIGHEST_TENTH).toBeCloseTo(5.564, 3)
  expect(30 * Math.sqrt(TARGET_G / (HIGHEST_TENTH * meanG))).toBeCloseTo(19.7, 2)
})

test('adds the highest tenth of the excess to the threshold', () => {
  expect(highestTenthAbove(0.5, 0.6)).toBeCloseTo(2.4816, 4)
})
