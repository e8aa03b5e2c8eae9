import { expect, test } from 'vitest'
import { profileAxes, profileLevel } from './profileAxes.ts'

const calm = { safety_quality: 1, impact_frequency: 0, peak_impact: 0.4, in_eco_speed_ratio: 0.6 }

test('scales impacts to two red ones a mile and to a peak of 8 g', () => {
  const shares = profileAxes({ ...calm, impact_frequency: 0.5, peak_impact: 6 })
  expect(shares.map(({ share }) => share)).toEqual([1, 0.75, 0.25, 0.6])
})

test('keeps each axis visible', () => {
  const worst = { safety_quality: 0, impact_frequency: 9, peak_impact: 20, in_eco_speed_ratio: 0 }
  expect(profileAxes(worst).map(({ share }) => share)).toEqual([0.05, 0.05, 0.05, 0.05])
})

test('draws no axis for an unmeasured value', () => {
  const blind = { ...calm, impact_frequency: null, peak_impact: null }
  expect(profileAxes(blind).map(({ part }) => part)).toEqual(['safety_quality', 'in_eco_speed_ratio'])
})

test.each([
  [0.05, 'high'],
  [0.1, 'high'],
  [0.11, 'mid'],
  [0.5, 'mid'],
  [0.51, 'low'],
])('takes the colour of the worst axis: %f is %s', (safety_quality, level) => {
  expect(profileLevel(profileAxes({ ...calm, safety_quality, in_eco_speed_ratio: 1 }))).toBe(level)
})
