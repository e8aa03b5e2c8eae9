import { expect, test } from 'vitest'
import { effectiveWeights, scoreShares } from './scoreShares.ts'

test('weighs impacts against two red ones a mile and a peak of 8 g, and never as nothing', () => {
  const rough = { safety_quality: 0.4, impact_frequency: 0.5, peak_impact: 2, in_eco_speed_ratio: 0 }
  expect(scoreShares(rough)).toEqual({
    safety_quality: 0.4,
    impact_frequency: 0.75,
    peak_impact: 0.75,
    in_eco_speed_ratio: 0,
  })
  const worst = scoreShares({ ...rough, impact_frequency: 7, peak_impact: 12 })
  expect([worst.impact_frequency, worst.peak_impact]).toEqual([0.05, 0.05])
})

test('gives no points to what was not measured, and its weight to the others', () => {
  const blind = {
    safety_quality: 0.9,
    impact_frequency: null,
    peak_impact: null,
    in_eco_speed_ratio: 0.5,
  }
  expect(scoreShares(blind).peak_impact).toBeNull()
  const weights = effectiveWeights(['safety_quality', 'in_eco_speed_ratio'])
  expect(weights.safety_quality).toBeCloseTo(5 / 6)
  expect(weights.in_eco_speed_ratio).toBeCloseTo(1 / 6)
  expect(weights.peak_impact).toBe(0)
})
