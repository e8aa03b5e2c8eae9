/** Links that open a watch board on a wall screen, and passes of users who signed in there. */
import { and, count, eq, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { ListQuery } from '#contract/wire/list.ts'
import * as contract from '#contract/wire/wallLink.ts'
import { identitySessions } from '#server/stores/relational/identitySchema.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { departments, users, wallLinks, wallPasses } from '#server/stores/relational/schema.ts'
import { columnsOf, filterSql, orderSql } from './listSql.ts'
import type { Scope } from './scope.ts'

export type WallLinkRow = typeof wallLinks.$inferSelect
export type WallLinkRecord = Awaited<ReturnType<typeof findLinks>>[number]

const state = sql<
  contract.WallLink['state']
>`case when ${wallLinks.endedAt} is null then 'active' else 'ended' end`
const COLUMNS = columnsOf(contract.listWallLinks, {
  orders: { created_at: wallLinks.createdAt },
  filters: { state },
})

/** Managers of the organization alone reach links, so no department narrows the list. */
const ofOrganization = ({ organizationId }: Scope) => eq(wallLinks.organizationId, organizationId)

export async function listWallLinks(db: Db | Tx, scope: Scope, query: ListQuery) {
  const where = and(ofOrganization(scope), ...filterSql(query, COLUMNS))
  const rows = await findLinks(db, where, orderSql(query, COLUMNS, wallLinks.id), query)
  const [counted] = await db.select({ total: count() }).from(wallLinks).where(where)
  return { rows, total: counted?.total ?? 0 }
}

export async function findWallLink(db: Db | Tx, scope: Scope, id: string): Promise<WallLinkRecord | null> {
  const where = and(ofOrganization(scope), eq(wallLinks.id, id))
  const [row] = await findLinks(db, where, [], { skip: 0, limit: 1 })
  return row ?? null
}

function findLinks(db: Db | Tx, where: SQL | undefined, order: SQL[], page: { skip: number; limit: number }) {
  return db
    .select({
      link: wallLinks,
      department: { id: departments.id, name: departments.name },
      user: { id: users.id, name: users.name },
      state,
    })
    .from(wallLinks)
    .innerJoin(departments, eq(departments.id, wallLinks.departmentId))
    .leftJoin(users, eq(users.id, wallLinks.userId))
    .where(where)
    .orderBy(...order)
    .offset(page.skip)
    .limit(page.limit)
}

export async function insertWallLink(tx: Tx, row: typeof wallLinks.$inferInsert): Promise<string> {
  const [inserted] = await tx.insert(wallLinks).values(row).returning({ id: wallLinks.id })
  if (!inserted) throw new Error('the link was not inserted')
  return inserted.id
}

export const countOpenWallLinks = (db: Db | Tx, organizationId: string): Promise<number> =>
  db.$count(wallLinks, and(eq(wallLinks.organizationId, organizationId), isNull(wallLinks.endedAt)))

/** Ends a link with the passes of its screen. */
export async function endWallLink(tx: Tx, id: string, at: Date): Promise<void> {
  await tx
    .update(wallLinks)
    .set({ endedAt: at })
    .where(and(eq(wallLinks.id, id), isNull(wallLinks.endedAt)))
  const ended = await tx.delete(wallPasses).where(eq(wallPasses.wallLinkId, id)).returning()
  for (const { sessionId } of ended) await endSession(tx, sessionId)
}

/** The link with this hash; null when it is unknown or ended. */
export async function findWall(db: Db | Tx, secretHash: string): Promise<WallLinkRow | null> {
  const [row] = await db
    .select()
    .from(wallLinks)
    .where(and(eq(wallLinks.secretHash, secretHash), isNull(wallLinks.endedAt)))
  return row ?? null
}

/** Notes that a screen uses a link, at most once since `before`. */
export async function noteWallSeen(db: Db | Tx, id: string, at: Date, before: Date): Promise<void> {
  await db
    .update(wallLinks)
    .set({ lastSeenAt: at })
    .where(and(eq(wallLinks.id, id), or(isNull(wallLinks.lastSeenAt), lt(wallLinks.lastSeenAt, before))))
}

/** Stores a pass, and ends the session of the identity engine together with it. */
export async function insertPass(tx: Tx, row: typeof wallPasses.$inferInsert): Promise<void> {
  await tx.insert(wallPasses).values(row)
  await tx
    .update(identitySessions)
    .set({ expiresAt: row.expiresAt })
    .where(eq(identitySessions.id, row.sessionId))
}

export async function findPass(db: Db | Tx, wallLinkId: string, secretHash: string, now: Date) {
  const [row] = await db
    .select()
    .from(wallPasses)
    .where(
      and(
        eq(wallPasses.secretHash, secretHash),
        eq(wallPasses.wallLinkId, wallLinkId),
        gt(wallPasses.expiresAt, now),
      ),
    )
  return row ?? null
}

export async function deletePass(tx: Tx, wallLinkId: string, secretHash: string): Promise<void> {
  const ended = await tx
    .delete(wallPasses)
    .where(and(eq(wallPasses.secretHash, secretHash), eq(wallPasses.wallLinkId, wallLinkId)))
    .returning()
  for (const { sessionId } of ended) await endSession(tx, sessionId)
}

export async function deleteExpiredPasses(db: Db | Tx, now: Date): Promise<void> {
  await db.delete(wallPasses).where(lt(wallPasses.expiresAt, now))
}

/** Ends a session that a wall screen opened. */
export async function endSession(db: Db | Tx, sessionId: string): Promise<void> {
  await db.delete(identitySessions).where(eq(identitySessions.id, sessionId))
}
