/** Slows background work while API requests are active. */
export interface Throttle {
  /** Notes an API request. */
  noteCall(): void
  /**
   * Rest after background work of that duration: `factor` times the duration, several times more while
   * requests are active.
   */
  restMs(tookMs: number, factor: number): number
}

/** Time that a request counts as active, ms: a client that reads an answer is about to ask again. */
export const ASKED_FOR_MS = 3000
export const RESTS_LONGER = 16

/** `nowMs` comes from a monotonic clock. */
export function openThrottle(nowMs: () => number = () => performance.now()): Throttle {
  let askedMs = Number.NEGATIVE_INFINITY
  return {
    noteCall() {
      askedMs = nowMs()
    },
    restMs: (tookMs, factor) => tookMs * factor * (nowMs() - askedMs < ASKED_FOR_MS ? RESTS_LONGER : 1),
  }
}
