/** Streams that programs of an organization have open, over all processes; of one that died they run out. */
import { and, count, eq, gt, lte, sql } from 'drizzle-orm'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { openStreams } from '#server/stores/relational/schema.ts'

export interface OpenStream {
  id: string
  organizationId: string
}

/** Notes that they are open for so long, by the database's clock. */
export async function renewStreams(db: Db, streams: readonly OpenStream[], forMs: number): Promise<void> {
  if (streams.length === 0) return
  const until = sql`clock_timestamp() + ${`${forMs} milliseconds`}::interval`
  await db
    .insert(openStreams)
    .values(streams.map((stream) => ({ ...stream, until })))
    .onConflictDoUpdate({ target: openStreams.id, set: { until: sql`excluded.until` } })
}

export async function countStreams(db: Db, organizationId: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(openStreams)
    .where(and(eq(openStreams.organizationId, organizationId), gt(openStreams.until, sql`clock_timestamp()`)))
  return row?.total ?? 0
}

export async function endStream(db: Db, id: string): Promise<void> {
  await db.delete(openStreams).where(eq(openStreams.id, id))
}

export async function deleteOldStreams(db: Db): Promise<void> {
  await db.delete(openStreams).where(lte(openStreams.until, sql`clock_timestamp()`))
}
