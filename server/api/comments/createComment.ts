import { createComment } from '#contract/wire/comment.ts'
import type { BodyOf } from '#contract/wire/endpoint.ts'
import { Problem } from '#contract/wire/errors.ts'
import { personOf } from '#server/access/caller.ts'
import { authorOf } from '#server/records/actor.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { findComment, insertComment } from '#server/records/comments.ts'
import { attachImages } from '#server/records/images.ts'
import type { Scope } from '#server/records/scope.ts'
import { findTrip } from '#server/records/tripLists.ts'
import { findVessel } from '#server/records/vessels.ts'
import type { Tx } from '#server/stores/relational/openRecords.ts'
import { serve } from '../serve.ts'
import { publishComment } from './publishComment.ts'
import { toComment } from './toComment.ts'

export const createCommentRoute = serve(createComment, async ({ db, bus, caller, ip, clock, body }) => {
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
})

/** A trip is named by any id it ever had, and its comments hang on the one it has today. */
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
