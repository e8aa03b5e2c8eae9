import { useSyncExternalStore } from 'react'
import { toDay } from '#contract/domain/datePresets.ts'

/** Today in the reader's calendar, YYYY-MM-DD. */
export const useToday = (): string => useSyncExternalStore(everySecond, () => toDay(new Date()))

/** Whole seconds until the reader's next midnight; a day may have 23 or 25 hours. */
export const useSecondsToMidnight = (): number =>
  useSyncExternalStore(everySecond, () => {
    const now = new Date()
    const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
    return Math.ceil((midnight.getTime() - now.getTime()) / 1000)
  })

function everySecond(listener: () => void) {
  const timer = setInterval(listener, 1000)
  return () => clearInterval(timer)
}
