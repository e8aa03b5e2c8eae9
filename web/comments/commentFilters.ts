import type { CommentFilter } from '../api/comments.ts'
import type { CommentSearch } from '../searchParameters.ts'
import { daysBetween } from '../tables/listQuery.ts'

/** Filters of a list of comments, from the search parameters in the address. */
export const commentFilters = (search: CommentSearch): CommentFilter[] => [
  ...daysBetween('created_at', search),
  ...(search.entity ? [{ field: 'entity' as const, operator: 'eq' as const, value: search.entity }] : []),
]
