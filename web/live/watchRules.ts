import { rereadWithNews } from './rereadWithNews.ts'

const REREAD_AFTER_MS = 500

/** Refetches lists of rules shortly after a rule or a geofence changed. */
export const watchRules = () => rereadWithNews('rules', REREAD_AFTER_MS, [{ queryKey: ['rules', 'list'] }])
