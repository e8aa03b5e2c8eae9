import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ListQuery } from '#contract/list.ts'
import { listRules } from '#contract/rule.ts'
import { call } from './call.ts'

export const ruleListQuery = (list: Partial<ListQuery>) =>
  queryOptions({
    queryKey: ['rules', 'list', list],
    queryFn: ({ signal }) => call(listRules, { list, signal }),
    placeholderData: keepPreviousData,
    meta: { errorMessage: 'error.rules' },
  })
