import { SECOND_US } from '#contract/domain/time.ts'

/** However rarely a series is reported, a value of it holds no longer. */
export const LONGEST_HOLD_US = 600 * SECOND_US
