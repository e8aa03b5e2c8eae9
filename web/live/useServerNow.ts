import { useSyncExternalStore } from 'react'
import { serverClock } from './serverClock.ts'

/** The server's time, renewed every second while the page is seen; all ages on the page tick together. */
export const useServerNow = () => useSyncExternalStore(onSecond, () => nowMs)

let nowMs = serverClock.nowMs()
let ticking: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/** Calls every second while the page is seen. Answers how to stop. */
export function onSecond(listener: () => void) {
  listeners.add(listener)
  if (!ticking) {
    nowMs = serverClock.nowMs()
    ticking = setInterval(tick, 1000)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(ticking)
    ticking = undefined
  }
}

function tick() {
  if (document.hidden) return
  nowMs = serverClock.nowMs()
  for (const listener of listeners) listener()
}
