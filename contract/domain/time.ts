/** How long things are, in the unit of each name. */
export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const QUARTER_HOUR_MS = 15 * MINUTE_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
export const MINUTE_S = 60
/** Bucket in which figures are stored: 15 minutes. */
export const QUARTER_HOUR_S = 900
export const HOUR_S = 3600
export const DAY_S = 24 * HOUR_S
export const SECOND_US = 1_000_000
export const MINUTE_US = 60 * SECOND_US
export const QUARTER_HOUR_US = 15 * MINUTE_US
export const HOUR_US = 60 * MINUTE_US
export const DAY_US = 24 * HOUR_US

/** GPS counts weeks with ten bits: a receiver that has lost count is behind by a multiple of these weeks. */
export const ROLLOVER_WEEKS = 1024

/** Clocks of devices may run ahead by this many microseconds; samples with a later time are refused. */
export const FUTURE_MAX_US = 2 * MINUTE_US
