/** How old what a boat says may be to be called live, and to be called delayed. */
import { MINUTE_MS } from '#contract/time.ts'

const LIVE_MS = 2000
const DELAYED_MS = MINUTE_MS

export type LiveDelay =
  | { state: 'waiting' }
  | { state: 'live' }
  | { state: 'delayed'; seconds: number }
  | { state: 'old' }

/** What the badge says; `lastMs` is when the boat spoke last, null before anything was heard of her. */
export function liveDelay(lastMs: number | null, nowMs: number): LiveDelay {
  if (lastMs === null) return { state: 'waiting' }
  const delayMs = nowMs - lastMs
  if (delayMs <= LIVE_MS) return { state: 'live' }
  return delayMs <= DELAYED_MS ? { state: 'delayed', seconds: Math.round(delayMs / 1000) } : { state: 'old' }
}
