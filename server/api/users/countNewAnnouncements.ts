import { announcedBy } from '#contract/announcements.ts'

/** Announcements dated until today that came after the day somebody last read them. */
export function countNewAnnouncements(readAt: Date | null, nowMs: number): number {
  const readDay = readAt ? dayOf(readAt) : ''
  return announcedBy(dayOf(new Date(nowMs))).filter(({ date }) => date > readDay).length
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)
