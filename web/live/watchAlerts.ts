import { rereadWithNews } from './rereadWithNews.ts'

/** A storm of alerts is read once a second, not once an alert. */
const REREAD_AFTER_MS = 1000

/** Reads alerts and how many are unread again as soon as one was raised or changed. */
export const watchAlerts = () =>
  rereadWithNews('alerts', REREAD_AFTER_MS, [
    { queryKey: ['alerts'] },
    { queryKey: ['users', 'me'], exact: true },
  ])
