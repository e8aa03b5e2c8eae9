/**
 * The server's clock as seen from here. A message is as old as its way was long, so of all the offsets heard since the
 * connection began the largest is nearest to the truth.
 */
let offsetMs = 0
let heard = false
let known = false

export const serverClock = {
  nowMs: () => Date.now() + offsetMs,
  /** Time of the server's clock at a time of this browser's clock, epoch ms. */
  atMs: (ownMs: number) => ownMs + offsetMs,
  hear(serverTimeMs: number) {
    const offset = serverTimeMs - Date.now()
    if (!heard || offset > offsetMs) offsetMs = offset
    heard = true
    known = true
  },
  /** Whether the server has reported its time since the page was loaded. */
  isKnown: () => known,
  /** Forgets what was heard, since a laptop that slept may have set its clock. */
  restart() {
    heard = false
  },
}
