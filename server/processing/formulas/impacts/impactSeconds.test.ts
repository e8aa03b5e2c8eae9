import { expect, test } from 'vitest'
import vectors from '#contract/vectors.json' with { type: 'json' }
import type { Motion } from '#server/telemetry/motion.ts'
import { cutMotion, playMotion, slam } from '#server/testing/playMotion.ts'
import { impactScalar, removeGravity } from './impactScalar.ts'
import { impactSeconds } from './impactSeconds.ts'
import { lowPass, lowPassBiquad } from './lowPass.ts'
import { motionSegments } from './motionSegments.ts'

const S = 1_000_000

const motion = (rateHz: number, seconds: number, forceZ: (t: number) => number, level = true) =>
  playMotion(rateHz, seconds, (t) => forceZ(t), { level })

const peakOf = (source: Motion) =>
  Math.max(...motionSegments(source).flatMap((segment) => [...impactScalar(removeGravity(segment))]))

test('has the published coefficients at the usual rates', () => {
  expect(lowPassBiquad(50).b0).toBeCloseTo(0.2644937733, 9)
  expect(lowPassBiquad(50).a1).toBeCloseTo(-0.1159765271, 9)
  expect(lowPassBiquad(100).a2).toBeCloseTo(0.3404282844, 9)
  expect(lowPassBiquad(200).b1).toBeCloseTo(0.0591381494, 9)
})

test('attenuates 10 Hz by 3 dB at every rate', () => {
  for (const rateHz of [50, 100, 400]) {
    const sine = Float64Array.from({ length: rateHz * 20 }, (_, i) =>
      Math.sin((2 * Math.PI * 10 * i) / rateHz + 0.3),
    )
    const middle = lowPass(sine, rateHz).subarray(rateHz * 5, rateHz * 15)
    const rms = Math.sqrt(middle.reduce((sum, value) => sum + value * value, 0) / middle.length)
    expect(rms * Math.SQRT2).toBeCloseTo(Math.SQRT1_2, 3)
  }
})

test('does not change a constant', () => {
  for (const value of lowPass(new Float64Array(100).fill(1.25), 50)) expect(value).toBeCloseTo(1.25, 9)
})

test('finds the filtered peak of a slam at 50, 100 and 200 Hz', () => {
  for (const rateHz of [50, 100, 200] as const) {
    const expected = vectors[`slam_filtered_${rateHz}`][0]?.peak ?? 0
    expect(Math.abs(peakOf(motion(rateHz, 5, slam)) / expected - 1)).toBeLessThan(0.01)
  }
})

test('takes neither free fall nor gravity for an impact', () => {
  expect(peakOf(motion(50, 5, () => 1))).toBeCloseTo(0, 9)
  const fall = impactSeconds([motion(50, 6, (t) => (t >= 2 && t < 3 ? 0 : 1))], 2.4 * S, 2.6 * S)
  expect(fall.every(({ value }) => (value ?? 1) < 0.35)).toBe(true)
})

test('removes gravity by the attitude of a heeled and trimmed boat', () => {
  const heeled = motion(50, 5, () => Math.cos(0.3) * Math.cos(0.1))
  heeled.rollRad.fill(0.3)
  heeled.pitchRad.fill(0.1)
  heeled.forceXG.fill(Math.sin(0.1))
  heeled.forceYG.fill(-Math.cos(0.1) * Math.sin(0.3))
  expect(peakOf(heeled)).toBeCloseTo(0, 9)
})

test('removes gravity without an attitude', () => {
  expect(Math.abs(peakOf(motion(50, 70, (t) => slam(t - 60), false)) / 3.99 - 1)).toBeLessThan(0.05)
})

test('gives each second a peak for each sensor and one for all sensors', () => {
  const bow = { ...motion(50, 5, slam), sensor: 2 }
  const readings = impactSeconds([motion(50, 5, () => 1), bow], 0, 5 * S)
  const at = (second: number, instance: number) =>
    readings.find((reading) => reading.timeUs === second * S && reading.instance === instance)?.value
  expect(at(2, 2)).toBeGreaterThan(3.9)
  expect(at(2, 1)).toBeLessThan(0.01)
  expect(at(2, 0)).toBe(at(2, 2))
  expect(at(4, 0)).toBeLessThan(0.2)
})

test('uses the chosen sensors for the vessel, and all sensors while these are silent', () => {
  const bow = { ...motion(50, 5, slam), sensor: 2 }
  const stern = cutMotion(
    motion(50, 5, () => 1),
    0,
    3,
  )
  const settings = new Map([[1, { useWithSafetySpeed: true, mountings: [] }]])
  const readings = impactSeconds([stern, { ...bow, sensor: 2 }], 0, 5 * S, settings)
  const at = (second: number) =>
    readings.find(({ timeUs, instance }) => timeUs === second * S && instance === 0)?.value
  expect(at(2)).toBeLessThan(0.01)
  expect(at(4)).toBe(readings.find((one) => one.timeUs === 4 * S && one.instance === 2)?.value)
})

test('computes the same seconds from any interval read around them', () => {
  const all = motion(50, 20, (t) => slam(t % 4))
  const mg = (readings: ReturnType<typeof impactSeconds>) =>
    readings.map(({ timeUs, instance, value }) => [timeUs, instance, Math.round((value ?? 0) * 1000)])
  expect(mg(impactSeconds([cutMotion(all, 6, 15)], 8 * S, 12 * S))).toEqual(
    mg(impactSeconds([all], 8 * S, 12 * S)),
  )
})

test('does not interpolate over a gap', () => {
  const source = motion(50, 10, () => 1)
  const holes = (_: number, i: number) => i < 200 || i >= 300
  const columns = Object.entries(source).map(([name, values]) => [
    name,
    values instanceof Float64Array ? values.filter(holes) : values,
  ])
  const holed = Object.fromEntries(columns) as Motion
  expect(motionSegments(holed).map(({ timeUs }) => timeUs[0])).toEqual([0, 6 * S])
})
