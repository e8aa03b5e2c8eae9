import { deleteComment } from '#contract/wire/comment.ts'
import { Problem } from '#contract/wire/errors.ts'
import { authorOf } from '#server/records/actor.ts'
import { noteAct } from '#server/records/auditLog.ts'
import * as comments from '#server/records/comments.ts'
import { dropImages } from '../images/imageFiles.ts'
import { serve } from '../serve.ts'
import { publishComment } from './publishComment.ts'

export const deleteCommentRoute = serve(
  deleteComment,
  async ({ db, bus, files, caller, further, ip, params: { id } }) => {
    const { organizationId, actor, scope } = caller
    const { userId, apiKeyId } = authorOf(actor)
    const gone = await db.transaction(async (tx) => {
      const row = await comments.findComment(tx, scope, id)
      if (!row) throw new Problem('not_found')
      const isOwn = userId === null ? row.comment.apiKeyId === apiKeyId : row.comment.userId === userId
      const reach = isOwn ? scope : further('vessel:comment-delete-any')
      if (!(await comments.findComment(tx, reach, id))) throw new Problem('not_allowed')
      await comments.deleteComment(tx, id)
      const { text, tripId, createdAt } = row.comment
      await noteAct(tx, {
        organizationId,
        actor,
        ip,
        act: 'comment.delete',
        subject: { id, name: row.vesselName },
        before: {
          text,
          user: row.user?.name ?? row.comment.apiKeyName,
          trip_id: tripId,
          created_at: createdAt.toISOString(),
          images: row.images.length,
        },
      })
      return row
    })
    await dropImages(
      files,
      gone.images.map(({ fileKey }) => fileKey),
    )
    publishComment(bus, gone)
    return { ok: true }
  },
)
