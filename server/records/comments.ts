/** Comments inside the caller's scope: whoever sees a vessel today sees what is said of it and its trips. */
import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import * as contract from '#contract/comment.ts'
import type { ListQuery } from '#contract/list.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { comments, images, users, vessels } from '#server/stores/relational/schema.ts'
import { columnsOf, filterSql, orderSql } from './listSql.ts'
import { inScope, type Scope } from './scope.ts'

const COLUMNS = columnsOf(contract.listComments, {
  orders: { created_at: comments.createdAt },
  filters: {
    id: comments.id,
    vessel_id: comments.vesselId,
    trip_id: comments.tripId,
    entity: sql`case when ${comments.tripId} is null then 'vessel' else 'trip' end`,
    user_id: comments.userId,
    created_at: comments.createdAt,
  },
})

export type CommentRecord = Awaited<ReturnType<typeof findComments>>[number]

const ofVessel = eq(vessels.id, comments.vesselId)

export async function listComments(db: Db | Tx, scope: Scope, query: ListQuery) {
  const where = and(inScope(scope, vessels), ...filterSql(query, COLUMNS))
  const order = orderSql(query, COLUMNS, comments.id, desc(comments.createdAt))
  const rows = await findComments(db, where, order, query)
  const [counted] = await db
    .select({ total: count() })
    .from(comments)
    .innerJoin(vessels, ofVessel)
    .where(where)
  return { rows, total: counted?.total ?? 0 }
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

/** Its images go with it; their files are the caller's to remove. */
export async function deleteComment(tx: Tx, id: string): Promise<void> {
  await tx.delete(comments).where(eq(comments.id, id))
}

async function findComments(
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
