import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { MINUTE_MS } from '#contract/domain/time.ts'
import { type Alert, getAlert, listAlerts } from '#contract/wire/alert.ts'
import {
  type AlertCase,
  assignAlert as assign,
  commentAlert as comment,
  getAlertCase,
  silenceAlert as silence,
  type WireAlertCase,
} from '#contract/wire/alertCase.ts'
import { type ListAsked, MAX_LIMIT } from '#contract/wire/list.ts'
import { readAlerts, type User } from '#contract/wire/user.ts'
import { positionFromWire } from '#contract/wire/wirePosition.ts'
import { queryClient } from '../session/queryClient.ts'
import { type CallInput, call } from './call.ts'
import { meQuery } from './user.ts'

const LATEST = 10

/** Sorted by the time of arrival: an old alert that arrives now is news. */
export async function readAlertPage(input: CallInput<typeof listAlerts>) {
  const { data, ...page } = await call(listAlerts, input)
  return { ...page, data: data.map(positionFromWire) }
}

const caseFromWire = ({ alert, ...rest }: WireAlertCase): AlertCase => ({
  ...rest,
  alert: positionFromWire(alert),
})

export const latestAlertsQuery = queryOptions({
  queryKey: ['alerts', 'latest'],
  queryFn: ({ signal }) =>
    readAlertPage({
      list: { limit: LATEST, order: [{ field: 'received_at', direction: 'desc' }] },
      signal,
    }),
  // A newly opened list must show the present alerts.
  staleTime: 0,
  meta: { errorMessage: 'error.alerts' },
})

export const alertListQuery = (list: ListAsked<typeof listAlerts>) =>
  queryOptions({
    queryKey: ['alerts', 'list', list],
    queryFn: ({ signal }) => readAlertPage({ list, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { errorMessage: 'error.alerts' },
  })

/** Marks the alerts as read when the user opens them. On failure the count stays for a while. */
export async function markAlertsRead() {
  try {
    await call(readAlerts, {})
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the user needs no message; a developer may want the error
    console.warn('The unread alerts could not be reset', error)
    return
  }
  queryClient.setQueryData(
    meQuery.queryKey,
    (user: User | undefined) =>
      user && { ...user, unread_messages: { ...user.unread_messages, alert_count: 0 } },
  )
}

/** Newest alerts of a trip, as many as one call returns; they show on its map and its plot. */
export const alertsOnTripQuery = (tripId: string, live: boolean) =>
  queryOptions({
    queryKey: ['alerts', 'trip', tripId, 'newest'],
    queryFn: ({ signal }) =>
      readAlertPage({
        list: {
          limit: MAX_LIMIT,
          order: [{ field: 'trigger_time', direction: 'desc' }],
          filter: [{ field: 'trip_id', operator: 'eq', value: tripId }],
        },
        signal,
      }),
    refetchInterval: live ? MINUTE_MS : false,
    meta: { errorMessage: 'error.alerts' },
  })

const TRIP_PAGE = 10

/** All alerts of a trip in pages, newest first. */
export const tripAlertsQuery = (tripId: string, live: boolean) =>
  infiniteQueryOptions({
    queryKey: ['alerts', 'trip', tripId, 'pages'],
    queryFn: ({ signal, pageParam: skip }) =>
      readAlertPage({
        list: {
          skip,
          limit: TRIP_PAGE,
          order: [{ field: 'trigger_time', direction: 'desc' }],
          filter: [{ field: 'trip_id', operator: 'eq', value: tripId }],
        },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const read = pages.length * TRIP_PAGE
      return read < total ? read : null
    },
    // An alert raised between two page requests makes another alert appear on both pages.
    select: ({ pages }) => [
      ...new Map<string, Alert>(pages.flatMap(({ data }) => data.map((alert) => [alert.id, alert]))).values(),
    ],
    refetchInterval: live ? MINUTE_MS : false,
    staleTime: 0,
    meta: { errorMessage: 'error.alerts' },
  })

export const alertQuery = (id: string) =>
  queryOptions({
    queryKey: ['alerts', 'one', id],
    queryFn: async ({ signal }) => positionFromWire(await call(getAlert, { params: { id }, signal })),
    meta: { errorMessage: 'error.alert' },
  })

export const alertCaseQuery = (id: string) =>
  queryOptions({
    queryKey: ['alerts', 'case', id],
    queryFn: async ({ signal }) => caseFromWire(await call(getAlertCase, { params: { id }, signal })),
  })

/** Caches the case that an action on an alert returns. */
function cacheCase(wire: WireAlertCase): AlertCase {
  const found = caseFromWire(wire)
  const { id } = found.alert
  queryClient.setQueryData(alertCaseQuery(id).queryKey, found)
  queryClient.setQueryData(alertQuery(id).queryKey, found.alert)
  return found
}
export const assignAlert = async (id: string, user_id: string | null) =>
  cacheCase(await call(assign, { params: { id }, body: { user_id } }))
export const silenceAlert = async (id: string, minutes: number) =>
  cacheCase(await call(silence, { params: { id }, body: { minutes } }))
export const commentAlert = async (id: string, text: string) =>
  cacheCase(await call(comment, { params: { id }, body: { text } }))
