import { rereadWithNews } from './rereadWithNews.ts'

/** Trips under way change every second; lists of them need not be read again that often. */
const REREAD_AFTER_MS = 10_000

/** Reads lists of trips again soon after one started, changed or ended. */
export const watchTrips = () => rereadWithNews('trips', REREAD_AFTER_MS, [{ queryKey: ['trips'] }])
