import { expect, test } from 'vitest'
import { ANNOUNCEMENTS } from '#contract/words/announcements.ts'
import { countNewAnnouncements } from './countNewAnnouncements.ts'

const [newest] = ANNOUNCEMENTS
const dayAfter = (days: number) => Date.parse(newest.date) + days * 86_400_000

test('counts announcements since the person came as new, and none from before', () => {
  expect(countNewAnnouncements(new Date(dayAfter(0)), dayAfter(1))).toBe(0)
  expect(countNewAnnouncements(new Date(dayAfter(-1)), dayAfter(1))).toBe(1)
  expect(countNewAnnouncements(new Date(dayAfter(-1)), dayAfter(-1))).toBe(0)
})
