import { and, count, desc, eq, lt, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { rejections, vessels } from '#server/stores/relational/schema.ts'
import { inScope, type Scope } from './scope.ts'

export interface NewRejection {
  deviceId: string | null
  vesselId: string | null
  reason: string
  detail: string
  count: number
}

const DETAIL_LENGTH = 300
const KEPT_DAYS = 30

export async function saveRejections(db: Db | Tx, rows: readonly NewRejection[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insert(rejections)
    .values(rows.map((row) => ({ ...row, detail: printable(row.detail.slice(0, DETAIL_LENGTH)) })))
}

/** Replaces control characters: a NUL in a quoted detail would make the table refuse all rows. */
const printable = (text: string) => text.replaceAll(/\p{Cc}/gu, '\u{fffd}')

/** Lists the rejections of vessels in the scope, newest first. */
export async function listRejections(
  db: Db | Tx,
  scope: Scope,
  { skip, limit }: { skip: number; limit: number },
) {
  const where = inScope(scope, vessels)
  const joined = eq(vessels.id, rejections.vesselId)
  const [data, [total]] = await Promise.all([
    db
      .select({
        id: rejections.id,
        deviceId: rejections.deviceId,
        vesselId: rejections.vesselId,
        receivedAt: rejections.receivedAt,
        reason: rejections.reason,
        detail: rejections.detail,
        count: rejections.count,
      })
      .from(rejections)
      .innerJoin(vessels, joined)
      .where(where)
      .orderBy(desc(rejections.receivedAt), desc(rejections.id))
      .offset(skip)
      .limit(limit),
    db.select({ total: count() }).from(rejections).innerJoin(vessels, joined).where(where),
  ])
  return { data, total: total?.total ?? 0 }
}

export async function pruneRejections(db: Db | Tx): Promise<void> {
  await db
    .delete(rejections)
    .where(and(lt(rejections.receivedAt, sql`now() - make_interval(days => ${KEPT_DAYS})`)))
}
