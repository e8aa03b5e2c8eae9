import { describe, expect, test } from 'vitest'
import vectors from '#contract/vectors.json' with { type: 'json' }
import type { ImpactPeak } from '#server/telemetry/impactBlock.ts'
import type { Motion } from '#server/telemetry/motion.ts'
import { playMotion, pulse, slam } from '#server/testing/playMotion.ts'
import { findPeaks } from './findPeaks.ts'
import { impactScalar, removeGravity, withoutGravity } from './impactScalar.ts'
import { freeFallS } from './measurePeak.ts'
import { motionSegments } from './motionSegments.ts'
import { type Mounting, mountingOf } from './mounting.ts'

function peaksOf(motion: Motion, { filter = false, floorG = 0.3, mounting = null as Mounting | null } = {}) {
  return motionSegments(motion).flatMap((segment) => {
    const { forceXG, forceYG, forceZG } = segment
    const raw = { xG: forceXG.slice(), yG: forceYG.slice(), zG: forceZG.slice() }
    const acceleration = filter ? removeGravity(segment, mounting) : withoutGravity(segment, raw, mounting)
    const measured = { segment, acceleration, scalar: impactScalar(acceleration) }
    return findPeaks(1, measured, 0, 1e9, 0, floorG)
  })
}

/** Peaks found in (0, 60 s) of a scalar at 100 Hz. It is zero except for these hits of 3 samples: second, height. */
function hits(
  given: readonly (readonly [second: number, g: number])[],
  { fromS = 0, toS = 60, contextS = 0 } = {},
) {
  const scalar = new Float64Array(6000)
  for (const [second, g] of given) {
    const i = Math.round(second * 100)
    scalar.set([g / 2, g, g / 2], i - 1)
  }
  const timeUs = Float64Array.from(scalar, (_, i) => i * 10_000)
  const none = new Float64Array(6000)
  const segment = {
    ...{ rateHz: 100, timeUs, forceXG: none, forceYG: none, forceZG: scalar, rollRad: none, pitchRad: none },
  }
  const measured = { segment, acceleration: { xG: none, yG: none, zG: scalar, forceG: scalar }, scalar }
  return findPeaks(1, measured, fromS * 1e6, toS * 1e6, contextS * 1e6).map(({ timeUs, peakG }) => [
    timeUs / 1e6,
    peakG,
  ])
}

describe('hits that follow each other', () => {
  test('finds each hit at or above the floor, in order of time', () => {
    expect(
      hits([
        [10, 1],
        [20, 3],
        [30, 0.3],
        [40, 0.299],
      ]),
    ).toEqual([
      [10, 1],
      [20, 3],
      [30, 0.3],
    ])
  })

  test('keeps the higher of two hits within half a second, and both at half a second', () => {
    expect(
      hits([
        [10, 1],
        [10.49, 2],
      ]),
    ).toEqual([[10.49, 2]])
    expect(
      hits([
        [10, 1],
        [10.5, 2],
      ]),
    ).toEqual([
      [10, 1],
      [10.5, 2],
    ])
    // A peak hidden by a higher one hides no other peak.
    expect(
      hits([
        [10, 1],
        [10.4, 2],
        [10.8, 3],
      ]),
    ).toEqual([
      [10, 1],
      [10.8, 3],
    ])
    // The first of two equal peaks wins.
    expect(
      hits([
        [10, 2],
        [10.3, 2],
      ]),
    ).toEqual([[10, 2]])
  })

  test('lets peaks around the interval compete, but does not return them', () => {
    expect(
      hits(
        [
          [9.8, 3],
          [10, 1],
          [19.9, 1],
          [20, 3],
        ],
        { fromS: 10, toS: 20 },
      ),
    ).toEqual([
      [10, 1],
      [19.9, 1],
    ])
    const around = { fromS: 10, toS: 20, contextS: 1 }
    expect(
      hits(
        [
          [9.8, 3],
          [10, 1],
          [15, 1],
          [19.9, 1],
          [20, 3],
        ],
        around,
      ),
    ).toEqual([[15, 1]])
  })
})

interface Expected {
  t_peak: number
  peak: number
  acc: number[]
  duration: number
  rise: number
  jerk: number
  free_fall: number
}

