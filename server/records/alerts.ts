/** Alerts inside the caller's scope: all who see a vessel today see its alerts. */

import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { MINUTE_MS } from '#contract/domain/time.ts'
import * as contract from '#contract/wire/alert.ts'
import type { ListQuery } from '#contract/wire/list.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import {
  alertNotes,
  alerts,
  departments,
  messages,
  rules,
  trips,
  users,
  vessels,
} from '#server/stores/relational/schema.ts'
import { readableAlert } from './instanceNames.ts'
import { inTimeOrder, type TimePlace } from './inTimeOrder.ts'
import { columnsOf, filterSql, paging } from './listSql.ts'
import { inScope, type Scope } from './scope.ts'

const assignees = alias(users, 'assignees')
const assigners = alias(users, 'assigners')
const assignments = alias(alertNotes, 'assignments')
/** The note of the last assignment, while somebody is assigned. */
const lastAssignment = sql`(
  select n.id from ${alertNotes} n
  where n.alert_id = ${alerts.id} and n.kind = 'assign' and ${alerts.assignedTo} is not null
  order by n.at desc limit 1
)`

const COLUMNS = columnsOf(contract.listAlerts, {
  orders: { trigger_time: alerts.triggerUs, received_at: alerts.createdAt },
  filters: {
    id: alerts.id,
    vessel_id: alerts.vesselId,
    trip_id: alerts.tripId,
    type: alerts.type,
    severity: alerts.severity,
    trigger_time: alerts.triggerUs,
    is_open: alerts.isOpen,
    waiting: sql`(${alerts.acknowledgedAt} is null and ${alerts.withdrawnAt} is null)`,
  },
})

export type AlertRecord = Awaited<ReturnType<typeof findAlerts>>[number]

export async function listAlerts(db: Db | Tx, scope: Scope, query: ListQuery) {
  const where = and(isShown(scope), ...filterSql(query, COLUMNS))
  const { order, after, next } = paging(query, COLUMNS, alerts.id)
  const rows = await findAlerts(db, and(where, after), order, query)
  const [counted] = await db
    .select({ total: count() })
    .from(alerts)
    .innerJoin(vessels, eq(vessels.id, alerts.vesselId))
    .where(where)
  const ids = rows.map(({ alert }) => alert.id)
  return { rows, total: counted?.total ?? 0, next_cursor: await next(db, ids) }
}

/** Most alerts listed one by one to a caller that was away. */
const MAX_RAISED = 1000

/** Ids of alerts raised after that moment, oldest first. */
export async function alertsRaisedSince(db: Db | Tx, scope: Scope, since: Date): Promise<string[]> {
  const rows = await db
    .select({ id: alerts.id })
    .from(alerts)
    .innerJoin(vessels, eq(vessels.id, alerts.vesselId))
    .where(and(isShown(scope), gt(alerts.createdAt, since)))
    .orderBy(asc(alerts.createdAt), asc(alerts.id))
    .limit(MAX_RAISED)
  return rows.map(({ id }) => id)
}

/** Shown alerts raised in [fromUs, toUs), oldest first, after the given alert; of one vessel or all. */
export function alertsAfter(
  db: Db | Tx,
  scope: Scope,
  which: { vesselId: string | null; fromUs: number; toUs: number },
  after: TimePlace | null,
  limit: number,
): Promise<AlertRecord[]> {
  const { where, order } = inTimeOrder(alerts.triggerUs, alerts.id, which, after)
  const chosen = and(
    isShown(scope),
    which.vesselId === null ? undefined : eq(alerts.vesselId, which.vesselId),
    where,
  )
  return findAlerts(db, chosen, order, { skip: 0, limit })
}

export async function findAlert(db: Db | Tx, scope: Scope, id: string): Promise<AlertRecord | null> {
  const [row] = await findAlerts(db, and(isShown(scope), eq(alerts.id, id)), [], { skip: 0, limit: 1 })
  return row ?? null
}

/** Returns false when the alert was acknowledged before. */
export async function acknowledgeAlert(tx: Tx, id: string, userId: string | null, at: Date) {
  const changed = await tx
    .update(alerts)
    .set({ acknowledgedAt: at, acknowledgedBy: userId })
    .where(and(eq(alerts.id, id), isNull(alerts.acknowledgedAt)))
    .returning({ id: alerts.id })
  if (changed.length === 0) return false
  // Escalations are cancelled, so the alert announces none.
  await tx
    .delete(messages)
    .where(and(eq(messages.alertId, id), eq(messages.reason, 'escalation'), eq(messages.state, 'waiting')))
  return true
}

/** Most alerts that a board reads one by one; it counts all of them. */
const MAX_ON_BOARD = 500

/** Critical and warning alerts since then that no user has acknowledged, the worst first and then the newest. */
export const waitingAlerts = (db: Db | Tx, scope: Scope, sinceUs: number): Promise<AlertRecord[]> =>
  findAlerts(
    db,
    and(
      isShown(scope),
      eq(alerts.organizationId, scope.organizationId),
      gte(alerts.triggerUs, sinceUs),
      inArray(alerts.severity, ['critical', 'warning']),
      isNull(alerts.acknowledgedAt),
      isNull(alerts.withdrawnAt),
    ),
    [asc(alerts.severity), desc(alerts.triggerUs), asc(alerts.id)],
    { skip: 0, limit: MAX_ON_BOARD },
  )

