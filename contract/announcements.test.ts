import { expect, test } from 'vitest'
import { ANNOUNCEMENTS, announcedBy } from './announcements.ts'

test('an announcement waits for its day', () => {
  expect(announcedBy('2025-11-09')).toEqual([])
  expect(announcedBy('2025-11-10').map(({ slug }) => slug)).toEqual(['lay-up'])
})

test('the newest announcement comes first', () => {
  const dates = announcedBy('9999-12-31').map(({ date }) => date)
  expect(dates).toEqual([...dates].sort().reverse())
  expect(dates).toHaveLength(ANNOUNCEMENTS.length)
})
