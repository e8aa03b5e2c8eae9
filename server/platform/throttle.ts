/** Whether somebody waits for answers of this process, so that what can wait leaves them most of it. */
export interface Throttle {
  /** Somebody asks. */
  noteCall(): void
  /** How long work that can wait rests after it took so long: `factor` times that, and several times more while somebody asks. */
  restMs(tookMs: number, factor: number): number
}

/** Time that a request counts as active, ms: a client that reads an answer is about to ask again. */
export const ASKED_FOR_MS = 3000
export const RESTS_LONGER = 8

/** `nowMs` of a clock that nobody sets. */
export function openThrottle(nowMs: () => number = () => performance.now()): Throttle {
  let askedMs = Number.NEGATIVE_INFINITY
  return {
    noteCall() {
      askedMs = nowMs()
    },
    restMs: (tookMs, factor) => tookMs * factor * (nowMs() - askedMs < ASKED_FOR_MS ? RESTS_LONGER : 1),
  }
}
