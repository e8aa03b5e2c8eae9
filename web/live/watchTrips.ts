import { queryClient } from '../session/queryClient.ts'
import { live } from './live.ts'

/** Trips under way change every second; lists of them need not be read again that often. */
const REREAD_AFTER_MS = 10_000

/** Reads lists of trips again soon after one started, changed or ended, and after every reconnection. */
export function watchTrips(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let first = true
  const stop = live.listen('trips', ({ data, full }) => {
    // The first full frame says nothing new; a later one follows a reconnection, when anything may have been missed.
    const nothingNew = full ? first : data.length === 0
    if (full) first = false
    if (nothingNew || timer) return
    timer = setTimeout(() => {
      timer = undefined
      void queryClient.invalidateQueries({ queryKey: ['trips'] })
    }, REREAD_AFTER_MS)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}
