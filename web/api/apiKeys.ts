import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { MINUTE_MS } from '#contract/domain/time.ts'
import {
  type ApiKeyForm,
  createApiKey as create,
  getApiUsage,
  listApiKeys,
  deleteApiKey as remove,
  updateApiKey as update,
} from '#contract/wire/apiKey.ts'
import { Problem } from '#contract/wire/errors.ts'
import type { ListAsked } from '#contract/wire/list.ts'
import { call } from './call.ts'

/** Keys belong to administrators of the whole organization: none of these calls is narrowed to the chosen department. */
const everyDepartment = true

export const apiKeyListQuery = (list: ListAsked<typeof listApiKeys>) =>
  queryOptions({
    queryKey: ['apiKeys', 'list', list],
    queryFn: ({ signal }) => call(listApiKeys, { list, signal, everyDepartment }),
    placeholderData: keepPreviousData,
    meta: { errorMessage: 'error.apiKeys' },
  })

export const apiKeyQuery = (id: string) =>
  queryOptions({
    queryKey: ['apiKeys', 'one', id],
    queryFn: async ({ signal }) => {
      const list = { limit: 1, filter: [{ field: 'id' as const, operator: 'eq' as const, value: id }] }
      const [key] = (await call(listApiKeys, { list, signal, everyDepartment })).data
      if (!key) throw new Problem('not_found')
      return key
    },
  })

/** Read again each minute, since programs spend while somebody looks. */
export const apiUsageQuery = queryOptions({
  queryKey: ['apiKeys', 'usage'],
  queryFn: ({ signal }) => call(getApiUsage, { signal, everyDepartment }),
  refetchInterval: MINUTE_MS,
})

export const createApiKey = (body: ApiKeyForm) => call(create, { body, everyDepartment })
export const updateApiKey = (id: string, body: ApiKeyForm) =>
  call(update, { params: { id }, body, everyDepartment })
export const deleteApiKey = (id: string) => call(remove, { params: { id }, everyDepartment })
