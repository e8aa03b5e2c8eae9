import { expect, test } from 'vitest'
import { knToMps, mpsToKn, NAUTICAL_MILE_M } from '#contract/domain/units.ts'
import vectors from '#contract/vectors.json' with { type: 'json' }
import { bestBand, ecoBand } from './ecoBand.ts'

const FAST = { topSpeedMps: knToMps(42), cruisingSpeedMps: knToMps(16) }
const CURVE = new Map(Array.from({ length: 34 }, (_, i) => [8 + i, 1.2 + 0.004 * (8.5 + i - 24) ** 2]))

test('finds the best speed and all speeds within a twentieth of its economy', () => {
  const band = bestBand(CURVE, FAST)
  expect(mpsToKn(band?.speedMps ?? 0)).toBeCloseTo(vectors.eco.eco, 9)
  expect([mpsToKn(band?.fromMps ?? 0), mpsToKn(band?.toMps ?? 0)].map((kn) => Math.round(kn))).toEqual(
    vectors.eco.band,
  )
})

test('advises no walking pace to a planing boat, and the most economical speed to a slow one', () => {
  const crawling = new Map([[4, 0.5], ...CURVE])
  expect(mpsToKn(bestBand(crawling, FAST)?.speedMps ?? 0)).toBeGreaterThan(20)
  const slow = { topSpeedMps: knToMps(11), cruisingSpeedMps: knToMps(8) }
  expect(
    mpsToKn(
      bestBand(
        new Map([
          [4, 0.5],
          [7, 0.9],
        ]),
        slow,
      )?.speedMps ?? 0,
    ),
  ).toBeCloseTo(4.5, 9)
})

test('returns no band before five hours at eight speeds', () => {
  const bins = (speeds: number, secondsEach: number) =>
    new Map(
      Array.from({ length: speeds }, (_, i) => {
        const cruise_m = ((10 + i) * NAUTICAL_MILE_M * secondsEach) / 3600
        const cruise_m3 = (0.002 * cruise_m) / NAUTICAL_MILE_M
        return [10 + i, { bin_s: 0, bin_m3: 0, bin_m: 0, cruise_s: secondsEach, cruise_m3, cruise_m }]
      }),
    )
  expect(ecoBand(bins(7, 3600), FAST)).toBeNull()
  expect(ecoBand(bins(8, 2000), FAST)).toBeNull()
  expect(mpsToKn(ecoBand(bins(8, 2300), FAST)?.speedMps ?? 0)).toBeCloseTo(17.5, 6)
})
