/** Actions of users on an alert, and its notifications with their recipients. */
import { asc, count, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { alertNotes, alerts, messages, rules, users, webhooks } from '#server/stores/relational/schema.ts'

export async function noteOnAlert(tx: Tx, row: typeof alertNotes.$inferInsert): Promise<void> {
  await tx.insert(alertNotes).values(row)
}

const assignees = alias(users, 'assignees')

export const notesOf = (db: Db | Tx, alertId: string) =>
  db
    .select({
      note: alertNotes,
      by: { id: users.id, name: users.name },
      assignee: { id: assignees.id, name: assignees.name },
    })
    .from(alertNotes)
    .leftJoin(users, eq(users.id, alertNotes.userId))
    .leftJoin(assignees, eq(assignees.id, alertNotes.assigneeId))
    .where(eq(alertNotes.alertId, alertId))
    .orderBy(asc(alertNotes.at), asc(alertNotes.id))

export async function assignAlert(
  tx: Tx,
  id: string,
  given: { assignedTo: string | null; assignedBy: string | null; assignedAt: Date },
): Promise<void> {
  await tx.update(alerts).set(given).where(eq(alerts.id, id))
}

export async function silenceAlert(tx: Tx, id: string, until: Date | null): Promise<void> {
  await tx.update(alerts).set({ silencedUntil: until }).where(eq(alerts.id, id))
}

const MAX_MESSAGES = 100

/** Messages about an alert, the first of them, and how many there are. */
export async function messagesOf(db: Db | Tx, alertId: string) {
  const rows = await db
    .select({ message: messages, user: users.name, webhook: webhooks.name })
    .from(messages)
    .leftJoin(users, eq(users.id, messages.userId))
    .leftJoin(webhooks, eq(webhooks.id, messages.webhookId))
    .where(eq(messages.alertId, alertId))
    .orderBy(asc(messages.createdAt), asc(messages.id))
    .limit(MAX_MESSAGES)
  const [counted] = await db.select({ total: count() }).from(messages).where(eq(messages.alertId, alertId))
  return { rows, total: counted?.total ?? 0 }
}

/** Notifications that a rule requests; null when no rule raised the alert, or the rule is deleted. */
export async function notificationsOfRule(db: Db | Tx, ruleId: string | null) {
  if (ruleId === null) return null
  const [row] = await db
    .select({ notifications: rules.notifications })
    .from(rules)
    .where(eq(rules.id, ruleId))
  return row?.notifications ?? null
}
