import { expect, test } from 'vitest'
import type { Trip } from '#contract/wire/trip.ts'
import { arrangeTrips } from './arrangeTrips.ts'

const trip = (id: string, start: string, duration: number, peak_impact: number | null) =>
  ({
    id,
    vessel_id: `vessel of ${id}`,
    captain_id: id === 'a' ? null : 'c',
    sea_state: id === 'b' ? 'doubted' : 'assumed',
    start_time: new Date(start).toISOString(),
    stats: { duration, peak_impact },
  }) as Trip
const trips = [
  trip('a', '2026-06-18T09:00', 30, 1.5),
  trip('b', '2026-06-20T23:59', 10, null),
  trip('c', '2026-06-19T00:00', 20, 4),
]
const arranged = (search: Parameters<typeof arrangeTrips>[1]) =>
  arrangeTrips(trips, search, 'start_time:desc')
    .map(({ id }) => id)
    .join('')

test('sorts the newest trip first by default', () => {
  expect(arranged({})).toBe('bca')
  expect(arranged({ order: 'start_time:asc' })).toBe('acb')
  expect(arranged({ order: 'duration:desc' })).toBe('acb')
})

test('sorts an unknown peak last either way', () => {
  expect(arranged({ order: 'peak_impact:desc' })).toBe('cab')
  expect(arranged({ order: 'peak_impact:asc' })).toBe('acb')
})

test('keeps trips that match all filters, whole days included', () => {
  expect(arranged({ captain: 'c' })).toBe('bc')
  expect(arranged({ vessel: 'vessel of a' })).toBe('a')
  expect(arranged({ vessel: 'vessel of a', captain: 'c' })).toBe('')
  expect(arranged({ status: 'doubted' })).toBe('b')
  expect(arranged({ status: 'anything' })).toBe('bca')
  expect(arranged({ from: '2026-06-19', to: '2026-06-20' })).toBe('bc')
  expect(arranged({ to: '2026-06-18' })).toBe('a')
})
