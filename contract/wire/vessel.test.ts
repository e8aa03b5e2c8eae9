import { expect, test } from 'vitest'
import { IgnoredFuelPeriodFields, VesselForm, vesselStatus } from './vessel.ts'

const now = Date.UTC(2026, 5, 18, 9, 12)
const status = (agoS: number | null, sogKn: number | null, paired = true) =>
  vesselStatus({ paired, lastUpdatedMs: agoS === null ? null : now - agoS * 1000, sogKn }, now)

test('distinguishes the five states at their edges', () => {
  expect(status(600, 3.01)).toBe('sailing')
  expect(status(600, 3)).toBe('online')
  expect(status(600, null)).toBe('online')
  expect(status(601, 12)).toBe('offline')
  expect(status(-121, 12)).toBe('unavailable')
  expect(status(-120, 12)).toBe('sailing')
  expect(status(null, null)).toBe('unavailable')
  expect(status(1, 12, false)).toBe('unpaired')
})

test('reports both missing ends of an ignored range', () => {
  const range = { type: 'date_range', start_time: null, end_time: null, comment: null }
  const problems = IgnoredFuelPeriodFields.safeParse(range).error?.issues.map(({ path, message }) => [
    path[0],
    message,
  ])
  expect(problems).toEqual([
    ['start_time', 'Start date is required'],
    ['end_time', 'End date is required'],
  ])
})

test('reports two conflicting speeds with everything else, once each is a speed', () => {
  const problems = (speeds: object) =>
    VesselForm.safeParse({ name: '', ...speeds }).error?.issues.flatMap(({ path, message }) =>
      path[0] === 'cruising_speed' ? [message] : [],
    )
  expect(problems({ top_speed: 40, cruising_speed: 41 })).toEqual([
    'Cruising speed can not be above top speed',
  ])
  expect(problems({ top_speed: 40, cruising_speed: 40 })).toEqual([])
  expect(problems({ top_speed: 'fast', cruising_speed: 41 })).toEqual([])
})
