import { listCommentGroups } from '#contract/wire/comment.ts'
import * as comments from '#server/records/comments.ts'
import { listScope } from '#server/records/listScope.ts'
import { serve } from '../serve.ts'
import { toComment } from './toComment.ts'

export const listCommentGroupsRoute = serve(listCommentGroups, async ({ db, caller, query: asked }) => {
  const { scope, query } = await listScope(db, caller.scope, asked)
  const { rows, ...page } = await comments.listCommentGroups(db, scope, query)
  const data = rows.map(({ vessel, tripId, startUs, count, comments }) => ({
    vessel,
    trip: tripId && startUs ? { id: tripId, start_time: new Date(startUs / 1000).toISOString() } : null,
    count,
    comments: comments.map(toComment),
  }))
  return { data, ...page }
})
