import { queryOptions } from '@tanstack/react-query'
import { type Alert, listAlerts, type SEVERITIES } from '#contract/alert.ts'
import { MAX_LIMIT } from '#contract/list.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { listLiveTrips } from '#contract/trip.ts'
import { call } from './call.ts'

/** Who is out, longest first, as many as one call gives; `total` says how many there are. */
export const outNowQuery = queryOptions({
  queryKey: ['trips', 'out'],
  queryFn: ({ signal }) =>
    call(listLiveTrips, {
      list: { limit: MAX_LIMIT, order: [{ field: 'start_time', direction: 'asc' }] },
      signal,
    }),
  refetchInterval: 3 * 60_000,
  meta: { errorMessage: 'error.liveTrips' },
})

/** Alerts of the last day that nobody has acknowledged, the gravest and then the newest first. */
export const worstAlertsQuery = (nowMs: number) => {
  // To the hour, so that it is not another question every second.
  const since = new Date(Math.floor(nowMs / HOUR_MS) * HOUR_MS - DAY_MS).toISOString()
  return queryOptions({
    queryKey: ['alerts', 'worst', since],
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        GRAVE.map((severity) =>
          call(listAlerts, {
            list: {
              limit: MAX_LIMIT,
              order: [{ field: 'trigger_time', direction: 'desc' }],
              filter: [
                { field: 'severity', operator: 'eq', value: severity },
                { field: 'trigger_time', operator: 'gte', value: since },
              ],
            },
            signal,
          }),
        ),
      )
      return pages.flatMap(({ data }) => data.filter(isWaiting))
    },
    meta: { errorMessage: 'error.alerts' },
  })
}

const GRAVE = ['critical', 'warning'] as const satisfies readonly (typeof SEVERITIES)[number][]
const isWaiting = ({ acknowledged, withdrawn }: Alert) => !acknowledged && !withdrawn
