import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { MINUTE_MS } from '#contract/domain/time.ts'
import type { ListAsked } from '#contract/wire/list.ts'
import { fetchPaths } from '#contract/wire/timeSeries.ts'
import { getTrip, listLiveTrips, listTrips, type Trip } from '#contract/wire/trip.ts'
import { listTripCorrections } from '#contract/wire/tripCorrection.ts'
import { positionFromWire } from '#contract/wire/wirePosition.ts'
import { call } from './call.ts'

type Filters = NonNullable<ListAsked<typeof listTrips>['filter']>

export const tripsQuery = (list: ListAsked<typeof listTrips>) =>
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
  refetchInterval: 3 * MINUTE_MS,
  meta: { errorMessage: 'error.liveTrips' },
})

/** A trip whose figures are being made is read this often until they are. */
const UNFINISHED_REREAD_MS = 3000

export const tripQuery = (id: string) =>
  queryOptions({
    queryKey: ['trips', 'one', id],
    queryFn: ({ signal }) => call(getTrip, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data && !data.analysis.complete ? UNFINISHED_REREAD_MS : data?.live ? MINUTE_MS : false,
    meta: { errorMessage: 'error.trip' },
  })

/** The pinned ones among all trips that one can see, whichever department is chosen. */
export const pinnedTripsQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['trips', 'pinned', ids],
    queryFn: async ({ signal }) => {
      if (ids.length === 0) return []
      const filter: Filters = [{ field: 'id', operator: 'in', values: ids }]
      const { data } = await call(listTrips, { list: { limit: 50, filter }, signal, everyDepartment: true })
      return data
    },
    placeholderData: keepPreviousData,
    meta: { errorMessage: 'error.pinnedTrips' },
  })

/** The trip of the same vessel just before or after, null where there is none. */
export const neighbourQuery = (trip: Trip, which: 'previous' | 'next') =>
  queryOptions({
    queryKey: ['trips', 'neighbour', trip.id, which],
    queryFn: async ({ signal }) => {
      const isNext = which === 'next'
      const list: ListAsked<typeof listTrips> = {
        // The server stores the beginning of a trip more exactly than it reports, so it may count this trip to the others.
        limit: 2,
        order: [{ field: 'start_time', direction: isNext ? 'asc' : 'desc' }],
        filter: [
          { field: 'vessel_id', operator: 'eq', value: trip.vessel_id },
          { field: 'start_time', operator: isNext ? 'gt' : 'lt', value: trip.start_time },
        ],
      }
      const { data } = await call(listTrips, { list, signal, everyDepartment: true })
      return data.find(({ id }) => id !== trip.id) ?? null
    },
    ...NEVER_KEPT,
  })

/** How many trips of a vessel began within a span, its ends given or open. */
export const tripCountQuery = (vesselId: string, { start, end }: { start?: string; end?: string }) =>
  queryOptions({
    queryKey: ['trips', 'count', vesselId, start, end],
    queryFn: async ({ signal }) => {
      const filter: Filters = [
        { field: 'vessel_id', operator: 'eq', value: vesselId },
        ...(start ? [{ field: 'start_time' as const, operator: 'gte' as const, value: start }] : []),
        ...(end ? [{ field: 'start_time' as const, operator: 'lte' as const, value: end }] : []),
      ]
      return (await call(listTrips, { list: { limit: 1, filter }, signal, everyDepartment: true })).total
    },
  })

export const correctionsQuery = (tripId: string) =>
  queryOptions({
    queryKey: ['trips', 'corrections', tripId],
    queryFn: ({ signal }) => call(listTripCorrections, { params: { id: tripId }, signal }),
    ...NEVER_KEPT,
  })

/** Never cached: the user decides on this data, and yesterday's values would mislead until the answer arrives. */
const NEVER_KEPT = { gcTime: 0, staleTime: 0 }

/** Points that a thumbnail needs; a whole page of trips is fetched in one call. */
const THUMBNAIL_POINTS = 120

/** Paths of the trips of one list. Paths of ended trips never change; `live` is true when some have not ended. */
export const pathsQuery = (tripIds: readonly string[], live = false) =>
  queryOptions({
    queryKey: ['paths', tripIds],
    queryFn: async ({ signal }) => {
      const body = { trip_ids: [...tripIds], points: THUMBNAIL_POINTS }
      const { data } = await call(fetchPaths, { body, signal })
      return new Map(data.map(({ trip_id, points }) => [trip_id, points.map(positionFromWire)]))
    },
    enabled: tripIds.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: live ? MINUTE_MS : false,
  })
