import { describe, expect, test } from 'vitest'
import { knToMps } from '#contract/units.ts'
import { belongTogether, findSessions, pauseBetween } from './findSessions.ts'
import { clock, DAY_US, playMovement, toMovement } from './playMovement.ts'
import { secondGrid } from './secondGrid.ts'

const S = 1_000_000
const nextDayUs = clock('48:00')

function sessions(timeline: string, { everyS = 1, nowUs = nextDayUs } = {}) {
  const grid = secondGrid(toMovement(playMovement(timeline, everyS)), null)
  return findSessions(grid, null, nowUs).map(({ startUs, endUs, endCause }) => ({
    start: timeOfDay(startUs),
    end: endUs === null ? null : timeOfDay(endUs),
    endCause,
  }))
}

const timeOfDay = (us: number) => new Date((us - DAY_US) / 1000).toISOString().slice(11, 19)

/** A moving sample at the start, another one `gapS` later and `degN` further north, records every 5 s or none. */
function pair(gapS: number, degN: number, records: boolean) {
  const rows = [
    { timeUs: DAY_US, latitudeDeg: 1, longitudeDeg: 1, sogMps: 5 },
    ...(records
      ? Array.from({ length: gapS / 5 - 1 }, (_, i) => ({ timeUs: DAY_US + (i + 1) * 5 * S, sogMps: 0 }))
      : []),
    { timeUs: DAY_US + gapS * S, latitudeDeg: 1 + degN, longitudeDeg: 1, sogMps: 5 },
  ]
  const grid = secondGrid(toMovement(rows), knToMps(60))
  return belongTogether(pauseBetween(grid, 0, grid.timeUs.length - 1), knToMps(60))
}

describe('belongTogether', () => {
  test('joins a covered wait of twelve minutes', () => expect(pair(720, 0.001, true)).toBe(true))
  test('parts a covered wait of sixteen minutes', () => expect(pair(960, 0.001, true)).toBe(false))
  test('parts a silent pause in one place', () => expect(pair(720, 0.001, false)).toBe(false))
  test('joins a hole in coverage under way', () => expect(pair(1200, 0.1, false)).toBe(true))
  test('parts a hole longer than half an hour', () => expect(pair(2400, 0.2, false)).toBe(false))
  test('joins any pause up to ten minutes', () => expect(pair(600, 0, false)).toBe(true))
  test('parts a hole that no boat could cross', () => expect(pair(1200, 2, false)).toBe(false))
})

describe('findSessions', () => {
  test('starts with the first moving second and ends a minute after the last', () => {
    expect(sessions('08:00 0kn, 08:10 6kn, 09:10 0kn, 10:00 0kn')).toEqual([
      { start: '08:10:00', end: '09:10:59', endCause: 'idle' },
    ])
  })

  test('is not fooled by a blip at the berth', () => {
    expect(sessions('08:00 0kn, 08:10 9kn, 08:10:19 0kn, 09:00 0kn')).toEqual([])
  })

  test('needs more than three knots', () => {
    expect(sessions('08:00 3kn, 09:00 0kn')).toEqual([])
    expect(sessions('08:00 3.01kn, 09:00 0kn')).toHaveLength(1)
  })

  test('keeps a lock in the trip and lets a lunch end it', () => {
    expect(sessions('08:00 6kn, 09:00 0kn, 09:14 6kn, 10:00 0kn, 11:00 0kn')).toHaveLength(1)
    expect(sessions('08:00 6kn, 09:00 0kn, 09:16 6kn, 10:00 0kn, 11:00 0kn')).toHaveLength(2)
  })

  test('ends in silence with the last record', () => {
    expect(sessions('08:00 6kn, 09:00 silent')).toEqual([
      { start: '08:00:00', end: '08:59:59', endCause: 'silence' },
    ])
  })

  test('stays open while the boat may still be out', () => {
    const nowUs = clock('09:10')
    expect(sessions('08:00 6kn, 09:01 silent', { nowUs })).toEqual([
      { start: '08:00:00', end: null, endCause: null },
    ])
    expect(sessions('08:00 6kn, 08:59 silent', { nowUs })).toMatchObject([{ endCause: 'silence' }])
    expect(sessions('08:00 6kn, 08:54 0kn, 09:10 0kn', { nowUs })).toMatchObject([{ endCause: 'idle' }])
  })

  test('takes a sparse feed by pairs of moving reports', () => {
    expect(sessions('08:00 6kn, 09:00 0kn, 10:00 0kn', { everyS: 60 })).toHaveLength(1)
    expect(sessions('08:00 0kn, 08:30 6kn, 08:31 0kn, 10:00 0kn', { everyS: 60 })).toEqual([])
    expect(sessions('08:00 6kn, 09:00 0kn, 10:00 0kn', { everyS: 5 })).toHaveLength(1)
  })
})
