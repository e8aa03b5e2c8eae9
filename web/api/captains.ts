import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  type CaptainEdit,
  type CaptainForm,
  createCaptain as create,
  getCaptain,
  listCaptains,
  deleteCaptain as remove,
  updateCaptain as update,
} from '#contract/wire/captain.ts'
import type { ListAsked } from '#contract/wire/list.ts'
import { getOrganizationStatistics } from '#contract/wire/tripFigures.ts'
import { queryClient } from '../session/queryClient.ts'
import { call } from './call.ts'
import { readAll } from './readAll.ts'

export const captainsQuery = queryOptions({
  queryKey: ['captains'],
  queryFn: ({ signal }) => readAll((list) => call(listCaptains, { list, signal })),
  meta: { errorMessage: 'error.captains' },
})

export const captainListQuery = (list: ListAsked<typeof listCaptains>) =>
  queryOptions({
    queryKey: ['captains', 'list', list],
    queryFn: ({ signal }) => call(listCaptains, { list, signal }),
    // Never served from the cache, because each trip changes points and ranks.
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: { errorMessage: 'error.captains' },
  })

export const captainQuery = (id: string) =>
  queryOptions({
    // Cached with the trips, because a change of a trip changes the points.
    queryKey: ['trips', 'captain', id],
    queryFn: ({ signal }) => call(getCaptain, { params: { id }, signal }),
    meta: { errorMessage: 'error.captain' },
  })

/** Totals of all trips of the organization, for comparison. */
export const organizationStatisticsQuery = queryOptions({
  queryKey: ['trips', 'organization'],
  queryFn: ({ signal }) => call(getOrganizationStatistics, { signal }),
})

export const createCaptain = (body: CaptainForm) => call(create, { body })
export const readCaptainAgain = (id: string) => queryClient.fetchQuery({ ...captainQuery(id), staleTime: 0 })
export const updateCaptain = (id: string, body: CaptainEdit) => call(update, { params: { id }, body })
export const deleteCaptain = (id: string) => call(remove, { params: { id } })
