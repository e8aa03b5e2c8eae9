/** Smaller differences between two clocks are latency. */
const STEP_MS = 1000
/** A source repeats old values for less long than this; after it, its clock went back. */
const BACK_MS = 60_000

/**
 * Translates the times of a source into the monotonic clock of this machine, whatever the source's clock says: the freshest
 * value counts as measured when it arrived. Spacing is kept.
 */
export class StreamClock {
  #aheadMs: number | null = null
  #behindSinceMs: number | null = null

  measuredMs(ownMs: number, arrivedMs: number): number {
    const aheadMs = ownMs - arrivedMs
    if (this.#aheadMs === null || aheadMs > this.#aheadMs + STEP_MS) this.#aheadMs = aheadMs
    if (aheadMs >= this.#aheadMs - STEP_MS) this.#behindSinceMs = null
    else {
      this.#behindSinceMs ??= arrivedMs
      if (arrivedMs - this.#behindSinceMs > BACK_MS) {
        this.#aheadMs = aheadMs
        this.#behindSinceMs = null
      }
    }
    return ownMs - this.#aheadMs
  }
}
