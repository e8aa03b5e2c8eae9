import { expect, test } from 'vitest'
import { ANNOUNCEMENTS, announcedBetween } from './announcements.ts'

test('holds an announcement back until its day', () => {
  expect(announcedBetween('2020-01-01', '2025-11-09')).toEqual([])
  expect(announcedBetween('2020-01-01', '2025-11-10').map(({ slug }) => slug)).toEqual(['lay-up'])
})

test('hides announcements from before the organization', () => {
  expect(announcedBetween('2025-11-10', '2025-12-01').map(({ slug }) => slug)).toEqual(['lay-up'])
  expect(announcedBetween('2025-11-11', '2025-12-01')).toEqual([])
})

test('lists the newest announcement first', () => {
  const dates = announcedBetween('2020-01-01', '9999-12-31').map(({ date }) => date)
  expect(dates).toEqual([...dates].sort().reverse())
  expect(dates).toHaveLength(ANNOUNCEMENTS.length)
})
