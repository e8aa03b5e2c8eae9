/** What the makers of the console tell everybody who uses it. Dated in the future, an announcement waits for its day. */
export interface Announcement {
  /** Day as YYYY-MM-DD. */
  date: string
  type: 'feature' | 'announcement'
  title: string
  text: string
}

/** Newest first. */
export const ANNOUNCEMENTS: readonly Announcement[] = [
  {
    date: '2026-11-16',
    type: 'feature',
    title: 'A second factor for signing in',
    text: 'Settings, Personal has a new section that asks for the code of your authenticator app when you sign in. Keep the backup codes somewhere dry.',
  },
  {
    date: '2026-10-05',
    type: 'feature',
    title: 'Who changed what',
    text: 'Organization admins find an audit log in the settings: every administrative act with the person, the time, the address and what was there before and after.',
  },
  {
    date: '2026-08-24',
    type: 'announcement',
    title: 'How impacts are counted',
    text: 'Impact events now start at 0.5 g instead of 1 g. Old trips were measured again by the same rule, so figures stay comparable; averages over many small impacts are a little lower than before.',
  },
  {
    date: '2026-06-15',
    type: 'feature',
    title: 'The console speaks Italian and Icelandic',
    text: 'Choose your language in the user menu or in your settings. Numbers and dates follow it.',
  },
  {
    date: '2026-03-02',
    type: 'feature',
    title: 'Weather along every trip',
    text: 'Wind, waves and air temperature of the forecast a boat sailed in are now stored with the trip and can be drawn in the trip chart.',
  },
  {
    date: '2025-11-10',
    type: 'announcement',
    title: 'Winter lay-up',
    text: 'A boat that is hauled out may stay paired. It shows as offline and costs nothing; its history is kept for good.',
  },
]

/** Those that may be seen on a day, newest first. */
export const announcedBy = (day: string): readonly Announcement[] =>
  ANNOUNCEMENTS.filter(({ date }) => date <= day).toSorted((a, b) => b.date.localeCompare(a.date))
