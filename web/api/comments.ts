import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listComments } from '#contract/comment.ts'
import type { ListQuery } from '#contract/list.ts'
import { call } from './call.ts'

export const commentListQuery = (list: Partial<ListQuery>) =>
  queryOptions({
    queryKey: ['comments', 'list', list],
    queryFn: ({ signal }) => call(listComments, { list, signal }),
    placeholderData: keepPreviousData,
    meta: { errorMessage: 'error.comments' },
  })
