import { describe, expect, test } from 'vitest'
import { knToMps } from '#contract/domain/units.ts'
import { clock, DAY_US, playMovement, toMovement } from '#server/testing/playMovement.ts'
import { belongTogether, findVoyages, pauseBetween } from './findVoyages.ts'
import { secondGrid } from './secondGrid.ts'
import { atOnce } from './stages.ts'

const S = 1_000_000
const nextDayUs = clock('48:00')

function voyages(timeline: string, { everyS = 1, nowUs = nextDayUs } = {}) {
  const grid = atOnce(secondGrid(toMovement(playMovement(timeline, everyS)), null))
  return findVoyages(grid, null, nowUs).map(({ startUs, endUs, endCause }) => ({
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
  const grid = atOnce(secondGrid(toMovement(rows), knToMps(60)))
  return belongTogether(pauseBetween(grid, 0, grid.timeUs.length - 1), knToMps(60))
}

describe('belongTogether', () => {
  test('joins a covered wait of twelve minutes', () => expect(pair(720, 0.001, true)).toBe(true))
  test('splits at a covered wait of sixteen minutes', () => expect(pair(960, 0.001, true)).toBe(false))
  test('splits at a silent pause in one place', () => expect(pair(720, 0.001, false)).toBe(false))
  test('joins over a gap in coverage under way', () => expect(pair(1200, 0.1, false)).toBe(true))
  test('splits at a gap longer than half an hour', () => expect(pair(2400, 0.2, false)).toBe(false))
  test('joins over any pause up to ten minutes', () => expect(pair(600, 0, false)).toBe(true))
  test('splits at a gap that no boat could cross', () => expect(pair(1200, 2, false)).toBe(false))
})

test.each([
  ['ten minutes, whatever lies between', { gapUs: 600 * S, covered: 0, distanceM: null }, true],
  [
    'more than ten silent minutes in an unknown place',
    { gapUs: 600 * S + 1, covered: 0, distanceM: null },
    false,
  ],
  ['a quarter of an hour that is covered enough', { gapUs: 900 * S, covered: 0.9, distanceM: null }, true],
  ['more than that', { gapUs: 900 * S + 1, covered: 0.9, distanceM: 5000 }, false],
  ['one that is covered too little', { gapUs: 900 * S, covered: 0.8999, distanceM: null }, false],
  ['half an hour at four knots', { gapUs: 1800 * S, covered: 0, distanceM: 1800 * knToMps(4) }, true],
  ['more than half an hour', { gapUs: 1800 * S + 1, covered: 0, distanceM: 1800 * knToMps(4) }, false],
  [
    'half an hour at less than three knots',
    { gapUs: 1800 * S, covered: 0, distanceM: 1799 * knToMps(3) },
    false,
  ],
  ['as fast as she can and a fifth', { gapUs: 1000 * S, covered: 0, distanceM: 11_999 }, true],
  ['faster than that', { gapUs: 1000 * S, covered: 0, distanceM: 12_001 }, false],
])('joins or splits at a pause of %s', (_, pause, isOne) => expect(belongTogether(pause, 10)).toBe(isOne))

test('assumes sixty knots for a boat without a top speed', () => {
  const at = (kn: number) =>
    belongTogether({ gapUs: 1000 * S, covered: 0, distanceM: 1000 * knToMps(kn) }, null)
  expect([at(71.9), at(72.1)]).toEqual([true, false])
})

test('searches the ends of a pause within a minute around it', () => {
  const pauseOf = (afterS: number) => {
    const rows = [
      { timeUs: DAY_US, latitudeDeg: 1, longitudeDeg: 1, sogMps: 5 },
      { timeUs: DAY_US + 30 * S, sogMps: 5 },
      { timeUs: DAY_US + 1030 * S, sogMps: 5 },
      { timeUs: DAY_US + (1030 + afterS) * S, latitudeDeg: 2, longitudeDeg: 1, sogMps: 5 },
    ]
    return pauseBetween(atOnce(secondGrid(toMovement(rows), knToMps(6000))), 1, 2)
  }
  expect(pauseOf(60).distanceM).toBeCloseTo(111_195, -1)
  expect(pauseOf(61).distanceM).toBeNull()
  expect(pauseOf(60)).toMatchObject({ gapUs: 1000 * S, covered: 0 })
})

test('takes a wait without a receiver for covered while other readings arrive', () => {
  const grid = atOnce(
    secondGrid(toMovement(playMovement('08:00 6kn, 09:00 silent, 09:12 6kn, 10:00 0kn')), null),
  )
  expect(findVoyages(grid, null, nextDayUs)).toHaveLength(2)
  const engineUs = Array.from({ length: 24 }, (_, i) => clock('09:00') + i * 30 * S)
  const recordUs = Float64Array.from([...grid.timeUs, ...engineUs]).sort()
  expect(findVoyages(grid, null, nextDayUs, recordUs)).toHaveLength(1)
})

test('finds the trip of a boat that sends only positions', () => {
  const rows = playMovement('08:00 0kn, 08:10 8kn, 09:10 0kn, 10:00 0kn')
  const silent = rows.map(({ sogMps, ...row }) => row)
  const [found] = findVoyages(atOnce(secondGrid(toMovement(silent), null)), null, nextDayUs)
  expect(Math.abs((found?.startUs ?? 0) - clock('08:10'))).toBeLessThanOrEqual(3 * S)
  expect(Math.abs((found?.lastMovingUs ?? 0) - clock('09:10'))).toBeLessThanOrEqual(3 * S)
  // When SOG is reported, none is derived, and a receiver that jumps at the berth makes no trip.
  expect(atOnce(secondGrid(toMovement(rows), null)).sogDerived).not.toContain(1)
  const rounded = playMovement('08:00 0kn, 09:00 0kn').map(({ sogMps, ...row }, i) => ({
    ...row,
    latitudeDeg: 64 + (i % 2) * 1.7e-5,
  }))
  expect(findVoyages(atOnce(secondGrid(toMovement(rounded), null)), null, nextDayUs)).toEqual([])
})

describe('findVoyages', () => {
  test('starts with the first moving second and ends a minute after the last', () => {
    expect(voyages('08:00 0kn, 08:10 6kn, 09:10 0kn, 10:00 0kn')).toEqual([
      { start: '08:10:00', end: '09:10:59', endCause: 'idle' },
    ])
  })

  test('ignores a short movement at the berth', () => {
    expect(voyages('08:00 0kn, 08:10 9kn, 08:10:19 0kn, 09:00 0kn')).toEqual([])
  })

  test('needs more than three knots', () => {
    expect(voyages('08:00 3kn, 09:00 0kn')).toEqual([])
    expect(voyages('08:00 3.01kn, 09:00 0kn')).toHaveLength(1)
  })

  test('keeps a lock in the trip and ends the trip at a lunch', () => {
    expect(voyages('08:00 6kn, 09:00 0kn, 09:14 6kn, 10:00 0kn, 11:00 0kn')).toHaveLength(1)
    expect(voyages('08:00 6kn, 09:00 0kn, 09:16 6kn, 10:00 0kn, 11:00 0kn')).toHaveLength(2)
  })

  test('ends at the last record when silence follows', () => {
    expect(voyages('08:00 6kn, 09:00 silent')).toEqual([
      { start: '08:00:00', end: '08:59:59', endCause: 'silence' },
    ])
  })

  test('ends in silence whatever readings come later', () => {
    const still = '08:00 6kn, 09:00 silent, 09:12 0kn, 09:20 0kn, 10:00 0kn'
    expect(voyages(still)).toEqual([{ start: '08:00:00', end: '08:59:59', endCause: 'silence' }])
    // Nor does it matter when one looks.
    expect(voyages(still.replace(', 10:00 0kn', ''), { nowUs: clock('09:13') })).toEqual([
      { start: '08:00:00', end: '08:59:59', endCause: 'silence' },
    ])
    expect(voyages('08:00 6kn, 09:00 silent, 09:09 0kn, 09:20 0kn')).toMatchObject([
      { end: '09:00:59', endCause: 'idle' },
    ])
    expect(voyages('08:00 6kn, 09:00 0kn, 09:00:30 silent, 09:14 0kn, 09:20 0kn')).toMatchObject([
      { end: '09:00:29', endCause: 'silence' },
    ])
  })

  test('stays open while the boat may still be out', () => {
    const nowUs = clock('09:10')
    expect(voyages('08:00 6kn, 09:01 silent', { nowUs })).toEqual([
      { start: '08:00:00', end: null, endCause: null },
    ])
    expect(voyages('08:00 6kn, 08:59 silent', { nowUs })).toMatchObject([{ endCause: 'silence' }])
    expect(voyages('08:00 6kn, 08:54 0kn, 09:10 0kn', { nowUs })).toMatchObject([{ endCause: 'idle' }])
  })

  test('uses pairs of moving reports when reports are sparse', () => {
    expect(voyages('08:00 6kn, 09:00 0kn, 10:00 0kn', { everyS: 60 })).toHaveLength(1)
    expect(voyages('08:00 0kn, 08:30 6kn, 08:31 0kn, 10:00 0kn', { everyS: 60 })).toEqual([])
    expect(voyages('08:00 6kn, 09:00 0kn, 10:00 0kn', { everyS: 5 })).toHaveLength(1)
  })
})
