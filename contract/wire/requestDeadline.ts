/** Header of a call that is refused when it arrives later than this (ms since 1970, by the server's clock). */
export const REQUEST_DEADLINE = 'request-deadline'
/** Longest time for a write of the console to arrive. Slow satellite links take two seconds. */
export const REQUEST_LIFE_MS = 10_000
/** Precondition Failed: no browser or proxy sends such a call again by itself. */
export const LATE_STATUS = 412