function expectPeak(found: ImpactPeak | undefined, expected: Expected, share: number) {
  if (!found) throw new Error('there is no peak')
  const near = (value: number, wanted: number) =>
    expect(Math.abs(value - wanted)).toBeLessThanOrEqual(Math.abs(wanted) * share + 1e-9 + 5e-5)
  expect(found.timeUs / 1e6).toBeCloseTo(expected.t_peak, 6)
  near(found.peakG, expected.peak)
  near(found.durationS, expected.duration)
  near(found.riseS, expected.rise)
  expect(Math.abs(found.jerkGPerS / expected.jerk - 1)).toBeLessThanOrEqual(share)
  near(found.freeFallS, expected.free_fall)
  ;[found.xG, found.yG, found.zG].forEach((value, axis) => {
    near(value, expected.acc[axis] ?? 0)
  })
}

describe('a slam', () => {
  test.for([50, 100, 200, 1000] as const)('measures a slam at %i Hz without a filter', (rateHz) => {
    const peaks = peaksOf(playMotion(rateHz, 5, (t) => slam(t)))
    expect(peaks).toHaveLength(1)
    expectPeak(peaks[0], vectors[`slam_unfiltered_${rateHz}`][0] as Expected, 0.001)
  })

  test.for([50, 100, 200, 1000] as const)('measures a slam at %i Hz with a filter', (rateHz) => {
    const peaks = peaksOf(
      playMotion(rateHz, 5, (t) => slam(t)),
      { filter: true },
    )
    const high = peaks.filter(({ peakG }) => peakG > 1)
    expect(high).toHaveLength(1)
    expectPeak(high[0], vectors[`slam_filtered_${rateHz}`][0] as Expected, 0.01)
  })

  test('measures a slam at the worst phase', () => {
    const late = (t: number) => (t >= 1.6 - 1e-9 && t < 2.01 ? 0 : 1 + pulse(t, 2.01, 4))
    const [peak] = peaksOf(playMotion(50, 5, late))
    expectPeak(peak, vectors.slam_unfiltered_50_halfphase[0] as Expected, 0.001)
  })

  test('measures a slam as its closed form', () => {
    const [peak] = peaksOf(playMotion(10_000, 5, (t) => slam(t)))
    expect(peak?.durationS).toBeCloseTo(vectors.closed_dur_10_10, 5)
    expect(peak?.riseS).toBeCloseTo(vectors.closed_rise, 5)
    expect(peak?.jerkGPerS).toBeCloseTo(vectors.closed_jerk, 1)
    expect(peak?.freeFallS).toBeCloseTo(0.4, 3)
  })

  test('measures a slam from rest without free fall', () => {
    const [peak] = peaksOf(playMotion(50, 5, (t) => 1 + pulse(t, 2, 3)))
    expectPeak(peak, vectors.no_freefall[0] as Expected, 0.001)
  })

  test('measures a slam from the side', () => {
    const hit =
      ([x, y, z]: number[]) =>
      (t: number) => {
        const a = pulse(t, 2, 2)
        return [a * (x ?? 0), a * (y ?? 0), 1 + a * (z ?? 0)] as const
      }
    const [peak] = peaksOf(playMotion(50, 5, hit([-Math.SQRT1_2, -Math.SQRT1_2, 0.1])))
    // The vectors round the direction to four places and the peak to two.
    expectPeak(peak, { ...vectors.stbd_bow_hit[0], peak: 2.00998 } as Expected, 0.001)
  })
})

test('counts a fall that ended at most 0.2 s before the onset of a hit, and no earlier one', () => {
  const timeUs = Float64Array.from({ length: 200 }, (_, i) => i * 10_000)
  // The boat falls from 0.5 to 1 s. The force crosses 0.35 g between two samples, at 1.0035 s.
  const forceG = Float64Array.from(timeUs, (_, i) => (i >= 50 && i <= 100 ? 0 : 1))
  const fallBefore = (onsetUs: number) => freeFallS(timeUs, forceG, 150, onsetUs)
  const longS = 0.5 + 2 * 0.0035
  expect(fallBefore(1_100_000)).toBeCloseTo(longS, 9)
  expect(fallBefore(1_203_400)).toBeCloseTo(longS, 9)
  expect([fallBefore(1_203_600), fallBefore(1_300_000)]).toEqual([0, 0])
})

