import { type Comment, listComments } from '#contract/comment.ts'
import { decodeListQuery } from '#contract/list.ts'
import * as comments from '#server/records/comments.ts'
import { listScope } from '#server/records/listScope.ts'
import { pictureUrl } from '../pictures/pictureUrl.ts'
import { serve } from '../serve.ts'

export const listCommentsRoute = serve(listComments, async ({ db, caller, query: raw }) => {
  const { scope, query } = await listScope(db, caller.scope, decodeListQuery(raw))
  const { rows, total } = await comments.listComments(db, scope, query)
  return { data: rows.map(toComment), total }
})

const toComment = ({ comment, user, images }: comments.CommentRecord): Comment => ({
  id: comment.id,
  text: comment.text,
  created_at: comment.createdAt.toISOString(),
  user: user && { id: user.id, name: user.name, profile_picture_url: pictureUrl(user.pictureFile) },
  vessel_id: comment.vesselId,
  trip_id: comment.tripId,
  image_references: images.map(({ id, fileKey, fileName, createdAt }) => ({
    id,
    original_url: pictureUrl(fileKey) ?? '',
    file_name: fileName,
    created_at: createdAt.toISOString(),
  })),
})
