import { expect, test } from 'vitest'
import { knToMps } from '#contract/domain/units.ts'
import vectors from '#contract/vectors.json' with { type: 'json' }
import { STAGES } from '#contract/wire/statistics.ts'
import { findStages } from './findStages.ts'

const PROFILE = Float64Array.from({ length: 480 }, (_, t) =>
  knToMps(t < 60 ? t / 2 : t < 360 ? 30 : t < 420 ? 30 - (t - 360) / 2 : 0),
)
const count = (sogMps: Float64Array) => {
  const { stage } = findStages(sogMps)
  return Object.fromEntries(STAGES.map((name, i) => [name, stage.filter((one) => one === i).length]))
}

test('separates acceleration, cruise and deceleration', () => {
  expect(count(PROFILE)).toEqual(vectors.stages_trapezoid)
})

test('does not take the surge of waves for acceleration', () => {
  const surging = PROFILE.map((speed, t) =>
    speed > knToMps(5) ? speed + knToMps(0.4 * Math.sin(2 * Math.PI * 0.4 * t)) : speed,
  )
  expect(count(surging)).toEqual(vectors.stages_trapezoid_wave)
})

test('assigns no stage to seconds without a speed', () => {
  const holed = PROFILE.slice()
  holed.fill(Number.NaN, 100, 200)
  expect(count(holed).cruising).toBe(vectors.stages_trapezoid.cruising - 100)
})
