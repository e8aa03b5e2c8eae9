import { expect, test } from 'vitest'
import { DAY_S } from '#contract/domain/time.ts'
import { busyTimes, planHistory, resumeHistory } from './historyPlan.ts'

const NOW_S = 1_790_000_000

test('plans thirty days and more without a gap at a first start, from the newest back', () => {
  const { spans } = planHistory(NOW_S)
  expect(spans.slice(0, 4).map(({ toS }) => NOW_S - toS)).toEqual([0, DAY_S / 24, DAY_S, 2 * DAY_S])
  for (const [i, span] of spans.slice(1).entries()) expect(span.toS).toBe(spans[i]?.fromS)
  expect(NOW_S - (spans.at(-1)?.fromS ?? NOW_S)).toBeGreaterThanOrEqual(30 * DAY_S)
  expect(spans[0]?.sensors).toBeGreaterThan(spans.at(-1)?.sensors ?? 9)
})

test('plans first the time since it stopped and then the rest at a later start, and keeps the live time', () => {
  const before = { ...planHistory(NOW_S, 3), done: 14 + 5 }
  before.live = [[NOW_S, NOW_S + 3600]]
  const laterS = NOW_S + 3 * DAY_S
  const after = resumeHistory(before, laterS, 14)
  expect(after.spans.slice(-3)).toEqual(before.spans.slice(1))
  const missed = after.spans.slice(0, -3)
  expect(missed[0]?.toS).toBe(laterS)
  expect(missed.at(-1)?.fromS).toBeLessThanOrEqual(NOW_S + 3600)
  expect(busyTimes(after)).toEqual([
    [NOW_S, NOW_S + 3600],
    [laterS, Number.POSITIVE_INFINITY],
  ])
})
