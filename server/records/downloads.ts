import { and, count, eq, gt, lt } from 'drizzle-orm'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { downloads } from '#server/stores/relational/schema.ts'

export type DownloadRow = typeof downloads.$inferSelect

export async function insertDownload(
  db: Db | Tx,
  row: Omit<typeof downloads.$inferInsert, 'id' | 'state' | 'progress'>,
): Promise<DownloadRow> {
  const [inserted] = await db.insert(downloads).values(row).returning()
  if (!inserted) throw new Error('the export was not inserted')
  return inserted
}

/** Of this user in this organization; null for everybody else's, and for those that have run out. */
export async function findDownload(
  db: Db | Tx,
  owner: { userId: string; organizationId: string },
  which: { id: string } | { tokenHash: string },
  nowMs: number,
): Promise<DownloadRow | null> {
  const [row] = await db
    .select()
    .from(downloads)
    .where(
      and(
        'id' in which ? eq(downloads.id, which.id) : eq(downloads.tokenHash, which.tokenHash),
        eq(downloads.userId, owner.userId),
        eq(downloads.organizationId, owner.organizationId),
        gt(downloads.expiresAt, new Date(nowMs)),
      ),
    )
  return row ?? null
}

export async function countDownloads(db: Db | Tx, userId: string, nowMs: number): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(downloads)
    .where(and(eq(downloads.userId, userId), gt(downloads.expiresAt, new Date(nowMs))))
  return row?.total ?? 0
}

export async function noteDownload(
  db: Db | Tx,
  id: string,
  change: Partial<Pick<DownloadRow, 'state' | 'progress' | 'bytes'>>,
): Promise<void> {
  await db.update(downloads).set(change).where(eq(downloads.id, id))
}

export async function deleteExpiredDownloads(db: Db | Tx, beforeMs: number): Promise<void> {
  await db.delete(downloads).where(lt(downloads.expiresAt, new Date(beforeMs)))
}
