import { SECOND_US } from '#contract/domain/time.ts'

/** Longest time for which a value stays valid, however rarely its series is reported. */
export const LONGEST_HOLD_US = 600 * SECOND_US
