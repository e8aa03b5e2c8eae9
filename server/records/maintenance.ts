/** Maintenance tasks. What is due is stored with each task, so lists read neither samples nor trips. */
import { and, count, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { dueOf } from '#contract/domain/maintenanceDue.ts'
import { DAY_MS } from '#contract/domain/time.ts'
import type { ListQuery } from '#contract/wire/list.ts'
import * as contract from '#contract/wire/maintenance.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { engines, maintenanceTasks, trips, vessels } from '#server/stores/relational/schema.ts'
import { columnsOf, filterSql, paging } from './listSql.ts'
import { byName } from './nameSql.ts'
import { inPartitions } from './partitions.ts'
import { inScope, type Scope } from './scope.ts'
import { isCounted } from './tripFigures.ts'

export type TaskRow = typeof maintenanceTasks.$inferSelect

const COLUMNS = columnsOf(contract.listMaintenance, {
  orders: {
    due_at: maintenanceTasks.dueAt,
    title: byName(maintenanceTasks.title),
    vessel: sql`(select lower(v.name) from ${vessels} v where v.id = ${maintenanceTasks.vesselId})`,
  },
  filters: {
    id: maintenanceTasks.id,
    vessel_id: maintenanceTasks.vesselId,
    engine_id: maintenanceTasks.engineId,
    state: maintenanceTasks.state,
    closed: sql`(${maintenanceTasks.closedAt} is not null)`,
  },
})

export type TaskRecord = Awaited<ReturnType<typeof findTasks>>[number]

export async function listTasks(db: Db | Tx, scope: Scope, query: ListQuery) {
  const asksForClosed = query.filter.some(({ field }) => field === 'closed' || field === 'id')
  const where = and(
    inScope(scope, vessels),
    asksForClosed ? undefined : isNull(maintenanceTasks.closedAt),
    ...filterSql(query, COLUMNS),
  )
  const { order, after, next } = paging(query, COLUMNS, maintenanceTasks.id)
  const rows = await findTasks(db, and(where, after), order, query)
  const [counted] = await db
    .select({ total: count() })
    .from(maintenanceTasks)
    .innerJoin(vessels, eq(vessels.id, maintenanceTasks.vesselId))
    .where(where)
  const ids = rows.map(({ task }) => task.id)
  return { rows, total: counted?.total ?? 0, next_cursor: await next(db, ids) }
}

function findTasks(db: Db | Tx, where: SQL | undefined, order: SQL[], page: { skip: number; limit: number }) {
  return db
    .select({ task: maintenanceTasks, vessel: vessels, engine: engines })
    .from(maintenanceTasks)
    .innerJoin(vessels, eq(vessels.id, maintenanceTasks.vesselId))
    .leftJoin(engines, eq(engines.id, maintenanceTasks.engineId))
    .where(where)
    .orderBy(...order)
    .offset(page.skip)
    .limit(page.limit)
}

export async function findTask(db: Db | Tx, scope: Scope, id: string): Promise<TaskRecord | null> {
  const where = and(inScope(scope, vessels), eq(maintenanceTasks.id, id))
  const [row] = await findTasks(db, where, [], { skip: 0, limit: 1 })
  return row ?? null
}

export async function tasksById(db: Db | Tx, ids: readonly string[]): Promise<TaskRecord[]> {
  const rows = await findTasks(db, inArray(maintenanceTasks.id, [...ids]), [], {
    skip: 0,
    limit: ids.length,
  })
  return rows.toSorted((a, b) => ids.indexOf(a.task.id) - ids.indexOf(b.task.id))
}

export async function insertTasks(
  tx: Tx,
  tasks: readonly (typeof maintenanceTasks.$inferInsert)[],
): Promise<string[]> {
  const rows = await tx
    .insert(maintenanceTasks)
    .values([...tasks])
    .returning({ id: maintenanceTasks.id })
  return rows.map(({ id }) => id)
}

export async function updateTask(
  tx: Tx,
  id: string,
  change: Partial<Omit<TaskRow, 'id' | 'organizationId' | 'vesselId'>>,
): Promise<void> {
  await tx.update(maintenanceTasks).set(change).where(eq(maintenanceTasks.id, id))
}

export async function deleteTask(tx: Tx, id: string): Promise<void> {
  await tx.delete(maintenanceTasks).where(eq(maintenanceTasks.id, id))
}

/** Gives the tasks of a replaced engine to its successor, from whose first hours their intervals begin. */
export async function moveTasks(
  tx: Tx,
  fromEngineId: string,
  to: { engineId: string; baseAt: Date; baseHoursS: number },
): Promise<void> {
  await tx
    .update(maintenanceTasks)
    .set(to)
    .where(and(eq(maintenanceTasks.engineId, fromEngineId), isNull(maintenanceTasks.closedAt)))
}

/** Distance of the trips of a vessel that began before a moment, m. */
export async function sailedM(db: Db | Tx, vesselId: string, beforeUs: number): Promise<number> {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${trips.distanceM}), 0)`.mapWith(Number) })
    .from(trips)
    .where(and(eq(trips.vesselId, vesselId), lt(trips.startUs, beforeUs), isCounted))
  return row?.sum ?? 0
}

const PACE_DAYS = 90
const SHORTEST_PACE_DAYS = 7

/** Mean distance a day in the last 90 days, m; null without a trip. */
async function paceOf(tx: Tx, vesselId: string, nowMs: number): Promise<number | null> {
  const [first] = await tx
    .select({ startUs: trips.startUs })
    .from(trips)
    .where(and(eq(trips.vesselId, vesselId), isCounted))
    .orderBy(trips.startUs)
    .limit(1)
  if (!first) return null
  const days = (nowMs - first.startUs / 1000) / DAY_MS
  const overDays = Math.min(PACE_DAYS, Math.max(SHORTEST_PACE_DAYS, days))
  const fromUs = (nowMs - PACE_DAYS * DAY_MS) * 1000
  const nowUs = nowMs * 1000
  return ((await sailedM(tx, vesselId, nowUs)) - (await sailedM(tx, vesselId, fromUs))) / overDays
}

/** Computes again what is due on a vessel. A `checkedAt` of long ago makes processing look soon. */
export async function refreshTasks(
  tx: Tx,
  vesselId: string,
  nowMs: number,
  checkedAt = new Date(nowMs),
): Promise<void> {
  const rows = await tx
    .select({ task: maintenanceTasks, engine: engines })
    .from(maintenanceTasks)
    .leftJoin(engines, eq(engines.id, maintenanceTasks.engineId))
    .where(and(eq(maintenanceTasks.vesselId, vesselId), isNull(maintenanceTasks.closedAt)))
    .orderBy(maintenanceTasks.id)
    .for('update', { of: maintenanceTasks })
  if (rows.length === 0) return
  const hasMiles = rows.some(({ task }) => task.everyM !== null)
  const paceM = hasMiles ? await paceOf(tx, vesselId, nowMs) : null
  const totalM = hasMiles ? await sailedM(tx, vesselId, nowMs * 1000) : null
  for (const { task, engine } of rows) {
    const usedM =
      task.everyM === null || totalM === null
        ? null
        : totalM - (await sailedM(tx, vesselId, task.baseAt.getTime() * 1000))
    // An engine whose hours were unknown begins its interval with the first ones.
    const baseHoursS = task.baseHoursS ?? engine?.hoursS ?? null
    const due = dueOf(
      {
        ...task,
        baseHoursS,
        dueOnMs: task.dueOn === null ? null : Date.parse(task.dueOn),
        baseMs: task.baseAt.getTime(),
      },
      { hoursS: engine?.hoursS ?? null, paceS: engine?.paceS ?? null, usedM, paceM },
      nowMs,
    )
    // A fault waits from the moment it was reported.
    const fault = task.fault ? { state: 'due' as const, dueMs: task.baseAt.getTime() } : {}
    const { state, dueMs, dueBy, leftHoursS, leftM } = { ...due, ...fault }
    await updateTask(tx, task.id, {
      ...{ baseHoursS, state, dueBy, leftHoursS, leftM, checkedAt },
      dueAt: dueMs === null ? null : new Date(dueMs),
    })
  }
}

/** Vessels with a task whose due date was last computed before a moment. */
export async function vesselsToCheck(
  db: Db | Tx,
  partitions: ReadonlySet<number>,
  before: Date,
  most: number,
) {
  return db
    .selectDistinct({ id: vessels.id, number: vessels.number })
    .from(maintenanceTasks)
    .innerJoin(vessels, eq(vessels.id, maintenanceTasks.vesselId))
    .where(
      and(
        isNull(maintenanceTasks.closedAt),
        lt(maintenanceTasks.checkedAt, before),
        isNull(vessels.deletedAt),
        inPartitions(partitions),
      ),
    )
    .limit(most)
}
