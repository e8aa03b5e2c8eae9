import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { MINUTE_MS } from '#contract/domain/time.ts'
import {
  fetchPaths,
  fetchTimeSeries,
  listTripSeries,
  type TimeSeriesRequest,
} from '#contract/wire/timeSeries.ts'
import { positionFromWire } from '#contract/wire/wirePosition.ts'
import { call } from './call.ts'

/** A trip under way is read again this often; one that has ended never changes. */
const LIVE_REREAD_MS = MINUTE_MS
const freshness = (live: boolean) =>
  live
    ? { staleTime: 2 * LIVE_REREAD_MS, refetchInterval: LIVE_REREAD_MS }
    : { staleTime: Number.POSITIVE_INFINITY, refetchInterval: false as const }

/** The path of one trip in at most `points` points. */
export const pathQuery = (tripId: string, { points, live }: { points: number; live: boolean }) =>
  queryOptions({
    queryKey: ['path', tripId, points],
    queryFn: async ({ signal }) => {
      const { data } = await call(fetchPaths, { body: { trip_ids: [tripId], points }, signal })
      return data[0]?.points.map(positionFromWire) ?? []
    },
    ...freshness(live),
  })

/** Series of a trip or of a stretch of it. */
export const seriesQuery = (request: TimeSeriesRequest, live: boolean) =>
  queryOptions({
    queryKey: ['series', request],
    queryFn: ({ signal }) => fetchSeries(request, signal),
    placeholderData: keepPreviousData,
    ...freshness(live),
  })

/** The fields of which a trip has data, and the names of those whose instance has one. */
export const tripSeriesQuery = (tripId: string) =>
  queryOptions({
    queryKey: ['trip-series', tripId],
    queryFn: ({ signal }) => call(listTripSeries, { params: { id: tripId }, signal }),
  })

const CHUNK_KEPT_MS = 300_000

/** A piece of series that is looked at once, as it passes. */
export const chunkQuery = (request: TimeSeriesRequest) =>
  queryOptions({
    queryKey: ['series', request],
    queryFn: ({ signal }) => fetchSeries(request, signal),
    staleTime: CHUNK_KEPT_MS,
    gcTime: CHUNK_KEPT_MS,
  })

async function fetchSeries(request: TimeSeriesRequest, signal: AbortSignal) {
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const { data } = await call(fetchTimeSeries, { body: { ...request, timezone }, signal })
  return data
}
