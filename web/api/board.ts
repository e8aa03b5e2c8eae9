import { queryOptions } from '@tanstack/react-query'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/domain/time.ts'
import type { SEVERITIES } from '#contract/wire/alert.ts'
import { createWatchNote, getBoard, listWatchNotes } from '#contract/wire/board.ts'
import type { BodyOf } from '#contract/wire/endpoint.ts'
import { MAX_LIMIT } from '#contract/wire/list.ts'
import { listLiveTrips } from '#contract/wire/trip.ts'
import { leaveWall, signInAtWall } from '#contract/wire/wallLink.ts'
import { readAlertPage } from './alerts.ts'
import { call } from './call.ts'

/** Interval between two readings of the board; news of alerts arrive sooner where there is a socket. */
const REREAD_MS = 10_000

/**
 * The board of a department, or of everything that the user sees. The page itself shows failures: a message every few
 * seconds would cover a wall screen.
 */
export const boardQuery = (departmentId: string | null) =>
  queryOptions({
    queryKey: ['alerts', 'board', departmentId],
    queryFn: ({ signal }) =>
      call(getBoard, { query: departmentId === null ? {} : { department_id: departmentId }, signal }),
    staleTime: 0,
    refetchInterval: REREAD_MS,
    refetchIntervalInBackground: true,
  })

const NOTES_SHOWN = 50

/** Newest notes of a department, read when the user opens them. */
export const watchNotesQuery = (departmentId: string) =>
  queryOptions({
    queryKey: ['alerts', 'watch-notes', departmentId],
    queryFn: ({ signal }) =>
      call(listWatchNotes, {
        list: {
          limit: NOTES_SHOWN,
          filter: [{ field: 'department_id', operator: 'eq', value: departmentId }],
        },
        signal,
      }),
    staleTime: 0,
  })

export const writeWatchNote = (body: BodyOf<typeof createWatchNote>) => call(createWatchNote, { body })
export const enterWall = (body: BodyOf<typeof signInAtWall>) => call(signInAtWall, { body })
export const leaveWallScreen = (body: BodyOf<typeof leaveWall>) => call(leaveWall, { body })

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

/** Alerts of the last day without acknowledgement, the most severe first and then the newest. */
export const worstAlertsQuery = (nowMs: number) => {
  // Rounded to the hour, so that the query key does not change every second.
  const since = new Date(Math.floor(nowMs / HOUR_MS) * HOUR_MS - DAY_MS).toISOString()
  return queryOptions({
    queryKey: ['alerts', 'worst', since],
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        GRAVE.map((severity) =>
          readMany((part) =>
            readAlertPage({
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

/** Limit of the rows read: a user does not look through more, and a map shows no more. */
const MOST = 1000

/** Reads rows page by page, in the order of the pages. */
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
