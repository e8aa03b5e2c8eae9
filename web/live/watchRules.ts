import { rereadWithNews } from './rereadWithNews.ts'

const REREAD_AFTER_MS = 500

/** Reads lists of rules again soon after somebody changed one, or a geofence. */
export const watchRules = () => rereadWithNews('rules', REREAD_AFTER_MS, [{ queryKey: ['rules', 'list'] }])
