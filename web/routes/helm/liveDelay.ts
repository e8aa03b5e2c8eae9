import { MINUTE_MS } from '#contract/domain/time.ts'

/** Maximum age of data called live, and of data called delayed. */
const LIVE_MS = 2000
const DELAYED_MS = MINUTE_MS

export type LiveDelay =
  | { state: 'waiting' }
  | { state: 'live' }
  | { state: 'delayed'; seconds: number }
  | { state: 'old'; lastMs: number }

/**
 * Delay label for values measured at `lastMs`, null before the first value. `liveMs` is the maximum age of live values.
 */
export function liveDelay(lastMs: number | null, nowMs: number, liveMs = LIVE_MS): LiveDelay {
  if (lastMs === null) return { state: 'waiting' }
  const delayMs = nowMs - lastMs
  if (delayMs <= liveMs) return { state: 'live' }
  return delayMs <= DELAYED_MS
    ? { state: 'delayed', seconds: Math.round(delayMs / 1000) }
    : { state: 'old', lastMs }
}

const RANK = { waiting: 0, live: 1, delayed: 2, old: 3 } as const

/** Delay label of several gauges: live only when every gauge with a value is live. */
export const worstDelay = (delays: readonly LiveDelay[]): LiveDelay =>
  delays.reduce((worst, next) => (weightOf(next) > weightOf(worst) ? next : worst), { state: 'waiting' })

const weightOf = (delay: LiveDelay) =>
  RANK[delay.state] + (delay.state === 'delayed' ? delay.seconds / 1000 : 0)
