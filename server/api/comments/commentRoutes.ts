import { createComment, deleteComment, listCommentGroups, listComments } from '#contract/wire/comment.ts'
import type { BodyOf } from '#contract/wire/endpoint.ts'
import { Problem } from '#contract/wire/errors.ts'
import { personOf } from '#server/access/caller.ts'
import type { Bus } from '#server/platform/bus.ts'
import { authorOf } from '#server/records/actor.ts'
import { noteAct } from '#server/records/auditLog.ts'
import * as comments from '#server/records/comments.ts'
import { type CommentRecord, findComment, insertComment } from '#server/records/comments.ts'
import { attachImages } from '#server/records/images.ts'
import { listScope } from '#server/records/listScope.ts'
import type { Scope } from '#server/records/scope.ts'
import { findTrip } from '#server/records/tripLists.ts'
import { findVessel } from '#server/records/vessels.ts'
import type { Tx } from '#server/stores/relational/openRecords.ts'
import { dropImages } from '../images/imageFiles.ts'
import { type Routes, serve } from '../serve.ts'
import { toComment } from './toComment.ts'

export const commentRoutes: Routes = [
  serve(listComments, async ({ db, caller, query: asked }) => {
    const { scope, query } = await listScope(db, caller.scope, asked)
    const { rows, ...page } = await comments.listComments(db, scope, query)
    return { data: rows.map(toComment), ...page }
  }),
  serve(listCommentGroups, async ({ db, caller, query: asked }) => {
    const { scope, query } = await listScope(db, caller.scope, asked)
    const { rows, ...page } = await comments.listCommentGroups(db, scope, query)
    const data = rows.map(({ vessel, tripId, startUs, count, comments }) => ({
      vessel,
      trip: tripId && startUs ? { id: tripId, start_time: new Date(startUs / 1000).toISOString() } : null,
      count,
      comments: comments.map(toComment),
    }))
    return { data, ...page }
  }),
  serve(
    createComment,
    async ({ db, bus, caller, ip, clock, body }) => {
      const { organizationId, actor, scope } = caller
      const made = await db.transaction(async (tx) => {
        const about = await aboutOf(tx, scope, body, clock.nowMs())
        const id = await insertComment(tx, { ...about, organizationId, ...authorOf(actor), text: body.text })
        const imageIds = [...new Set(body.image_ids)]
        if (imageIds.length > 0 && !(await attachImages(tx, personOf(caller), id, imageIds))) {
          throw new Problem('invalid', 'image_ids: there is no such unused image of yours.')
        }
        const row = await findComment(tx, scope, id)
        if (!row) throw new Error('the comment was not inserted')
        await noteAct(tx, {
          ...{ organizationId, actor, ip, act: 'comment.create', subject: { id, name: row.vesselName } },
          after: { text: body.text, trip_id: row.comment.tripId, images: row.images.length },
        })
        return row
      })
      publishComment(bus, made)
      return toComment(made)
    },
    { example: { body: { trip_id: '$TRIP_ID', text: 'Fog at the harbour mouth.' } } },
  ),
  serve(deleteComment, async ({ db, bus, files, caller, further, ip, params: { id } }) => {
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
  }),
]

/** Any former id names a trip; comments belong to its present id. */
async function aboutOf(
  tx: Tx,
  scope: Scope,
  { trip_id, vessel_id }: BodyOf<typeof createComment>,
  nowMs: number,
): Promise<{ vesselId: string; tripId: string | null; isUnderWay: boolean }> {
  if (trip_id !== null) {
    const row = await findTrip(tx, scope, trip_id)
    if (!row || (vessel_id !== null && vessel_id !== row.vessel.id)) {
      throw new Problem('invalid', 'trip_id: there is no such trip of this vessel.')
    }
    const { id: tripId, endUs } = row.trip
    return { vesselId: row.vessel.id, tripId, isUnderWay: endUs === null || nowMs * 1000 <= endUs }
  }
  const row = vessel_id === null ? null : await findVessel(tx, scope, vessel_id)
  if (!row) throw new Problem('invalid', 'vessel_id: there is no such vessel.')
  return { vesselId: row.vessel.id, tripId: null, isUnderWay: false }
}

/** Publishes a change of the trip, because trips show the number of their comments. */
function publishComment(bus: Bus, { comment, departmentId }: CommentRecord): void {
  const { organizationId, vesselId, tripId } = comment
  if (tripId !== null) bus.publish({ type: 'trip.changed', organizationId, departmentId, vesselId, tripId })
}
