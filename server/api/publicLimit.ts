/**
 * Calls a minute from one address to endpoints without a token. It is enough for an office behind one
 * address. A flood is refused before it costs a query or a password hash. Counted over all processes
 * (`sharedCounts`).
 */
import { MINUTE_MS } from '#contract/domain/time.ts'

export const PUBLIC_LIMIT = { max: 300, timeWindow: MINUTE_MS }
