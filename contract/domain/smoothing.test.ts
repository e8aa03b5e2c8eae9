import fc from 'fast-check'
import { expect, test } from 'vitest'
import vectors from '../vectors.json' with { type: 'json' }
import { gapFreeRuns, longestStepMs, withGaps } from './gaps.ts'
import { oddWindow, type Smoothing, smooth } from './smoothing.ts'

const line = (value: readonly (number | null)[], timeMs = value.map((_, i) => i * 1000)) => ({
  timeMs,
  value,
})
const five: Smoothing = { window: 5, longestStepMs: 2500 }

function expectClose(found: readonly (number | null)[], wanted: readonly number[], digits = 9) {
  expect(found).toHaveLength(wanted.length)
  for (const [i, value] of found.entries()) expect(value).toBeCloseTo(wanted[i] ?? Number.NaN, digits)
}

test('weighs five points as the vector has it', () => {
  const impulse = vectors.sg_impulse.map((_, i) => (i === 5 ? 35 : 0))
  expectClose(smooth(line(impulse), five), vectors.sg_impulse)
  expect(vectors.sg5).toEqual([-3, 12, 17, 12, -3])
})

test('leaves every parabola unchanged, to both ends and for every window', () => {
  const coefficient = fc.double({ min: -10, max: 10, noNaN: true })
  fc.assert(
    fc.property(
      fc.tuple(coefficient, coefficient, coefficient),
      fc.integer({ min: 3, max: 99 }),
      fc.integer({ min: 3, max: 150 }),
      ([a, b, c], window, length) => {
        const values = Array.from({ length }, (_, i) => a + b * (i / 10) + c * (i / 10) ** 2)
        expectClose(smooth(line(values), { ...five, window }), values, 6)
      },
    ),
  )
})

test('smooths each run separately, with the window that fits it, and leaves pairs unchanged', () => {
  const value = [0, 9, 0, 9, null, 5, 1, null, 0, 0, 9, 0, 0]
  const smoothed = smooth(line(value), { ...five, method: 'moving-average' })
  expect(smoothed).toEqual([4.5, 3, 6, 4.5, null, 5, 1, null, 3, 2.25, 1.8, 2.25, 3])
  const timeMs = value.map((_, i) => i * 1000 + (i > 9 ? 10_000 : 0))
  expect(smooth(line(value, timeMs), { ...five, method: 'moving-average' }).slice(8)).toEqual([
    0, 0, 4.5, 3, 0,
  ])
})

test('smooths courses the short way round, and keeps signs of attitudes', () => {
  const north = smooth(line([350, 10, 350, 10, 350]), { ...five, isAngle: true, method: 'moving-average' })
  for (const value of north) expect(Math.min(value ?? 180, 360 - (value ?? 180))).toBeLessThan(10)
  const rolling = smooth(line([-4, -2, 0, 2, 4]), { ...five, isAngle: true })
  expectClose(rolling, [-4, -2, 0, 2, 4], 2)
})

test('makes windows odd and keeps them between 3 and 99', () => {
  expect([1, 3, 4, 52, 53, 98, 99, 100, 1000].map(oddWindow)).toEqual([3, 3, 5, 53, 53, 99, 99, 99, 99])
})

test('finds gaps of more than two and a half steps, and shows each by one null', () => {
  const timeMs = [0, 1000, 3500, 6001, 7000]
  const value = [1, 2, 3, 4, null]
  expect(gapFreeRuns({ timeMs, value }, longestStepMs(1000))).toEqual([
    [0, 3],
    [3, 4],
  ])
  expect(gapFreeRuns({ timeMs, value }, longestStepMs(1000, 10_000))).toEqual([[0, 4]])
  expect(withGaps({ timeMs, value }, 1000)).toEqual({
    timeMs: [0, 1000, 3500, 4500, 6001, 7000],
    value: [1, 2, 3, null, 4, null],
  })
})
