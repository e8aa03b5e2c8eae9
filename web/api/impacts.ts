import { queryOptions } from '@tanstack/react-query'
import { MINUTE_MS } from '#contract/domain/time.ts'
import { eventFromWire, fetchImpactReport, type ImpactReport } from '#contract/wire/impact.ts'
import { call } from './call.ts'

const TIMEOUT_MS = MINUTE_MS
const REREAD_MS = MINUTE_MS

/** All impacts of a trip from 0.5 g with the vessels within 25 m. A complete report never changes. */
export const impactReportQuery = (tripId: string) =>
  queryOptions({
    queryKey: ['impact-report', tripId],
    queryFn: async ({ signal }): Promise<ImpactReport> => {
      const report = await call(fetchImpactReport, {
        params: { id: tripId },
        body: { impact_threshold: 0.5, nearby_vessels_threshold_meters: 25 },
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      return { ...report, impact_events: report.impact_events.map(eventFromWire) }
    },
    // A failed report may have run for a minute, so the reader decides whether to try again.
    retry: false,
    staleTime: ({ state }) => (state.data?.complete ? Number.POSITIVE_INFINITY : REREAD_MS),
    gcTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data?.complete === false ? REREAD_MS : false),
  })

export const tookTooLong = (error: Error) => error.name === 'TimeoutError'
