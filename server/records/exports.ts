import { and, count, eq, gt, lt } from 'drizzle-orm'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { exports } from '#server/stores/relational/schema.ts'

export type ExportRow = typeof exports.$inferSelect

export async function insertExport(
  db: Db | Tx,
  row: Omit<typeof exports.$inferInsert, 'id' | 'state' | 'progress'>,
): Promise<ExportRow> {
  const [inserted] = await db.insert(exports).values(row).returning()
  if (!inserted) throw new Error('the export was not inserted')
  return inserted
}

/** Of this user in this organization; null for everybody else's, and for those that have run out. */
export async function findExport(
  db: Db | Tx,
  owner: { userId: string; organizationId: string },
  which: { id: string } | { tokenHash: string },
  nowMs: number,
): Promise<ExportRow | null> {
  const [row] = await db
    .select()
    .from(exports)
    .where(
      and(
        'id' in which ? eq(exports.id, which.id) : eq(exports.tokenHash, which.tokenHash),
        eq(exports.userId, owner.userId),
        eq(exports.organizationId, owner.organizationId),
        gt(exports.expiresAt, new Date(nowMs)),
      ),
    )
  return row ?? null
}

export async function countExports(db: Db | Tx, userId: string, nowMs: number): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(exports)
    .where(and(eq(exports.userId, userId), gt(exports.expiresAt, new Date(nowMs))))
  return row?.total ?? 0
}

export async function noteExport(
  db: Db | Tx,
  id: string,
  change: Partial<Pick<ExportRow, 'state' | 'progress' | 'bytes'>>,
): Promise<void> {
  await db.update(exports).set(change).where(eq(exports.id, id))
}

export async function deleteExpiredExports(db: Db | Tx, beforeMs: number): Promise<void> {
  await db.delete(exports).where(lt(exports.expiresAt, new Date(beforeMs)))
}
