import { queryClient } from '../session/queryClient.ts'
import { live } from './live.ts'

/** A storm of alerts is read once a second, not once an alert. */
const REREAD_AFTER_MS = 1000
/** What was on its way when the socket began to tell may have been read before. */
const ON_ITS_WAY_MS = 1000

/**
 * Reads alerts and how many are unread again as soon as one was raised or changed. What was read before the socket told
 * anything, at first or after a reconnection, may have missed such news as well.
 */
export function watchAlerts(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** What was read before this is out of date. */
  let outdatedMs = 0
  const stop = live.listen('alerts', ({ data, full }) => {
    if (!full && data.length === 0) return
    outdatedMs = Math.max(outdatedMs, full ? Date.now() + ON_ITS_WAY_MS : Number.POSITIVE_INFINITY)
    timer ??= setTimeout(() => {
      const readBeforeMs = outdatedMs
      timer = undefined
      outdatedMs = 0
      const isOutdated = ({ state }: { state: { dataUpdatedAt: number } }) =>
        state.dataUpdatedAt < readBeforeMs
      void queryClient.invalidateQueries({ queryKey: ['alerts'], predicate: isOutdated })
      void queryClient.invalidateQueries({ queryKey: ['users', 'me'], exact: true, predicate: isOutdated })
    }, REREAD_AFTER_MS)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}
