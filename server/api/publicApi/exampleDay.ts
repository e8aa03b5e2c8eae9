/** The day of the examples of the public API. */
export const DAY = { start_time: '2026-06-18T00:00:00Z', end_time: '2026-06-19T00:00:00Z' }
