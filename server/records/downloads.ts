import { and, count, eq, gt, lt } from 'drizzle-orm'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { downloads } from '#server/stores/relational/schema.ts'
import { type Actor, authorOf } from './actor.ts'

export type DownloadRow = typeof downloads.$inferSelect

export async function insertDownload(
  db: Db | Tx,
  row: Omit<typeof downloads.$inferInsert, 'id' | 'state' | 'progress'>,
): Promise<DownloadRow> {
  const [inserted] = await db.insert(downloads).values(row).returning()
  if (!inserted) throw new Error('the export was not inserted')
  return inserted
}

/** Owner of a download: a user or a key. */
export interface DownloadOwner {
  organizationId: string
  actor: Actor
}

const isOf = ({ organizationId, actor }: DownloadOwner) => {
  const { userId, apiKeyId } = authorOf(actor)
  if (userId === null && apiKeyId === null) throw new Error('a file needs a user or a key')
  const asker = userId === null ? eq(downloads.apiKeyId, apiKeyId ?? '') : eq(downloads.userId, userId)
  return and(asker, eq(downloads.organizationId, organizationId))
}

/** Finds a download of this owner in this organization; null for other owners, and for expired downloads. */
export async function findDownload(
  db: Db | Tx,
  owner: DownloadOwner,
  which: { id: string } | { tokenHash: string },
  nowMs: number,
): Promise<DownloadRow | null> {
  const [row] = await db
    .select()
    .from(downloads)
    .where(
      and(
        'id' in which ? eq(downloads.id, which.id) : eq(downloads.tokenHash, which.tokenHash),
        isOf(owner),
        gt(downloads.expiresAt, new Date(nowMs)),
      ),
    )
  return row ?? null
}

export async function countDownloads(db: Db | Tx, owner: DownloadOwner, nowMs: number): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(downloads)
    .where(and(isOf(owner), gt(downloads.expiresAt, new Date(nowMs))))
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
