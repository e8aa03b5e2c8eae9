import { MINUTE_MS } from '#contract/domain/time.ts'
import { fromAnywhere } from '../base.ts'
import { askForSecondFactor } from '../session/queryClient.ts'
import { session } from '../session/session.ts'
import { createLiveSocket } from './liveSocket.ts'
import { serverClock } from './serverClock.ts'

/** Time that a hidden page stays connected, ms: long enough for a glance at another tab. */
const HIDDEN_GRACE_MS = MINUTE_MS

export const live = createLiveSocket({
  open: () => new WebSocket(fromAnywhere('/realtime').replace(/^http/, 'ws')),
  token: session.token,
  onServerTime: serverClock.adjust,
  onRefusedToken: session.forget,
  onSecondFactorRequired: askForSecondFactor,
  setTimer: (run, ms) => setTimeout(run, ms),
  clearTimer: (timer) => clearTimeout(timer as number | undefined),
  random: Math.random,
  now: Date.now,
})

/**
 * Disconnects while the page is hidden for long, and reconnects when it shows again. Returns a function that stops
 * this.
 */
export function keepLive(): () => void {
  let grace: ReturnType<typeof setTimeout> | undefined
  const followVisibility = () => {
    clearTimeout(grace)
    if (document.hidden) grace = setTimeout(live.pause, HIDDEN_GRACE_MS)
    else wake()
  }
  const wake = () => {
    if (live.state() !== 'open') serverClock.restart()
    live.resume()
  }
  const stopSession = session.onEnd(live.pause)
  document.addEventListener('visibilitychange', followVisibility)
  addEventListener('online', wake)
  addEventListener('offline', live.lose)
  wake()
  return () => {
    clearTimeout(grace)
    stopSession()
    document.removeEventListener('visibilitychange', followVisibility)
    removeEventListener('online', wake)
    removeEventListener('offline', live.lose)
    live.pause()
  }
}
