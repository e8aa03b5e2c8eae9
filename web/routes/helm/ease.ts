/** Thirty times a second, a shown value moves a tenth of the way to its target. */
export const FRAME_MS = 1000 / 30
const FACTOR = 0.1
/** Distance at which the value jumps to the target. */
const NEAR = 0.005

export const eased = (shown: number, target: number): number =>
  Math.abs(target - shown) < NEAR ? target : shown + (target - shown) * FACTOR
