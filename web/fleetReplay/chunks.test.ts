import { expect, test } from 'vitest'
import { HOUR_MS } from '#contract/domain/time.ts'
import { chunksAround } from './chunks.ts'

const day = { fromMs: 0, toMs: 24 * HOUR_MS }
const hours = (chunks: readonly { fromMs: number; toMs: number }[]) =>
  chunks.map(({ fromMs, toMs }) => [fromMs / HOUR_MS, toMs / HOUR_MS])

test('loads the chunk of a moment and its two neighbours, within the period', () => {
  const { needed, ahead } = chunksAround(7.5 * HOUR_MS, 60, day)
  expect(hours(needed)).toEqual([
    [4, 6],
    [6, 8],
    [8, 10],
  ])
  expect(hours(ahead)).toEqual([[10, 12]])
  expect(hours(chunksAround(0, 60, day).needed)).toEqual([
    [0, 2],
    [2, 4],
  ])
  const end = chunksAround(day.toMs, 60, { fromMs: HOUR_MS, toMs: 23.5 * HOUR_MS })
  expect(hours(end.needed)).toEqual([[22, 23.5]])
  expect(end.ahead).toEqual([])
})
