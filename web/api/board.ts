import { queryOptions } from '@tanstack/react-query'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/domain/time.ts'
import { listAlerts, type SEVERITIES } from '#contract/wire/alert.ts'
import { MAX_LIMIT } from '#contract/wire/list.ts'
import { listLiveTrips } from '#contract/wire/trip.ts'
import { call } from './call.ts'

/** Trips under way, longest first; `total` is the count of all. */
export const outNowQuery = queryOptions({
  queryKey: ['trips', 'out'],
  queryFn: ({ signal }) =>
    readMany((part) =>
      call(listLiveTrips, {
        list: { ...part, order: [{ field: 'start_time', direction: 'asc' }] },
        signal,
      }),
    ),
  refetchInterval: 3 * MINUTE_MS,
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
          readMany((part) =>
            call(listAlerts, {
              list: {
                ...part,
                order: [{ field: 'trigger_time', direction: 'desc' }],
                filter: [
                  { field: 'severity', operator: 'eq', value: severity },
                  { field: 'trigger_time', operator: 'gte', value: since },
                  { field: 'waiting', operator: 'eq', value: 'true' },
                ],
              },
              signal,
            }),
          ),
        ),
      )
      return pages.flatMap(({ data }) => data)
    },
    meta: { errorMessage: 'error.alerts' },
  })
}

const GRAVE = ['critical', 'warning'] as const satisfies readonly (typeof SEVERITIES)[number][]

/** More nobody looks through; a map shows no more of them either. */
const MOST = 1000

/** Page by page, as they are ordered. */
async function readMany<Row>(
  readPage: (part: { skip: number; limit: number }) => Promise<{ data: Row[]; total: number }>,
): Promise<{ data: Row[]; total: number }> {
  const data: Row[] = []
  for (;;) {
    const page = await readPage({ skip: data.length, limit: MAX_LIMIT })
    data.push(...page.data)
    if (page.data.length === 0 || data.length >= Math.min(page.total, MOST))
      return { data, total: page.total }
  }
}
