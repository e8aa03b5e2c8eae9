import { useSyncExternalStore } from 'react'
import { MINUTE_MS } from '#contract/domain/time.ts'
import { isLinkLost, useLostSince } from './lostSince.ts'
import { serverClock } from './serverClock.ts'
import { onSecond } from './useServerNow.ts'

/** Age from which a position counts as ageing: most boats report every second. */
const AGEING_AFTER_MS = 30_000
const OLD_AFTER_MS = 2 * MINUTE_MS

export type Freshness = 'fresh' | 'ageing' | 'old'

/** Freshness of a live value: by its age, and old at once while the connection is lost. */
export function freshness(ms: number | null, nowMs: number, isLost: boolean): Freshness {
  if (ms === null || isLost || nowMs - ms > OLD_AFTER_MS) return 'old'
  return nowMs - ms > AGEING_AFTER_MS ? 'ageing' : 'fresh'
}

export const freshnessNow = (ms: number | null) => freshness(ms, serverClock.nowMs(), isLinkLost())

export function useFreshness(ms: number | null): Freshness {
  useLostSince()
  return useSyncExternalStore(onSecond, () => freshnessNow(ms))
}

/** True for a value that is too old to show; a dash and the age stand in its place. */
export const isStale = (ms: number | null, nowMs: number) => ms !== null && nowMs - ms > OLD_AFTER_MS

export const useStale = (ms: number | null): boolean =>
  useSyncExternalStore(onSecond, () => isStale(ms, serverClock.nowMs()))
