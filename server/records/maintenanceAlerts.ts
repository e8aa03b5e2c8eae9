/** Alerts about work that is due, and work that the faults of engines open. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#server/stores/relational/openRecords.ts'
import { alerts, engines, maintenanceTasks } from '#server/stores/relational/schema.ts'
import { queueEnded, queueMessages } from './messages.ts'

/** Change of an alert, for an event about it. */
export interface SettledAlert {
  alertId: string
  isNew: boolean
}

/** Raises an alert for each task of a vessel that has become due or nearly so, and ends those of tasks that are not. */
export async function settleTaskAlerts(tx: Tx, vesselId: string, nowMs: number): Promise<SettledAlert[]> {
  const tasks = await tx
    .select()
    .from(maintenanceTasks)
    .where(
      and(
        eq(maintenanceTasks.vesselId, vesselId),
        isNull(maintenanceTasks.closedAt),
        isNull(maintenanceTasks.fault),
        sql`${maintenanceTasks.alertState} is distinct from nullif(${maintenanceTasks.state}, 'ok')`,
      ),
    )
    .orderBy(maintenanceTasks.id)
    .for('update')
  const settled: SettledAlert[] = []
  for (const task of tasks) {
    settled.push(...(await endTaskAlert(tx, task, nowMs)))
    if (task.state === 'ok') continue
    const { id, organizationId, title, state } = task
    const [raised] = await tx
      .insert(alerts)
      .values({
        ...{ organizationId, vesselId, type: 'external', isOpen: true },
        severity: state === 'due' ? 'warning' : 'info',
        facts: { kind: 'maintenance', task_id: id, title: title ?? '', state },
        ...{ triggerUs: nowMs * 1000, createdAt: new Date(nowMs) },
      })
      .returning({ id: alerts.id })
    if (!raised) throw new Error('the alert was not inserted')
    await tx
      .update(maintenanceTasks)
      .set({ alertId: raised.id, alertState: state })
      .where(eq(maintenanceTasks.id, id))
    await queueMessages(tx, [raised.id], nowMs)
    settled.push({ alertId: raised.id, isNew: true })
  }
  return settled
}

/** Ends the alert of a task that is done, removed or not due any more. */
export async function endTaskAlert(
  tx: Tx,
  { id, alertId }: { id: string; alertId: string | null },
  nowMs: number,
): Promise<SettledAlert[]> {
  if (alertId === null) return []
  await tx
    .update(alerts)
    .set({ isOpen: false, endUs: nowMs * 1000, decidedUs: nowMs * 1000 })
    .where(eq(alerts.id, alertId))
  await tx
    .update(maintenanceTasks)
    .set({ alertId: null, alertState: null })
    .where(eq(maintenanceTasks.id, id))
  await queueEnded(tx, [alertId], nowMs)
  return [{ alertId, isNew: false }]
}

/** Opens a task for each fault of an engine among these new alerts, once while one is open. */
export async function openFaultTasks(tx: Tx, alertIds: readonly string[], at: Date): Promise<void> {
  if (alertIds.length === 0) return
  const found = await tx
    .select({ alert: alerts, engineId: engines.id })
    .from(alerts)
    .leftJoin(
      engines,
      and(
        eq(engines.vesselId, alerts.vesselId),
        eq(engines.instance, alerts.instance),
        isNull(engines.removedUs),
      ),
    )
    .where(and(inArray(alerts.id, [...alertIds]), eq(alerts.type, 'external')))
  const tasks = found.flatMap(({ alert, engineId }) => {
    const { facts, severity, organizationId, vesselId, instance, triggerUs } = alert
    if (facts?.kind !== 'external' || severity === 'info') return []
    const since = new Date(triggerUs / 1000)
    return {
      ...{ organizationId, vesselId, engineId, faultAlertId: alert.id, state: 'due' as const },
      fault: { instance: instance ?? 0, spn: facts.spn, fmi: facts.fmi },
      ...{ baseAt: since, dueAt: since, checkedAt: at },
    }
  })
  if (tasks.length > 0) await tx.insert(maintenanceTasks).values(tasks).onConflictDoNothing()
}

/** Removes the open task of a fault that late data refuted. */
export async function dropFaultTask(tx: Tx, alertId: string): Promise<void> {
  await tx
    .delete(maintenanceTasks)
    .where(and(eq(maintenanceTasks.faultAlertId, alertId), isNull(maintenanceTasks.closedAt)))
}
