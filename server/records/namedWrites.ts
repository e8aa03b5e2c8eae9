/**
 * Writes of API keys under a name of their own for each write, so that a repeated call is answered and not done again.
 */
import { and, eq, lt } from 'drizzle-orm'
import { DAY_MS } from '#contract/domain/time.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { namedWrites } from '#server/stores/relational/schema.ts'

/** How long an idempotency key belongs to its write. */
const KEPT_MS = DAY_MS

export interface NamedWrite {
  apiKeyId: string
  name: string
  /** Hash of method, address and body. */
  callHash: string
}

const isOf = ({ apiKeyId, name }: NamedWrite) =>
  and(eq(namedWrites.apiKeyId, apiKeyId), eq(namedWrites.name, name))

/**
 * Reserves the idempotency key for this write, for one of two at once. Otherwise returns what is stored of
 * the write that has the key.
 */
export async function beginNamedWrite(
  db: Db,
  write: NamedWrite,
  nowMs: number,
): Promise<'begun' | { callHash: string; answer: string | null }> {
  const createdAt = new Date(nowMs)
  const begun = await db
    .insert(namedWrites)
    .values({ ...write, createdAt })
    .onConflictDoUpdate({
      target: [namedWrites.apiKeyId, namedWrites.name],
      set: { callHash: write.callHash, answer: null, createdAt },
      setWhere: lt(namedWrites.createdAt, new Date(nowMs - KEPT_MS)),
    })
    .returning({ name: namedWrites.name })
  if (begun.length > 0) return 'begun'
  const [known] = await db.select().from(namedWrites).where(isOf(write))
  // The write failed between the two statements: the next request will find the key free.
  return known ?? { callHash: write.callHash, answer: null }
}

export async function saveAnswer(db: Db, write: NamedWrite, answer: string): Promise<void> {
  await db.update(namedWrites).set({ answer }).where(isOf(write))
}

/** Deletes a failed write: it has written nothing, and its key may be used again. */
export async function forgetNamedWrite(db: Db, write: NamedWrite): Promise<void> {
  await db.delete(namedWrites).where(isOf(write))
}

export async function deleteOldNamedWrites(db: Db, nowMs: number): Promise<void> {
  await db.delete(namedWrites).where(lt(namedWrites.createdAt, new Date(nowMs - KEPT_MS)))
}
