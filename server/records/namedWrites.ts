/**
 * Writes of API keys under a name of their own for each write, so that a repeated call is answered and not done again.
 */
import { and, eq, lt } from 'drizzle-orm'
import { DAY_MS } from '#contract/domain/time.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { namedWrites } from '#server/stores/relational/schema.ts'

/** How long a name stands for the same write. */
const KEPT_MS = DAY_MS

export interface NamedWrite {
  apiKeyId: string
  name: string
  /** Hash of method, address and body. */
  callHash: string
}

const isOf = ({ apiKeyId, name }: NamedWrite) =>
  and(eq(namedWrites.apiKeyId, apiKeyId), eq(namedWrites.name, name))

/** Takes the name for this write: of two at the same time one has it. Else what is known of the write that has it. */
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
  // It failed between the two statements: whoever asks again will find the name free.
  return known ?? { callHash: write.callHash, answer: null }
}

export async function saveAnswer(db: Db, write: NamedWrite, answer: string): Promise<void> {
  await db.update(namedWrites).set({ answer }).where(isOf(write))
}

/** Forgets a failed write: it has written nothing and may be tried again under its name. */
export async function forgetNamedWrite(db: Db, write: NamedWrite): Promise<void> {
  await db.delete(namedWrites).where(isOf(write))
}

export async function deleteOldNamedWrites(db: Db, nowMs: number): Promise<void> {
  await db.delete(namedWrites).where(lt(namedWrites.createdAt, new Date(nowMs - KEPT_MS)))
}
