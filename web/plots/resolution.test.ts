import { expect, test } from 'vitest'
import vectors from '#contract/vectors.json' with { type: 'json' }
import { studioStepS, telemetryStepS } from './resolution.ts'

const THREE_HOURS_S = 3 * 3600

test('gives a plot of a trip the resolution of the spec, at least fifteen seconds apart', () => {
  expect(telemetryStepS(THREE_HOURS_S)).toBe(vectors.resolution_3h.telemetry)
  expect([telemetryStepS(60), telemetryStepS(4500), telemetryStepS(4501)]).toEqual([15, 15, 16])
})

test('takes the next round step in the data studio', () => {
  expect(studioStepS(THREE_HOURS_S)).toBe(30)
  // No round step lies between.
  expect(studioStepS(vectors.resolution_3h.studio * 500 - 1000)).toBe(20)
  expect([1, 500, 501, 2000 * 3600].map(studioStepS)).toEqual([1, 1, 2, 14_400])
})
