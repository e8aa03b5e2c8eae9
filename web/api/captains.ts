import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ListQuery } from '#contract/list.ts'
import { listCaptains } from '#contract/trip.ts'
import { call } from './call.ts'
import { readAll } from './readAll.ts'

export const captainsQuery = queryOptions({
  queryKey: ['captains'],
  queryFn: ({ signal }) => readAll((list) => call(listCaptains, { list, signal })),
  meta: { errorMessage: 'error.captains' },
})

export const captainListQuery = (list: Partial<ListQuery>) =>
  queryOptions({
    queryKey: ['captains', 'list', list],
    queryFn: ({ signal }) => call(listCaptains, { list, signal }),
    placeholderData: keepPreviousData,
    meta: { errorMessage: 'error.captains' },
  })
