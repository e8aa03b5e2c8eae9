import type { QueryFilters } from '@tanstack/react-query'
import { queryClient } from '../session/queryClient.ts'
import { live } from './live.ts'

/** Margin, ms: a reply that arrives this soon after the first message may have been read before it. */
const ON_ITS_WAY_MS = 1000

/** Delay of the first news after a quiet time, ms. */
const SOON_MS = 1000

/**
 * Refetches queries after news of the topic: the first soon, later ones together, so that `afterMs` lie between two
 * refetches. Data loaded before the subscription, at first or after a reconnection, may lack news and is refetched too.
 */
export function rereadWithNews(
  topic: 'alerts' | 'basemap' | 'rules' | 'trips',
  afterMs: number,
  concerned: readonly QueryFilters[],
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueMs = Number.POSITIVE_INFINITY
  let lastMs = Number.NEGATIVE_INFINITY
  /** Data read before this time, epoch ms, is out of date. */
  let outdatedMs = 0
  const stop = live.listen(topic, ({ data, full }) => {
    if (!full && data.length === 0) return
    outdatedMs = Math.max(outdatedMs, full ? Date.now() + ON_ITS_WAY_MS : Number.POSITIVE_INFINITY)
    const nowMs = Date.now()
    const nextMs = full ? nowMs + afterMs : Math.max(nowMs + Math.min(SOON_MS, afterMs), lastMs + afterMs)
    if (nextMs >= dueMs) return
    clearTimeout(timer)
    dueMs = nextMs
    timer = setTimeout(() => {
      const readBeforeMs = outdatedMs
      lastMs = Date.now()
      dueMs = Number.POSITIVE_INFINITY
      outdatedMs = 0
      for (const filters of concerned) {
        void queryClient.invalidateQueries({
          ...filters,
          predicate: ({ state }) => state.dataUpdatedAt < readBeforeMs,
        })
      }
    }, nextMs - nowMs)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}
