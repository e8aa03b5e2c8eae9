import type { QueryFilters } from '@tanstack/react-query'
import { queryClient } from '../session/queryClient.ts'
import { live } from './live.ts'

/** Margin, ms: a reply that arrives this soon after the first message may have been read before it. */
const ON_ITS_WAY_MS = 1000

/**
 * Refetches queries a fixed time after a message of the topic, once for all messages meanwhile. Data loaded before
 * the subscription, at first or after a reconnection, may lack such news and is refetched too.
 */
export function rereadWithNews(
  topic: 'alerts' | 'basemap' | 'rules' | 'trips',
  afterMs: number,
  concerned: readonly QueryFilters[],
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Data read before this time, epoch ms, is out of date. */
  let outdatedMs = 0
  const stop = live.listen(topic, ({ data, full }) => {
    if (!full && data.length === 0) return
    outdatedMs = Math.max(outdatedMs, full ? Date.now() + ON_ITS_WAY_MS : Number.POSITIVE_INFINITY)
    timer ??= setTimeout(() => {
      const readBeforeMs = outdatedMs
      timer = undefined
      outdatedMs = 0
      for (const filters of concerned) {
        void queryClient.invalidateQueries({
          ...filters,
          predicate: ({ state }) => state.dataUpdatedAt < readBeforeMs,
        })
      }
    }, afterMs)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}
