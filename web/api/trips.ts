import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ListQuery } from '#contract/list.ts'
import { fetchPaths } from '#contract/timeSeries.ts'
import { getTrip, listLiveTrips, listTrips } from '#contract/trip.ts'
import { call } from './call.ts'

export const tripsQuery = (list: Partial<ListQuery>) =>
  queryOptions({
    queryKey: ['trips', 'list', list],
    queryFn: ({ signal }) => call(listTrips, { list, signal }),
    placeholderData: keepPreviousData,
    meta: { errorMessage: 'error.trips' },
  })

export const recentTripsQuery = tripsQuery({
  limit: 20,
  order: [{ field: 'start_time', direction: 'desc' }],
})

export const liveTripsQuery = queryOptions({
  queryKey: ['trips', 'live'],
  queryFn: ({ signal }) => call(listLiveTrips, { signal }),
  refetchInterval: 3 * 60_000,
  meta: { errorMessage: 'error.liveTrips' },
})

export const tripQuery = (id: string) =>
  queryOptions({
    queryKey: ['trips', 'one', id],
    queryFn: ({ signal }) => call(getTrip, { params: { id }, signal }),
    refetchInterval: (query) => (query.state.data?.live ? 60_000 : false),
    meta: { errorMessage: 'error.trip' },
  })

/** Points that a thumbnail needs; a whole page of trips is fetched in one call. */
const THUMBNAIL_POINTS = 120

/** Paths of the trips of one list. Those of trips that have ended never change; `live` says that some have not. */
export const pathsQuery = (tripIds: readonly string[], live = false) =>
  queryOptions({
    queryKey: ['paths', tripIds],
    queryFn: async ({ signal }) => {
      const body = { trip_ids: [...tripIds], points: THUMBNAIL_POINTS }
      const { data } = await call(fetchPaths, { body, signal })
      return new Map(data.map(({ trip_id, points }) => [trip_id, points]))
    },
    enabled: tripIds.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: live ? 60_000 : false,
  })
