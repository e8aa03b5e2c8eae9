import { expect, test } from 'vitest'
import { HOUR_MS } from '#contract/domain/time.ts'
import { studioStepS } from '../../../plots/resolution.ts'
import { detailOf } from './detail.ts'

const whole = { fromMs: 0, toMs: 10 * HOUR_MS, stepMs: 120_000 }

test('limits a plot to 500 points, on round steps of at least a second', () => {
  for (const durationS of [1, 300, 501, 3600, 30_000, 86_400, 40 * 86_400]) {
    expect(durationS / studioStepS(durationS)).toBeLessThanOrEqual(500)
  }
  expect([studioStepS(60), studioStepS(8 * 3600), studioStepS(30_000)]).toEqual([1, 60, 60])
})

test('loads no detail for the whole trip, and finer buckets with a margin for a part', () => {
  expect(detailOf([0, 10 * HOUR_MS], whole)).toBeNull()
  const detail = detailOf([5 * HOUR_MS, 5 * HOUR_MS + 400_000], whole)
  expect(detail?.stepMs).toBe(1000)
  expect(detail?.fromMs).toBeLessThanOrEqual(5 * HOUR_MS - 200_000)
  expect(detail?.toMs).toBeGreaterThanOrEqual(5 * HOUR_MS + 600_000)
})

test('stays inside the trip, and loads the same detail after a little panning', () => {
  const atEnd = detailOf([0, 400_000], whole)
  expect(atEnd?.fromMs).toBe(0)
  const [a, b] = [1000, 5000].map((byMs) => detailOf([HOUR_MS + byMs, HOUR_MS + 400_000 + byMs], whole))
  expect(a).toEqual(b)
})
