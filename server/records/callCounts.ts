import { lt, sql } from 'drizzle-orm'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { callCounts } from '#server/stores/relational/schema.ts'

/**
 * Counts a call. Returns the number of calls since the window began, and how long it stays open, by the
 * database's clock.
 */
export async function countCall(
  db: Db,
  subject: string,
  windowMs: number,
): Promise<{ calls: number; leftMs: number }> {
  const { endsAt, calls } = callCounts
  const isOver = sql`${endsAt} <= clock_timestamp()`
  const [row] = await db
    .insert(callCounts)
    .values({ subject, calls: 1, endsAt: sql`clock_timestamp() + ${`${windowMs} milliseconds`}::interval` })
    .onConflictDoUpdate({
      target: callCounts.subject,
      set: {
        calls: sql`case when ${isOver} then 1 else ${calls} + 1 end`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else ${endsAt} end`,
      },
    })
    .returning({
      calls,
      leftMs: sql<number>`extract(epoch from ${endsAt} - clock_timestamp())::float8 * 1000`,
    })
  if (!row) throw new Error('the call was not counted')
  return { calls: row.calls, leftMs: Math.max(0, row.leftMs) }
}

export async function deleteOldCounts(db: Db): Promise<void> {
  await db.delete(callCounts).where(lt(callCounts.endsAt, sql`clock_timestamp()`))
}
