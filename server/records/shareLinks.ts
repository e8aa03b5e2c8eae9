/** Links that show one trip, or one impact, to anyone with the link. */
import { and, asc, count, desc, eq, gt, gte, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { ListQuery } from '#contract/wire/list.ts'
import * as contract from '#contract/wire/shareLink.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import {
  comments,
  images,
  shareLinks,
  tripAliases,
  trips,
  users,
  vessels,
} from '#server/stores/relational/schema.ts'
import { findComments } from './comments.ts'
import { columnsOf, filterSql, orderSql } from './listSql.ts'
import { inScope, type Scope } from './scope.ts'
import { findTrip, findTripAt, type TripRecord } from './tripLists.ts'

export type ShareLinkRow = typeof shareLinks.$inferSelect
export type ShareLinkRecord = Awaited<ReturnType<typeof findLinks>>[number]

/** True for a name that the maker of the link chose to show. */
export const showsName = ({ shownNames }: ShareLinkRow, name: contract.SharedName): boolean =>
  shownNames.includes(name)

/** The id that the trip has today, whatever it was called when the link was made. */
const tripIdNow = sql<string>`coalesce(${tripAliases.tripId}, ${shareLinks.tripId})`

/** True when the shared subject still exists. */
const isThere = sql`exists (
  select 1 from ${trips} where ${trips.vesselId} = ${shareLinks.vesselId}
  and ${trips.visible} and not ${trips.isDeleted}
  and case when ${shareLinks.eventUs} is null then ${trips.id} = ${shareLinks.tripId}
    else ${shareLinks.eventUs} between ${trips.startUs} and coalesce(${trips.endUs}, ${trips.lastRecordUs}) end)`

const stateAt = (now: Date) => sql<contract.ShareLink['state']>`case
  when ${shareLinks.revokedAt} is not null then 'revoked'
  when ${shareLinks.expiresAt} <= ${now.toISOString()} then 'expired'
  when ${isThere} then 'active' else 'ended' end`

export async function listShareLinks(db: Db | Tx, scope: Scope, query: ListQuery, now: Date) {
  const { createdAt, expiresAt, openings, vesselId } = shareLinks
  const columns = columnsOf(contract.listShareLinks, {
    orders: { created_at: createdAt, expires_at: expiresAt, openings },
    filters: { trip_id: tripIdNow, vessel_id: vesselId, state: stateAt(now), created_at: createdAt },
  })
  const where = and(inScope(scope, vessels), ...filterSql(query, columns))
  const order = orderSql(query, columns, shareLinks.id)
  const rows = await findLinks(db, now, where, order, query)
  const [counted] = await db
    .select({ total: count() })
    .from(shareLinks)
    .innerJoin(vessels, eq(vessels.id, shareLinks.vesselId))
    .leftJoin(tripAliases, eq(tripAliases.id, shareLinks.tripId))
    .where(where)
  return { rows, total: counted?.total ?? 0 }
}

export async function findShareLink(
  db: Db | Tx,
  scope: Scope,
  id: string,
  now: Date,
): Promise<ShareLinkRecord | null> {
  const where = and(inScope(scope, vessels), eq(shareLinks.id, id))
  const [row] = await findLinks(db, now, where, [], { skip: 0, limit: 1 })
  return row ?? null
}

function findLinks(
  db: Db | Tx,
  now: Date,
  where: SQL | undefined,
  order: SQL[],
  page: { skip: number; limit: number },
) {
  return db
    .select({
      link: shareLinks,
      vessel: { id: vessels.id, name: vessels.name },
      user: { id: users.id, name: users.name },
      state: stateAt(now),
      tripStartUs: sql<string | null>`(
        select ${trips.startUs} from ${trips}
        where ${trips.id} = ${tripIdNow} and ${trips.visible} and not ${trips.isDeleted})`,
    })
    .from(shareLinks)
    .innerJoin(vessels, eq(vessels.id, shareLinks.vesselId))
    .leftJoin(tripAliases, eq(tripAliases.id, shareLinks.tripId))
    .leftJoin(users, eq(users.id, shareLinks.userId))
    .where(where)
    .orderBy(...order)
    .offset(page.skip)
    .limit(page.limit)
}

