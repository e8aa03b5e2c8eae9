/** Slows background work while people use the server. */
export interface Throttle {
  /** Notes an API request. */
  noteCall(): void
  /**
   * Rest after background work of that duration: `factor` times the duration, and several times more, the more
   * requests came in the last moments.
   */
  restMs(tookMs: number, factor: number): number
}

/** Requests count ever less: after so long a third of them, ms. */
export const FADES_MS = 1500
/** A page that loads makes more requests than these. Background work rests for longest meanwhile. */
export const CALLS_OF_A_PAGE = 5
export const LONGEST_TIMES = 16

/** `nowMs` comes from a monotonic clock. */
export function openThrottle(nowMs: () => number = () => performance.now()): Throttle {
  let noted = 0
  let notedMs = nowMs()
  const calls = () => noted * Math.exp((notedMs - nowMs()) / FADES_MS)
  return {
    noteCall() {
      noted = calls() + 1
      notedMs = nowMs()
    },
    restMs(tookMs, factor) {
      const busy = Math.min(1, calls() / CALLS_OF_A_PAGE)
      return tookMs * factor * (1 + (LONGEST_TIMES - 1) * busy)
    },
  }
}
