import { rereadWithNews } from './rereadWithNews.ts'

/** Shortest interval between two refetches during a burst of alerts. */
const REREAD_AFTER_MS = 1000

/** Refetches alerts and the number of unread ones when an alert is raised or changed. */
export const watchAlerts = () =>
  rereadWithNews('alerts', REREAD_AFTER_MS, [
    { queryKey: ['alerts'] },
    { queryKey: ['users', 'me'], exact: true },
  ])