export async function insertShareLink(
  tx: Tx,
  row: Omit<typeof shareLinks.$inferInsert, 'id' | 'openings' | 'lastOpenedAt' | 'revokedAt'>,
): Promise<string> {
  const [inserted] = await tx.insert(shareLinks).values(row).returning({ id: shareLinks.id })
  if (!inserted) throw new Error('the link was not inserted')
  return inserted.id
}

const isOpen = (now: Date) => and(isNull(shareLinks.revokedAt), gt(shareLinks.expiresAt, now))

/** Number of the links that still open a trip. */
export const countOpenLinks = (db: Db | Tx, tripId: string, now: Date): Promise<number> =>
  db.$count(shareLinks, and(eq(shareLinks.tripId, tripId), isOpen(now)))

export async function revokeShareLink(tx: Tx, id: string, at: Date): Promise<void> {
  await tx
    .update(shareLinks)
    .set({ revokedAt: at })
    .where(and(eq(shareLinks.id, id), isNull(shareLinks.revokedAt)))
}

/**
 * Ends links to whole trips of a vessel that touch an interval, because the changed trip may show more than
 * was shared. Returns the ended links.
 */
export async function revokeLinksWithin(
  tx: Tx,
  vesselId: string,
  { fromUs, toUs }: { fromUs: number; toUs: number },
  at: Date,
): Promise<string[]> {
  const touching = tx
    .select({ id: trips.id })
    .from(trips)
    .where(
      and(
        eq(trips.vesselId, vesselId),
        lte(trips.startUs, toUs),
        gte(sql`coalesce(${trips.endUs}, ${trips.lastRecordUs})`, fromUs),
      ),
    )
  const rows = await tx
    .update(shareLinks)
    .set({ revokedAt: at })
    .where(and(inArray(shareLinks.tripId, touching), isNull(shareLinks.eventUs), isOpen(at)))
    .returning({ id: shareLinks.id })
  return rows.map(({ id }) => id)
}

/** Link and its trip, in their present state. */
export interface SharedTrip {
  link: ShareLinkRow
  record: TripRecord
}

/**
 * Finds the trip of the link with this hash; null when the link is unknown, expired or revoked, or the trip is gone.
 */
export async function findShared(db: Db | Tx, secretHash: string, now: Date): Promise<SharedTrip | null> {
  const [link] = await db
    .select()
    .from(shareLinks)
    .where(and(eq(shareLinks.secretHash, secretHash), isOpen(now)))
  if (!link) return null
  const whole = { organizationId: link.organizationId, departmentIds: null }
  const record =
    link.eventUs === null
      ? await findTrip(db, { ...whole, tripId: link.tripId }, link.tripId)
      : await findTripAt(db, whole, link.vesselId, link.eventUs)
  return record && { link, record }
}

/** Answers how often it was opened before. */
export async function noteOpening(tx: Tx, id: string, at: Date): Promise<number> {
  const [row] = await tx
    .update(shareLinks)
    .set({ openings: sql`${shareLinks.openings} + 1`, lastOpenedAt: at })
    .where(eq(shareLinks.id, id))
    .returning({ openings: shareLinks.openings })
  return (row?.openings ?? 1) - 1
}

const isShared = ({ link, record }: SharedTrip) =>
  and(inArray(comments.id, link.commentIds), eq(comments.tripId, record.trip.id))

/** The chosen comments that still belong to the trip, newest first. */
export const sharedComments = (db: Db | Tx, shared: SharedTrip, page: { skip: number; limit: number }) =>
  findComments(db, isShared(shared), [desc(comments.createdAt), asc(comments.id)], page)

export const countShared = (db: Db | Tx, shared: SharedTrip): Promise<number> =>
  db.$count(comments, isShared(shared))

/** The file of an image of a chosen comment. */
export async function sharedImageKey(db: Db | Tx, shared: SharedTrip, id: string): Promise<string | null> {
  const [row] = await db
    .select({ fileKey: images.fileKey })
    .from(images)
    .innerJoin(comments, eq(comments.id, images.commentId))
    .where(and(eq(images.id, id), isShared(shared)))
  return row?.fileKey ?? null
}

/** Returns the comments of a trip among these comments. */
export async function commentsOfTrip(db: Db | Tx, tripId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ id: comments.id })
    .from(comments)
    .where(and(inArray(comments.id, [...ids]), eq(comments.tripId, tripId)))
  return rows.map(({ id }) => id)
}
