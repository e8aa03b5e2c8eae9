import { useSyncExternalStore } from 'react'
import { serverClock } from './serverClock.ts'

/** Server time, renewed every second while the page is visible; all ages on the page change together. */
export const useServerNow = () => useSyncExternalStore(onSecond, () => nowMs)

let nowMs = serverClock.nowMs()
let ticking: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/** Calls the function every second while the page is visible. Returns a function that stops this. */
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
