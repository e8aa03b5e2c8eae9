/** What came of telling webhooks. */
import { lt } from 'drizzle-orm'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { webhookDeliveries } from '#server/stores/relational/schema.ts'

export async function noteDelivery(db: Db, row: typeof webhookDeliveries.$inferInsert): Promise<void> {
  await db.insert(webhookDeliveries).values(row)
}

export async function deleteOldDeliveries(db: Db, before: Date): Promise<void> {
  await db.delete(webhookDeliveries).where(lt(webhookDeliveries.at, before))
}
