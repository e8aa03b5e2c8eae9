import { queryClient } from '../session/queryClient.ts'
import { live } from './live.ts'

/** A storm of alerts is read once a second, not once an alert. */
const REREAD_AFTER_MS = 1000

/** Reads alerts and how many are unread again as soon as one was raised or changed, and after a reconnection. */
export function watchAlerts(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isFirst = true
  const stop = live.listen('alerts', ({ data, full }) => {
    // What it says when it begins is nothing; what was missed while it was away is not known.
    const isNews = data.length > 0 || (full && !isFirst)
    isFirst = false
    if (!isNews) return
    timer ??= setTimeout(() => {
      timer = undefined
      void queryClient.invalidateQueries({ queryKey: ['alerts'] })
      void queryClient.invalidateQueries({ queryKey: ['users', 'me'], exact: true })
    }, REREAD_AFTER_MS)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}
