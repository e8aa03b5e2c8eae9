import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { BodyOf } from '#contract/wire/endpoint.ts'
import { type ListAsked, MAX_LIMIT } from '#contract/wire/list.ts'
import {
  createShareLink as create,
  listShareLinks,
  openShareLink,
  revokeShareLink as revoke,
} from '#contract/wire/shareLink.ts'
import { call } from './call.ts'

export const shareLinkListQuery = (list: ListAsked<typeof listShareLinks>) =>
  queryOptions({
    queryKey: ['share-links', 'list', list],
    queryFn: ({ signal }) => call(listShareLinks, { list, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { errorMessage: 'share.listFailed' },
  })

/** Share links of a trip, newest first, as many as one call returns. */
export const shareLinksQuery = (tripId: string) =>
  queryOptions({
    queryKey: ['share-links', tripId],
    queryFn: async ({ signal }) => {
      const filter = [{ field: 'trip_id' as const, operator: 'eq' as const, value: tripId }]
      return (await call(listShareLinks, { list: { limit: MAX_LIMIT, filter }, signal })).data
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const createShareLink = (body: BodyOf<typeof create>) => call(create, { body, everyDepartment: true })
export const revokeShareLink = (id: string) => call(revoke, { params: { id } })

/** Read once, because the server counts each request as an opening of the link. */
export const openedQuery = (token: string) =>
  queryOptions({
    queryKey: ['shared', token],
    queryFn: ({ signal }) => call(openShareLink, { body: { share_token: token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
