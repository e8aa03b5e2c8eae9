import { announcedBetween } from '#contract/words/announcements.ts'

/**
 * Announcements dated until today that came after the day on which the user last read them, or joined. Older ones are
 * no news.
 */
export function countNewAnnouncements(since: Date, nowMs: number): number {
  const readDay = dayOf(since)
  return announcedBetween(readDay, dayOf(new Date(nowMs))).filter(({ date }) => date > readDay).length
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)
