import { expect, test } from 'vitest'
import { HOUR_MS } from '#contract/domain/time.ts'
import { piecesAround } from './pieces.ts'

const day = { fromMs: 0, toMs: 24 * HOUR_MS }
const hours = (pieces: readonly { fromMs: number; toMs: number }[]) =>
  pieces.map(({ fromMs, toMs }) => [fromMs / HOUR_MS, toMs / HOUR_MS])

test('loads the chunk of a moment and its two neighbours, within the period', () => {
  const { needed, ahead } = piecesAround(7.5 * HOUR_MS, 60, day)
  expect(hours(needed)).toEqual([
    [4, 6],
    [6, 8],
    [8, 10],
  ])
  expect(hours(ahead)).toEqual([[10, 12]])
  expect(hours(piecesAround(0, 60, day).needed)).toEqual([
    [0, 2],
    [2, 4],
  ])
  const end = piecesAround(day.toMs, 60, { fromMs: HOUR_MS, toMs: 23.5 * HOUR_MS })
  expect(hours(end.needed)).toEqual([[22, 23.5]])
  expect(end.ahead).toEqual([])
})
