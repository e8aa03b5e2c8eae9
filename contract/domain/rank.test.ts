import { expect, test } from 'vitest'
import vectors from '../vectors.json' with { type: 'json' }
import { rankOf } from './rank.ts'

test('counts progress from one rank to the next', () => {
  for (const [points, progress] of Object.entries(vectors.progress))
    expect([points, rankOf(Number(points)).progress]).toEqual([points, expect.closeTo(progress, 4)])
})

test('returns the rank whose threshold is reached', () => {
  expect(rankOf(0).title).toBe('trainee')
  expect(rankOf(19_999).title).toBe('trainee')
  expect(rankOf(20_000)).toMatchObject({ level: 1, title: 'beginner' })
  expect(rankOf(5_000_000)).toEqual({ level: 9, title: 'legend', progress: 100 })
})
