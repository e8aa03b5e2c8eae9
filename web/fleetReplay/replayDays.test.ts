import { expect, test } from 'vitest'
import { replayDays, replayRange } from './replayDays.ts'

const now = new Date(2026, 10, 23, 11, 20, 30)

test('replays at most a week, and nothing in the future', () => {
  const days = (from: string, to: string) => replayDays({ from, to }, now)
  expect(days('2026-11-20', '2026-11-20')).toEqual({ from: '2026-11-20', to: '2026-11-20' })
  expect(days('2026-11-01', '2026-11-30')).toEqual({ from: '2026-11-01', to: '2026-11-07' })
  expect(days('2026-11-22', '2026-11-30')).toEqual({ from: '2026-11-22', to: '2026-11-23' })
  expect(days('2027-01-01', '2027-01-02')).toEqual({ from: '2026-11-23', to: '2026-11-23' })
})

test('ends today with the last whole minute', () => {
  expect(replayRange({ from: '2026-11-23', to: '2026-11-23' }, now)).toEqual({
    fromMs: new Date(2026, 10, 23).getTime(),
    toMs: new Date(2026, 10, 23, 11, 20).getTime(),
  })
})
