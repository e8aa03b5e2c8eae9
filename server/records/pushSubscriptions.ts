/** Browsers in which people want to see messages. */
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { pushSubscriptions } from '#server/stores/relational/schema.ts'

/** More browsers than anybody uses; the oldest are dropped. */
const MAX_A_PERSON = 20

export const subscriptionsOf = (db: Db, userId: string) =>
  db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt))

/** A browser belongs to the last user who signed in on it. */
export async function saveSubscription(
  db: Db,
  row: { userId: string; endpoint: string; p256dh: string; auth: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .insert(pushSubscriptions)
      .values(row)
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { ...row, createdAt: sql`now()` } })
    const old = tx
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, row.userId))
      .orderBy(desc(pushSubscriptions.createdAt))
      .offset(MAX_A_PERSON)
    await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, old))
  })
}

/** Without `userId` any user's subscription is deleted. */
export async function deleteSubscription(db: Db, endpoint: string, userId?: string): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(
      and(
        eq(pushSubscriptions.endpoint, endpoint),
        userId ? eq(pushSubscriptions.userId, userId) : undefined,
      ),
    )
}
