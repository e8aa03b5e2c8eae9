import { listComments } from '#contract/wire/comment.ts'
import * as comments from '#server/records/comments.ts'
import { listScope } from '#server/records/listScope.ts'
import { serve } from '../serve.ts'
import { toComment } from './toComment.ts'

export const listCommentsRoute = serve(listComments, async ({ db, caller, query: asked }) => {
  const { scope, query } = await listScope(db, caller.scope, asked)
  const { rows, ...page } = await comments.listComments(db, scope, query)
  return { data: rows.map(toComment), ...page }
})
