/** Thirty times a second a shown value goes a tenth of the way to what it should be. */
export const FRAME_MS = 1000 / 30
const FACTOR = 0.1
/** Nearer than this it is there. */
const NEAR = 0.005

export const eased = (shown: number, target: number): number =>
  Math.abs(target - shown) < NEAR ? target : shown + (target - shown) * FACTOR
