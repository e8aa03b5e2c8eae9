import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listApiKeys } from '#contract/apiKey.ts'
import type { ListAsked } from '#contract/list.ts'
import { call } from './call.ts'

export const apiKeyListQuery = (list: ListAsked<typeof listApiKeys>) =>
  queryOptions({
    queryKey: ['apiKeys', 'list', list],
    queryFn: ({ signal }) => call(listApiKeys, { list, signal, everyDepartment: true }),
    placeholderData: keepPreviousData,
    meta: { errorMessage: 'error.apiKeys' },
  })
