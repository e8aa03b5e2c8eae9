/**
 * Server time as seen from this browser. Each message is late by its transfer time, so the largest offset since the
 * connection began is the most exact.
 */
let offsetMs = 0
let isReceived = false
let known = false

export const serverClock = {
  nowMs: () => Date.now() + offsetMs,
  /** Time of the server's clock at a time of this browser's clock, epoch ms. */
  atMs: (ownMs: number) => ownMs + offsetMs,
  adjust(serverTimeMs: number) {
    const offset = serverTimeMs - Date.now()
    if (!isReceived || offset > offsetMs) offsetMs = offset
    isReceived = true
    known = true
  },
  /** Whether the server has reported its time since the page was loaded. */
  isKnown: () => known,
  /** Clears the offset, because a laptop that slept may have set its clock. */
  restart() {
    isReceived = false
  },
}
