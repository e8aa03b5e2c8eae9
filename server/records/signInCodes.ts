import { and, eq, gt, lt, lte, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { signInCodes } from '#server/stores/relational/schema.ts'

/** Replaces the address's code, unless its last one is younger than `notAfter`: then false. Decided in one statement. */
export async function replaceCode(
  db: Db | Tx,
  code: { email: string; codeHash: string; sentAt: Date; expiresAt: Date },
  notAfter: Date,
): Promise<boolean> {
  const rows = await db
    .insert(signInCodes)
    .values({ ...code, tries: 0 })
    .onConflictDoUpdate({
      target: signInCodes.email,
      set: { codeHash: code.codeHash, sentAt: code.sentAt, expiresAt: code.expiresAt, tries: 0 },
      setWhere: lte(signInCodes.sentAt, notAfter),
    })
    .returning({ email: signInCodes.email })
  return rows.length > 0
}

/** Uses up one try and answers the hash to compare with; null when no code waits or its tries are used up. */
export async function takeTry(
  db: Db | Tx,
  email: string,
  limits: { maxTries: number; now: Date },
): Promise<string | null> {
  const [row] = await db
    .update(signInCodes)
    .set({ tries: sql`${signInCodes.tries} + 1` })
    .where(
      and(
        eq(signInCodes.email, email),
        lt(signInCodes.tries, limits.maxTries),
        gt(signInCodes.expiresAt, limits.now),
      ),
    )
    .returning({ codeHash: signInCodes.codeHash })
  return row?.codeHash ?? null
}

/** True for exactly one of several callers with the right code. */
export async function spendCode(db: Db | Tx, email: string, codeHash: string): Promise<boolean> {
  const rows = await db
    .delete(signInCodes)
    .where(and(eq(signInCodes.email, email), eq(signInCodes.codeHash, codeHash)))
    .returning({ email: signInCodes.email })
  return rows.length > 0
}

export async function deleteExpiredCodes(db: Db | Tx, now: Date): Promise<void> {
  await db.delete(signInCodes).where(lt(signInCodes.expiresAt, now))
}
