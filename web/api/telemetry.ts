import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fetchPaths, fetchTimeSeries, type TimeSeriesRequest } from '#contract/timeSeries.ts'
import { call } from './call.ts'

/** A trip under way is read again this often; one that has ended never changes. */
const LIVE_REREAD_MS = 60_000
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
      return data[0]?.points ?? []
    },
    ...freshness(live),
  })

/** Series of a trip or of a stretch of it. */
export const seriesQuery = (request: TimeSeriesRequest, live: boolean) =>
  queryOptions({
    queryKey: ['series', request],
    queryFn: async ({ signal }) => {
      const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
      const { data } = await call(fetchTimeSeries, { body: { ...request, timezone }, signal })
      return data
    },
    placeholderData: keepPreviousData,
    ...freshness(live),
  })
