import { and, asc, count, eq, gt, inArray, lt } from 'drizzle-orm'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { attempts } from '#server/stores/relational/schema.ts'

/** Remembers that something limited was tried: a password for an account, a mail to an address. */
export async function noteAttempt(db: Db | Tx, subject: string, atMs: number): Promise<{ id: number }> {
  const [row] = await db
    .insert(attempts)
    .values({ subject, at: new Date(atMs) })
    .returning({ id: attempts.id })
  if (!row) throw new Error('the attempt was not noted')
  return row
}

export async function takeBackAttempt(db: Db | Tx, subject: string, id: number): Promise<void> {
  await db.delete(attempts).where(and(eq(attempts.subject, subject), eq(attempts.id, id)))
}

export async function countAttempts(db: Db | Tx, subject: string, sinceMs: number): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(attempts)
    .where(and(eq(attempts.subject, subject), gt(attempts.at, new Date(sinceMs))))
  return row?.total ?? 0
}

/** Times of attempts since then by subject, oldest first. */
export async function attemptTimes(
  db: Db | Tx,
  subjects: readonly string[],
  sinceMs: number,
): Promise<Map<string, number[]>> {
  if (subjects.length === 0) return new Map()
  const rows = await db
    .select({ subject: attempts.subject, at: attempts.at })
    .from(attempts)
    .where(and(inArray(attempts.subject, [...subjects]), gt(attempts.at, new Date(sinceMs))))
    .orderBy(asc(attempts.at), asc(attempts.id))
  const bySubject = Map.groupBy(rows, ({ subject }) => subject)
  return new Map([...bySubject].map(([subject, own]) => [subject, own.map(({ at }) => at.getTime())]))
}

export async function forgetAttempts(db: Db | Tx, subject: string): Promise<void> {
  await db.delete(attempts).where(eq(attempts.subject, subject))
}

export async function deleteAttemptsBefore(db: Db | Tx, beforeMs: number): Promise<void> {
  await db.delete(attempts).where(lt(attempts.at, new Date(beforeMs)))
}
