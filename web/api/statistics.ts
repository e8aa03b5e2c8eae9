import { queryOptions } from '@tanstack/react-query'
import { MINUTE_MS } from '#contract/domain/time.ts'
import { fetchFuelStatistics, fetchSafetyStatistics } from '#contract/wire/statistics.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { call } from './call.ts'

const KEPT_MS = 5 * MINUTE_MS
const LIVE_REREAD_MS = MINUTE_MS

/** Read again every minute during a trip; the previous figures stay visible until the answer arrives. */
const freshness = (trip: Trip) => ({
  staleTime: KEPT_MS,
  refetchInterval: trip.live ? LIVE_REREAD_MS : (false as const),
})
/** Never those of another trip. */
const ofSame = (trip: Trip, key: readonly unknown[] | undefined) => key?.[2] === trip.id

const bodyOf = (trip: Trip, resolution: number) => {
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return { request_type: 'trip' as const, trip_id: trip.id, resolution, timezone }
}

/** Safety of a trip in buckets of `resolution` seconds. */
export const tripSafetyQuery = (trip: Trip, resolution: number) =>
  queryOptions({
    queryKey: ['statistics', 'safety', trip.id, resolution],
    queryFn: ({ signal }) => call(fetchSafetyStatistics, { body: bodyOf(trip, resolution), signal }),
    placeholderData: (known, query) => (ofSame(trip, query?.queryKey) ? known : undefined),
    ...freshness(trip),
  })

/** Fuel totals of a trip, without the series. */
export const tripFuelStatsQuery = (trip: Trip) =>
  queryOptions({
    queryKey: ['statistics', 'fuel', trip.id, 'stats'],
    queryFn: async ({ signal }) => {
      const body = { request_type: 'trip' as const, trip_id: trip.id, stats_only: true }
      return (await call(fetchFuelStatistics, { body, signal })).stats
    },
    ...freshness(trip),
  })

/** Fuel of a trip in buckets of `resolution` seconds. */
export const tripFuelQuery = (trip: Trip, resolution: number) =>
  queryOptions({
    queryKey: ['statistics', 'fuel', trip.id, resolution],
    queryFn: ({ signal }) => call(fetchFuelStatistics, { body: bodyOf(trip, resolution), signal }),
    placeholderData: (known, query) => (ofSame(trip, query?.queryKey) ? known : undefined),
    ...freshness(trip),
  })
