import { rereadWithNews } from './rereadWithNews.ts'

/** Shortest interval between two refetches: trips under way change every second. */
const REREAD_AFTER_MS = 10_000

/** Refetches lists of trips shortly after a trip started, changed or ended. */
export const watchTrips = () => rereadWithNews('trips', REREAD_AFTER_MS, [{ queryKey: ['trips'] }])
