import { lt } from 'drizzle-orm'
import { identitySessions, identityVerifications } from '#server/stores/relational/identitySchema.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'

/** Deletes sessions, links and exchange tokens that have expired. */
export async function deleteExpiredSessions(db: Db | Tx, now: Date): Promise<void> {
  await db.delete(identitySessions).where(lt(identitySessions.expiresAt, now))
  await db.delete(identityVerifications).where(lt(identityVerifications.expiresAt, now))
}
