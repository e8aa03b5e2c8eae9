import { DAY_MS } from '#contract/domain/time.ts'

/** Smaller differences between two clocks are latency. */
const STEP_MS = 1000
/** A source repeats old values for less long than this; after it, its clock went back. */
const BACK_MS = 60_000
/**
 * Times that differ by more come from different clocks. A Signal K server repeats values of days ago; a receiver that lost count
 * of its weeks, or has no fix yet, is years off.
 */
const OTHER_CLOCK_MS = 180 * DAY_MS
const MOST_CLOCKS = 8

/**
 * Translates the times of a source into the monotonic clock of this machine, whatever the source's clock says: the freshest
 * value counts as measured when it arrived. Spacing is kept.
 */
export class StreamClock {
  #aheadMs: number | null = null
  #behindSinceMs: number | null = null

  isOf(ownMs: number, arrivedMs: number): boolean {
    return this.#aheadMs !== null && Math.abs(ownMs - arrivedMs - this.#aheadMs) < OTHER_CLOCK_MS
  }

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

/** Translates the times of several sources in one stream. A source with a wrong year does not date the values of the others. */
export class StreamClocks {
  /** The last one used is the last. */
  #clocks: StreamClock[] = []

  get count(): number {
    return this.#clocks.length
  }

  measuredMs(ownMs: number, arrivedMs: number): number {
    const clock = this.#clocks.find((one) => one.isOf(ownMs, arrivedMs)) ?? new StreamClock()
    if (clock !== this.#clocks.at(-1))
      this.#clocks = [...this.#clocks.filter((one) => one !== clock), clock].slice(-MOST_CLOCKS)
    return clock.measuredMs(ownMs, arrivedMs)
  }
}
