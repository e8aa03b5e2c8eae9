import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ListAsked } from '#contract/list.ts'
import { listCaptains } from '#contract/trip.ts'
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
    placeholderData: keepPreviousData,
    meta: { errorMessage: 'error.captains' },
  })
