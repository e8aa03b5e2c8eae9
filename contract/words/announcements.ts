/** Announcement of the console's makers to all users. With a date in the future, it appears on that day. */
export interface Announcement {
  /** Names its words in each language. */
  slug: string
  /** Day as YYYY-MM-DD. */
  date: string
  type: 'feature' | 'announcement'
}

/** Newest first. */
export const ANNOUNCEMENTS = [
  { slug: 'second-factor', date: '2026-11-16', type: 'feature' },
  { slug: 'audit-log', date: '2026-10-05', type: 'feature' },
  { slug: 'impacts-from-half-g', date: '2026-08-24', type: 'announcement' },
  { slug: 'languages', date: '2026-06-15', type: 'feature' },
  { slug: 'weather', date: '2026-03-02', type: 'feature' },
  { slug: 'lay-up', date: '2025-11-10', type: 'announcement' },
] as const satisfies readonly Announcement[]

/** Announcements from `first` to `day`, both included, newest first. */
export const announcedBetween = (first: string, day: string) =>
  ANNOUNCEMENTS.filter(({ date }) => date >= first && date <= day).toSorted((a, b) =>
    b.date.localeCompare(a.date),
  )