describe('one hit or two', () => {
  const twoSlams = (apartS: number) =>
    peaksOf(playMotion(50, 5, (t) => 1 + pulse(t, 2, 3) + pulse(t, 2 + apartS, 3))).map(
      ({ timeUs }) => timeUs / 1e6,
    )

  test('joins slams 0.3 s apart, and separates slams 0.8 s apart', () => {
    expect(twoSlams(0.3)).toEqual(vectors['two_slams_0.3s'])
    expect(twoSlams(0.8)).toEqual(vectors['two_slams_0.8s'])
  })

  test('finds no hit below the floor, one at the floor, and none after a fall alone', () => {
    const hit = (peakG: number) =>
      peaksOf(
        playMotion(50, 5, (t) => 1 + pulse(t, 2, peakG)),
        { floorG: 0.5 - 1e-12 },
      ).map((peak) => peak.peakG)
    expect(hit(0.49)).toEqual(vectors.below_threshold)
    expect(hit(0.5)[0]).toBeCloseTo(vectors.at_threshold[0] ?? 0, 9)
    expect(peaksOf(playMotion(50, 5, (t) => (t >= 2 && t < 3 ? 0 : 1)))).toEqual(vectors.freefall_only)
  })
})

describe('remarks on a peak', () => {
  test('marks a peak at the end of the range as clipped', () => {
    const [high] = peaksOf(playMotion(100, 5, (t) => Math.min(32.767, 1 + pulse(t, 2, 40))))
    const [low] = peaksOf(playMotion(100, 5, (t) => 1 + pulse(t, 2, 20)))
    expect([high?.clipped, low?.clipped]).toEqual([true, false])
    const cut = (rangeG: number, peakG: number) =>
      peaksOf(playMotion(50, 5, (t) => Math.min(rangeG, 1 + pulse(t, 2, peakG))))[0]?.clipped
    expect([cut(8, 9), cut(16, 20), cut(7.99, 9), cut(15.99, 30)]).toEqual([true, true, true, true])
    // Another range, recognised by its flat top.
    expect([cut(4, 8), cut(6, 4), cut(16, 9)]).toEqual([true, false, false])
  })

  test('marks a peak of a slow sensor as degraded, and a steep rise as coarse', () => {
    const [slow] = peaksOf(playMotion(20, 5, (t) => 1 + pulse(t, 2, 4)))
    const [quick] = peaksOf(playMotion(50, 5, (t) => 1 + pulse(t, 2, 4)))
    expect([slow?.degraded, slow?.coarse, quick?.degraded, quick?.coarse]).toEqual([true, true, false, false])
  })

  test('returns the direction in the boat’s axes when the sensor is mounted turned', () => {
    // The sensor's forward axis points to the boat's starboard.
    const [peak] = peaksOf(
      playMotion(50, 5, (t) => [pulse(t, 2, 2), 0, 1]),
      {
        filter: true,
        mounting: mountingOf({ xAxis: 'starboard', zAxis: 'up', levelling: null }),
      },
    )
    expect(peak?.xG).toBeCloseTo(0, 6)
    expect(peak?.yG).toBeGreaterThan(1.9)
  })
})

test('finds all peaks although samples are missing', () => {
  const whole = playMotion(50, 5, (t) => slam(t))
  const keep = (values: Float64Array) => values.filter((_, i) => i !== 60 && i !== 90 && i !== 91)
  const holed = {
    ...whole,
    timeUs: keep(whole.timeUs),
    forceXG: keep(whole.forceXG),
    forceYG: keep(whole.forceYG),
    forceZG: keep(whole.forceZG),
    rollRad: keep(whole.rollRad),
    pitchRad: keep(whole.pitchRad),
  }
  expect(peaksOf(holed, { filter: true }).map(({ timeUs }) => timeUs)).toEqual(
    peaksOf(whole, { filter: true }).map(({ timeUs }) => timeUs),
  )
})
