import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ListAsked } from '#contract/list.ts'
import { listRules } from '#contract/rule.ts'
import { call } from './call.ts'

export const ruleListQuery = (list: ListAsked<typeof listRules>) =>
  queryOptions({
    queryKey: ['rules', 'list', list],
    queryFn: ({ signal }) => call(listRules, { list, signal }),
    placeholderData: keepPreviousData,
    meta: { errorMessage: 'error.rules' },
  })
