import { expect, test } from 'vitest'
import { ANNOUNCEMENTS, announcedBetween } from './announcements.ts'

test('an announcement waits for its day', () => {
  expect(announcedBetween('2020-01-01', '2025-11-09')).toEqual([])
  expect(announcedBetween('2020-01-01', '2025-11-10').map(({ slug }) => slug)).toEqual(['lay-up'])
})

test('what was announced before an organization was there is nothing to it', () => {
  expect(announcedBetween('2025-11-10', '2025-12-01').map(({ slug }) => slug)).toEqual(['lay-up'])
  expect(announcedBetween('2025-11-11', '2025-12-01')).toEqual([])
})

test('the newest announcement comes first', () => {
  const dates = announcedBetween('2020-01-01', '9999-12-31').map(({ date }) => date)
  expect(dates).toEqual([...dates].sort().reverse())
  expect(dates).toHaveLength(ANNOUNCEMENTS.length)
})
