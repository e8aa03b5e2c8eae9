/** Links to one trip or one impact: created, listed, revoked, and opened by their holder. */
import { randomBytes } from 'node:crypto'
import { DAY_MS } from '#contract/domain/time.ts'
import { Problem } from '#contract/wire/errors.ts'
import { instantUs } from '#contract/wire/instant.ts'
import {
  createShareLink,
  listShareLinks,
  openShareLink,
  revokeShareLink,
  SHARED_NAMES,
  type ShareLink,
  sharePath,
} from '#contract/wire/shareLink.ts'
import type { Vessel } from '#contract/wire/vessel.ts'
import { hashOfKey } from '#server/access/hashOfKey.ts'
import { SYSTEM } from '#server/records/actor.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { findOrganization } from '#server/records/organizations.ts'
import * as links from '#server/records/shareLinks.ts'
import { visibleTrip } from '#server/records/tripLists.ts'
import { findVessel } from '#server/records/vessels.ts'
import { type Routes, serve } from '../serve.ts'

export const shareLinkRoutes: Routes = [
  serve(listShareLinks, async ({ db, caller, clock, query }) => {
    const { rows, total } = await links.listShareLinks(db, caller.scope, query, new Date(clock.nowMs()))
    return { data: rows.map(toShareLink), total }
  }),
  serve(createShareLink, async (call) => {
    const { db, caller, clock, ip, body } = call
    const found = await visibleTrip(db, caller.scope, body.trip_id)
    const { trip, vessel } = found
    // The wire has whole milliseconds: an impact at the very beginning would be a little before the trip.
    const eventUs = body.event_time === null ? null : Math.max(instantUs(body.event_time), trip.startUs)
    const isWithin =
      body.event_time === null ||
      (instantUs(body.event_time) > trip.startUs - 1000 &&
        instantUs(body.event_time) <= (trip.endUs ?? trip.lastRecordUs))
    if (!isWithin) throw new Problem('invalid', 'event_time: must lie within the trip.')
    if (body.comment_ids.length > 0) {
      const scope = call.further('vessel:trip-comment-view')
      await visibleTrip(db, scope, trip.id)
    }
    const { organizationId, actor, userId } = caller
    const now = new Date(clock.nowMs())
    const expiresAt = new Date(clock.nowMs() + body.valid_days * DAY_MS)
    // As hard to guess as a signature is to forge, and unlike one it can be taken back.
    const token = randomBytes(32).toString('base64url')
    const id = await db.transaction(async (tx) => {
      const commentIds = await links.commentsOfTrip(tx, trip.id, body.comment_ids)
      if (commentIds.length !== new Set(body.comment_ids).size)
        throw new Problem('invalid', 'comment_ids: must be comments of the trip.')
      if ((await links.countOpenLinks(tx, trip.id, now)) >= MOST_OPEN) throw new Problem('too_many')
      const made = await links.insertShareLink(tx, {
        ...{ organizationId, userId, vesselId: vessel.id, tripId: trip.id, eventUs, commentIds, expiresAt },
        shownNames: [...new Set(body.names)],
        secretHash: hashOfKey(token),
        createdAt: now,
      })
      await noteAct(tx, {
        ...{ organizationId, actor, ip, act: 'share-link.create', subject: { id: made, name: vessel.name } },
        after: {
          trip_id: trip.id,
          event_time: body.event_time,
          comments: commentIds.length,
          names: body.names.join(', '),
          expires_at: expiresAt.toISOString(),
        },
      })
      return made
    })
    const row = await links.findShareLink(db, caller.scope, id, now)
    if (!row) throw new Problem('not_found')
    return { ...toShareLink(row), share_path: sharePath(token) }
  }),
  serve(revokeShareLink, async ({ db, caller, clock, ip, params }) => {
    const now = new Date(clock.nowMs())
    const found = await links.findShareLink(db, caller.scope, params.id, now)
    if (!found) throw new Problem('not_found')
    const { organizationId, actor } = caller
    const revoked = await db.transaction(async (tx) => {
      await links.revokeShareLink(tx, params.id, now)
      const subject = { id: params.id, name: found.vessel.name }
      const after = { trip_id: found.link.tripId }
      await noteAct(tx, { organizationId, actor, ip, act: 'share-link.revoke', subject, after })
      return links.findShareLink(tx, caller.scope, params.id, now)
    })
    if (!revoked) throw new Problem('not_found')
    return toShareLink(revoked)
  }),
  serve(openShareLink, async ({ db, clock, ip, body }) => {
    const now = new Date(clock.nowMs())
    const shared = await links.findShared(db, hashOfKey(body.share_token), now)
    if (!shared) throw new Problem('not_found')
    const { link, record } = shared
    const { organizationId } = link
    const whole = { organizationId, departmentIds: null }
    const [organization, boat, comments] = [
      await findOrganization(db, organizationId),
      await findVessel(db, whole, link.vesselId),
      await links.countShared(db, shared),
    ]
    if (!organization || !boat) throw new Problem('not_found')
    await db.transaction(async (tx) => {
      if ((await links.noteOpening(tx, link.id, now)) > 0) return
      const subject = { id: link.id, name: record.vessel.name }
      const after = { trip_id: link.tripId }
      await noteAct(tx, { organizationId, actor: SYSTEM, ip, act: 'share-link.open', subject, after })
    })
    return {
      trip_id: record.trip.id,
      event_time: isoOrNull(link.eventUs),
      organization_name: links.showsName(link, 'organization') ? organization.name : '',
      has_comfort_speed: organization.hasComfortSpeed,
      expires_at: link.expiresAt.toISOString(),
      num_comments: comments,
      kind: boat.vessel.kind as Vessel['kind'],
      specs: { length: boat.vessel.lengthM, beam_overall: boat.vessel.beamM },
    }
  }),
]

/** Links to one trip that open it at once. */
const MOST_OPEN = 50

const isoOrNull = (us: number | null) => (us === null ? null : new Date(us / 1000).toISOString())

function toShareLink({ link, vessel, user, state, tripStartUs }: links.ShareLinkRecord): ShareLink {
  return {
    id: link.id,
    trip_id: link.tripId,
    vessel,
    trip_start_time: isoOrNull(tripStartUs === null ? null : Number(tripStartUs)),
    event_time: isoOrNull(link.eventUs),
    num_comments: link.commentIds.length,
    names: SHARED_NAMES.filter((name) => links.showsName(link, name)),
    state,
    user,
    created_at: link.createdAt.toISOString(),
    expires_at: link.expiresAt.toISOString(),
    revoked_at: link.revokedAt?.toISOString() ?? null,
    openings: link.openings,
    last_opened_at: link.lastOpenedAt?.toISOString() ?? null,
  }
}
