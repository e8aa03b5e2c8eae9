/** Comments inside the caller's scope: all who see a vessel today see the comments on it and its trips. */
import { and, asc, count, desc, eq, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import * as contract from '#contract/wire/comment.ts'
import type { ListQuery } from '#contract/wire/list.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { comments, images, trips, users, vessels } from '#server/stores/relational/schema.ts'
import { columnsOf, filterSql, paging } from './listSql.ts'
import { inScope, type Scope } from './scope.ts'

const GATHERED_BY = {
  vessel_id: comments.vesselId,
  entity: sql`case when ${comments.tripId} is null then 'vessel' else 'trip' end`,
  created_at: comments.createdAt,
}
const COLUMNS = columnsOf(contract.listComments, {
  orders: { created_at: comments.createdAt },
  filters: { ...GATHERED_BY, id: comments.id, trip_id: comments.tripId, user_id: comments.userId },
})
const GROUP_COLUMNS = columnsOf(contract.listCommentGroups, {
  orders: { created_at: comments.createdAt },
  filters: GATHERED_BY,
})

export type CommentRecord = Awaited<ReturnType<typeof findComments>>[number]

const ofVessel = eq(vessels.id, comments.vesselId)

export async function listComments(db: Db | Tx, scope: Scope, query: ListQuery) {
  const where = and(inScope(scope, vessels), ...filterSql(query, COLUMNS))
  const { order, after, next } = paging(query, COLUMNS, comments.id)
  const rows = await findComments(db, and(where, after), order, query)
  const [counted] = await db
    .select({ total: count() })
    .from(comments)
    .innerJoin(vessels, ofVessel)
    .where(where)
  const ids = rows.map(({ comment }) => comment.id)
  return { rows, total: counted?.total ?? 0, next_cursor: await next(db, ids) }
}

/** Trips and vessels with comments: the count and the newest comments of each. */
export async function listCommentGroups(db: Db | Tx, scope: Scope, query: ListQuery) {
  const where = and(inScope(scope, vessels), ...filterSql(query, GROUP_COLUMNS))
  const { order, after, next } = paging(query, GROUP_COLUMNS, comments.id)
  // A group is ordered by its newest comment, so a cursor names that comment.
  const heads = db
    .selectDistinctOn([comments.vesselId, comments.tripId], {
      id: comments.id,
      count: sql<number>`(count(*) over (partition by ${comments.vesselId}, ${comments.tripId}))::int`.as(
        'count',
      ),
    })
    .from(comments)
    .innerJoin(vessels, ofVessel)
    .where(where)
    .orderBy(comments.vesselId, comments.tripId, desc(comments.createdAt), asc(comments.id))
    .as('heads')
  const groups = await db
    .select({
      headId: comments.id,
      vessel: { id: vessels.id, name: vessels.name },
      tripId: comments.tripId,
      startUs: trips.startUs,
      count: heads.count,
    })
    .from(heads)
    .innerJoin(comments, eq(comments.id, heads.id))
    .innerJoin(vessels, ofVessel)
    .leftJoin(trips, eq(trips.id, comments.tripId))
    .where(after)
    .orderBy(...order)
    .offset(query.skip)
    .limit(query.limit)
  const [counted] = await db.select({ total: count() }).from(heads)
  const newest = await newestOf(db, where, groups)
  return {
    rows: groups.map((group) => ({
      ...group,
      comments: newest.filter(
        ({ comment }) => comment.tripId === group.tripId && comment.vesselId === group.vessel.id,
      ),
    })),
    total: counted?.total ?? 0,
    next_cursor: await next(
      db,
      groups.map(({ headId }) => headId),
    ),
  }
}

/** The newest of each group, newest first. */
async function newestOf(
  db: Db | Tx,
  where: SQL | undefined,
  groups: readonly { vessel: { id: string }; tripId: string | null }[],
) {
  const tripIds = groups.flatMap(({ tripId }) => tripId ?? [])
  const vesselIds = groups.flatMap(({ vessel, tripId }) => (tripId ? [] : vessel.id))
  const ofGroups = or(
    inArray(comments.tripId, tripIds),
    and(isNull(comments.tripId), inArray(comments.vesselId, vesselIds)),
  )
  const ranked = db
    .select({
      id: comments.id,
      place: sql<number>`row_number() over (
        partition by ${comments.vesselId}, ${comments.tripId}
        order by ${comments.createdAt} desc, ${comments.id})`.as('place'),
    })
    .from(comments)
    .innerJoin(vessels, ofVessel)
    .where(and(where, ofGroups))
    .as('ranked')
  const newest = db.select({ id: ranked.id }).from(ranked).where(lte(ranked.place, contract.GROUP_PREVIEW))
  const page = { skip: 0, limit: groups.length * contract.GROUP_PREVIEW }
  return findComments(db, inArray(comments.id, newest), [desc(comments.createdAt), asc(comments.id)], page)
}

export async function findComment(db: Db | Tx, scope: Scope, id: string): Promise<CommentRecord | null> {
  const where = and(inScope(scope, vessels), eq(comments.id, id))
  const [row] = await findComments(db, where, [], { skip: 0, limit: 1 })
  return row ?? null
}

export async function insertComment(
  tx: Tx,
  comment: Omit<typeof comments.$inferInsert, 'aboutTripId'>,
): Promise<string> {
  const [row] = await tx
    .insert(comments)
    .values({ ...comment, aboutTripId: comment.tripId })
    .returning({ id: comments.id })
  if (!row) throw new Error('the comment was not inserted')
  return row.id
}

/** Deletes also the images of the comment; the caller removes their files. */
export async function deleteComment(tx: Tx, id: string): Promise<void> {
  await tx.delete(comments).where(eq(comments.id, id))
}

export async function findComments(
  db: Db | Tx,
  where: SQL | undefined,
  order: SQL[],
  page: { skip: number; limit: number },
) {
  const found = await db
    .select({
      comment: comments,
      vesselName: vessels.name,
      departmentId: vessels.departmentId,
      user: { id: users.id, name: users.name, pictureFile: users.pictureFile },
    })
    .from(comments)
    .innerJoin(vessels, ofVessel)
    .leftJoin(users, eq(users.id, comments.userId))
    .where(where)
    .orderBy(...order)
    .offset(page.skip)
    .limit(page.limit)
  const ids = found.map(({ comment }) => comment.id)
  const attached = await db
    .select()
    .from(images)
    .where(inArray(images.commentId, ids))
    .orderBy(asc(images.createdAt), asc(images.id))
  return found.map((row) => ({
    ...row,
    images: attached.filter(({ commentId }) => commentId === row.comment.id),
  }))
}
