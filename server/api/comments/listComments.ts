import { listComments } from '#contract/comment.ts'
import { decodeListQuery } from '#contract/list.ts'
import * as comments from '#server/records/comments.ts'
import { listScope } from '#server/records/listScope.ts'
import { serve } from '../serve.ts'
import { toComment } from './toComment.ts'

export const listCommentsRoute = serve(listComments, async ({ db, caller, language, query: raw }) => {
  const { scope, query } = await listScope(db, caller.scope, decodeListQuery(raw, language))
  const { rows, total } = await comments.listComments(db, scope, query)
  return { data: rows.map(toComment), total }
})
