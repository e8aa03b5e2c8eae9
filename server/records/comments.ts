/** Comments inside the caller's scope: whoever sees a vessel today sees what is said of it and its trips. */
import { and, asc, count, desc, eq, inArray } from 'drizzle-orm'
import type { ListQuery } from '#contract/list.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { comments, images, users, vessels } from '#server/stores/relational/schema.ts'
import { filterSql, type ListColumns, orderSql, parseTimeUs, parseUuid } from './listSql.ts'
import { inScope, type Scope } from './scope.ts'

const COLUMNS: ListColumns = {
  orders: { created_at: comments.createdAt },
  filters: {
    id: { column: comments.id, parse: parseUuid },
    vessel_id: { column: comments.vesselId, parse: parseUuid },
    trip_id: { column: comments.tripId, parse: parseUuid },
    user_id: { column: comments.userId, parse: parseUuid },
    created_at: { column: comments.createdAt, parse: (text) => new Date(parseTimeUs(text) / 1000) },
  },
}

export type CommentRecord = Awaited<ReturnType<typeof listComments>>['rows'][number]

export async function listComments(db: Db | Tx, scope: Scope, query: ListQuery) {
  const where = and(inScope(scope, vessels), ...filterSql(query, COLUMNS))
  const ofVessel = eq(vessels.id, comments.vesselId)
  const found = await db
    .select({
      comment: comments,
      user: { id: users.id, name: users.name, pictureFile: users.pictureFile },
    })
    .from(comments)
    .innerJoin(vessels, ofVessel)
    .leftJoin(users, eq(users.id, comments.userId))
    .where(where)
    .orderBy(...orderSql(query, COLUMNS, comments.id, desc(comments.createdAt)))
    .offset(query.skip)
    .limit(query.limit)
  const ids = found.map(({ comment }) => comment.id)
  const attached = await db
    .select()
    .from(images)
    .where(inArray(images.commentId, ids))
    .orderBy(asc(images.createdAt), asc(images.id))
  const rows = found.map((row) => ({
    ...row,
    images: attached.filter(({ commentId }) => commentId === row.comment.id),
  }))
  const [counted] = await db
    .select({ total: count() })
    .from(comments)
    .innerJoin(vessels, ofVessel)
    .where(where)
  return { rows, total: counted?.total ?? 0 }
}