/** Most alerts that a helm shows under way. */
const MAX_AT_HELM = 20
/** Time that an alert stays at the helm when its rule does not ask for acknowledgement, ms. */
const STANDS_MS = MINUTE_MS

/**
 * Alerts at the helm of a vessel: raised since then, not acknowledged, and meant for the helm. Every alert is, unless
 * its rule excludes the helm. `untilMs` is when an alert leaves by itself.
 */
export async function alertsAtHelm(db: Db | Tx, vesselId: string, span: { sinceUs: number; nowMs: number }) {
  const waits = sql<boolean>`coalesce((${rules.notifications}->'helm'->>'requires_acknowledgement')::boolean, true)`
  const hasBanner = sql<boolean>`coalesce((${rules.notifications}->'helm'->>'show_native_alert_banner')::boolean, false)`
  const rows = await db
    .select({ alert: readableAlert, waits, hasBanner })
    .from(alerts)
    .leftJoin(rules, eq(rules.id, alerts.ruleId))
    .where(
      and(
        eq(alerts.vesselId, vesselId),
        gte(alerts.triggerUs, span.sinceUs),
        isNull(alerts.acknowledgedAt),
        not(alerts.isDeleted),
        isNull(alerts.withdrawnAt),
        or(isNull(alerts.silencedUntil), lte(alerts.silencedUntil, new Date(span.nowMs))),
        sql`coalesce((${rules.notifications}->'helm'->>'enabled')::boolean, true)`,
        or(waits, gt(alerts.createdAt, new Date(span.nowMs - STANDS_MS))),
      ),
    )
    .orderBy(
      asc(sql`array_position(array['critical', 'warning', 'info'], ${alerts.severity})`),
      desc(alerts.triggerUs),
    )
    .limit(MAX_AT_HELM)
  return rows.map(({ alert, waits, hasBanner }) => ({
    alert,
    hasBanner,
    untilMs: waits ? null : alert.createdAt.getTime() + STANDS_MS,
  }))
}

/** Maximum count of new alerts: no user reads more of them one by one. */
const MAX_NEW = 1000

/** How many alerts came since `since`, at most 1000. */
export async function countNewAlerts(db: Db | Tx, scope: Scope, since: Date): Promise<number> {
  const fresh = db
    .select({ one: sql`1`.as('one') })
    .from(alerts)
    .innerJoin(vessels, eq(vessels.id, alerts.vesselId))
    .leftJoin(rules, eq(rules.id, alerts.ruleId))
    .where(
      and(
        isShown(scope),
        eq(alerts.organizationId, scope.organizationId),
        gt(alerts.createdAt, since),
        isNull(alerts.withdrawnAt),
        sql`coalesce((${rules.notifications}->'console'->>'enabled')::boolean, true)`,
      ),
    )
    .limit(MAX_NEW)
    .as('fresh')
  const [counted] = await db.select({ total: count() }).from(fresh)
  return counted?.total ?? 0
}

/** Dates alerts of a simulated month: an alert before that moment counts as created when it happened. */
export async function countAlertsAsTimely(db: Db | Tx, organizationId: string, before: Date): Promise<void> {
  await db
    .update(alerts)
    .set({ createdAt: sql`to_timestamp(${alerts.triggerUs} / 1e6)` })
    .where(and(eq(alerts.organizationId, organizationId), lt(alerts.triggerUs, before.getTime() * 1000)))
}

const findAlerts = (
  db: Db | Tx,
  where: SQL | undefined,
  order: SQL[],
  page: { skip: number; limit: number },
) =>
  db
    .select({
      alert: readableAlert,
      vessel: { id: vessels.id, name: vessels.name },
      department: { id: departments.id, name: departments.name },
      trip: { id: trips.id, visible: trips.visible, isDeleted: trips.isDeleted },
      acknowledgedBy: { id: users.id, name: users.name },
      acknowledgement: { apiKeyId: alertNotes.apiKeyId, apiKeyName: alertNotes.apiKeyName },
      assignedTo: { id: assignees.id, name: assignees.name },
      assignedBy: { id: assigners.id, name: assigners.name },
      assignment: { apiKeyId: assignments.apiKeyId, apiKeyName: assignments.apiKeyName },
    })
    .from(alerts)
    .innerJoin(vessels, eq(vessels.id, alerts.vesselId))
    .innerJoin(departments, eq(departments.id, vessels.departmentId))
    .leftJoin(trips, eq(trips.id, alerts.tripId))
    .leftJoin(users, eq(users.id, alerts.acknowledgedBy))
    .leftJoin(
      alertNotes,
      and(
        eq(alertNotes.alertId, alerts.id),
        eq(alertNotes.kind, 'acknowledge'),
        eq(alertNotes.at, alerts.acknowledgedAt),
      ),
    )
    .leftJoin(assignees, eq(assignees.id, alerts.assignedTo))
    .leftJoin(assigners, eq(assigners.id, alerts.assignedBy))
    .leftJoin(assignments, eq(assignments.id, lastAssignment))
    .where(where)
    .orderBy(...order)
    .offset(page.skip)
    .limit(page.limit)

const isShown = (scope: Scope) => and(inScope(scope, vessels), not(alerts.isDeleted))
