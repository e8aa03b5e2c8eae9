import { queryClient } from '../session/queryClient.ts'
import { live } from './live.ts'

/** Trips under way change every second; lists of them need not be read again that often. */
const REREAD_AFTER_MS = 10_000
/** What was on its way when the socket began to tell may have been read before. */
const ON_ITS_WAY_MS = 1000

/**
 * Reads lists of trips again soon after one started, changed or ended. What was read before the socket told anything, at
 * first or after a reconnection, may have missed such news as well.
 */
export function watchTrips(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Lists that were read before this are out of date. */
  let outdatedMs = 0
  const stop = live.listen('trips', ({ data, full }) => {
    if (!full && data.length === 0) return
    outdatedMs = Math.max(outdatedMs, full ? Date.now() + ON_ITS_WAY_MS : Number.POSITIVE_INFINITY)
    timer ??= setTimeout(() => {
      const readBeforeMs = outdatedMs
      timer = undefined
      outdatedMs = 0
      void queryClient.invalidateQueries({
        queryKey: ['trips'],
        predicate: ({ state }) => state.dataUpdatedAt < readBeforeMs,
      })
    }, REREAD_AFTER_MS)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}
