/** Addresses to which organizations want alerts sent by HTTP, and the results of sending. */
import { and, asc, desc, eq, inArray, lt, or } from 'drizzle-orm'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { alerts, messages, vessels, webhookDeliveries, webhooks } from '#server/stores/relational/schema.ts'
import { readableAlert } from './instanceNames.ts'

export type WebhookRow = typeof webhooks.$inferSelect

export const listWebhooks = (db: Db | Tx, organizationId: string) =>
  db
    .select()
    .from(webhooks)
    .where(eq(webhooks.organizationId, organizationId))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id))

export async function findWebhook(
  db: Db | Tx,
  organizationId: string,
  id: string,
  { lock = false } = {},
): Promise<WebhookRow | null> {
  const found = db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.organizationId, organizationId), eq(webhooks.id, id)))
  const [row] = await (lock ? found.for('update') : found)
  return row ?? null
}

export async function insertWebhook(tx: Tx, row: typeof webhooks.$inferInsert): Promise<WebhookRow> {
  const [made] = await tx.insert(webhooks).values(row).returning()
  if (!made) throw new Error('the webhook was not inserted')
  return made
}

export async function updateWebhook(
  tx: Tx,
  id: string,
  change: Partial<
    Pick<
      WebhookRow,
      'name' | 'url' | 'severities' | 'when' | 'enabled' | 'secret' | 'previousSecret' | 'previousSecretUntil'
    >
  >,
): Promise<void> {
  await tx.update(webhooks).set(change).where(eq(webhooks.id, id))
}

export async function deleteWebhook(tx: Tx, id: string): Promise<void> {
  await tx.delete(webhooks).where(eq(webhooks.id, id))
}

export async function noteDelivery(db: Db, row: typeof webhookDeliveries.$inferInsert): Promise<void> {
  await db.insert(webhookDeliveries).values(row)
}

const MAX_DELIVERIES = 100

/** The newest deliveries, each with its subject. */
export const listDeliveries = (db: Db | Tx, webhookId: string) =>
  db
    .select({
      delivery: webhookDeliveries,
      message: { id: messages.id, state: messages.state },
      alert: readableAlert,
      vessel: { id: vessels.id, name: vessels.name },
    })
    .from(webhookDeliveries)
    .innerJoin(messages, eq(messages.id, webhookDeliveries.messageId))
    .innerJoin(alerts, eq(alerts.id, messages.alertId))
    .innerJoin(vessels, eq(vessels.id, alerts.vesselId))
    .where(eq(webhookDeliveries.webhookId, webhookId))
    .orderBy(desc(webhookDeliveries.at), desc(webhookDeliveries.id))
    .limit(MAX_DELIVERIES)

export async function deleteOldDeliveries(db: Db, before: Date): Promise<void> {
  await db.delete(webhookDeliveries).where(lt(webhookDeliveries.at, before))
}

/** Tries failed or given-up messages of an organization again, and messages to webhooks in any state. */
export async function requeue(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
  at: Date,
): Promise<number> {
  const rows = await tx
    .update(messages)
    .set({
      state: 'waiting',
      nextAt: at,
      createdAt: at,
      attempts: 0,
      unanswered: 0,
      reached: [],
      isHeld: false,
      sentAt: null,
    })
    .where(
      and(
        eq(messages.organizationId, organizationId),
        inArray(messages.id, [...ids]),
        or(eq(messages.channel, 'webhook'), inArray(messages.state, ['failed', 'dead'])),
      ),
    )
    .returning({ id: messages.id })
  return rows.length
}
