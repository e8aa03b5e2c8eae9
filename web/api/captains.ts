import { queryOptions } from '@tanstack/react-query'
import { listCaptains } from '#contract/trip.ts'
import { call } from './call.ts'

export const captainsQuery = queryOptions({
  queryKey: ['captains'],
  queryFn: ({ signal }) =>
    call(listCaptains, { list: { limit: 100, order: [{ field: 'name', direction: 'asc' }] }, signal }),
  meta: { errorMessage: 'error.captains' },
})
