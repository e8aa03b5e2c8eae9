import { useSyncExternalStore } from 'react'
import { live } from './live.ts'
import type { LiveSocket } from './liveSocket.ts'

/** Delay before a loss is shown: shorter breaks end by themselves. */
const PATIENCE_MS = 3000

/** Time of the last message from a lost server, epoch ms; null while the connection is open or idle. */
export function createLostSince({
  state,
  lastReceivedMs,
  onState,
}: Pick<LiveSocket, 'state' | 'lastReceivedMs' | 'onState'>) {
  let sinceMs: number | null = null
  let before = state()
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  function set(next: number | null) {
    if (next === sinceMs) return
    sinceMs = next
    for (const listener of listeners) listener()
  }

  onState(() => {
    const [was, now] = [before, state()]
    before = now
    if (now === 'open' || now === 'idle') {
      clearTimeout(timer)
      timer = undefined
      set(null)
    } else if (timer === undefined) {
      // A page that returns from the background starts the delay again.
      const awayFromMs = was === 'open' ? (lastReceivedMs() ?? Date.now()) : Date.now()
      const since = lastReceivedMs() ?? awayFromMs
      timer = setTimeout(() => set(since), Math.max(0, PATIENCE_MS - (Date.now() - awayFromMs)))
    }
  })

  return {
    sinceMs: () => sinceMs,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

const lostSince = createLostSince(live)

export const useLostSince = () => useSyncExternalStore(lostSince.subscribe, lostSince.sinceMs)
export const isLinkLost = () => lostSince.sinceMs() !== null
export const onLost = lostSince.subscribe
