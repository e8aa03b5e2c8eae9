/** Reports sent automatically: schedules, recipients, the queue and the log. */
import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm'
import { DAY_MS, MINUTE_MS } from '#contract/domain/time.ts'
import type { ListQuery } from '#contract/wire/list.ts'
import { UNANSWERED } from '#contract/wire/message.ts'
import * as contract from '#contract/wire/reportSchedule.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { departments, reportDeliveries, reportSchedules } from '#server/stores/relational/schema.ts'
import { type ClaimedJob, END_OF_CLAIM } from './jobClaims.ts'
import { columnsOf, filterSql, paging } from './listSql.ts'
import { type OutboxFigures, pauseMs } from './messages.ts'
import { byName } from './nameSql.ts'
import { zoneOf } from './organizations.ts'
import { peopleOf, type Recipient } from './recipients.ts'
import { inScope, type Scope } from './scope.ts'

export type ScheduleRow = typeof reportSchedules.$inferSelect
export type DeliveryRow = typeof reportDeliveries.$inferSelect
export type ScheduleRecord = Awaited<ReturnType<typeof findSchedules>>[number]

/** True when the user may see the trips of a department, and so read its reports. */
export const mayRead = (person: Recipient, departmentId: string) =>
  person.may('department:trip-view', departmentId)

const SCHEDULE_COLUMNS = columnsOf(contract.listReportSchedules, {
  orders: { name: byName(reportSchedules.name), created_at: reportSchedules.createdAt },
  filters: { period: reportSchedules.period },
})

export async function listSchedules(db: Db | Tx, scope: Scope, query: ListQuery) {
  const where = and(inScope(scope, reportSchedules), ...filterSql(query, SCHEDULE_COLUMNS))
  const { id } = reportSchedules
  const { order, after, next } = paging(query, SCHEDULE_COLUMNS, id)
  const rows = await findSchedules(db)
    .where(and(where, after))
    .orderBy(...order)
    .offset(query.skip)
    .limit(query.limit)
  const ids = rows.map(({ schedule }) => schedule.id)
  return { rows, total: await db.$count(reportSchedules, where), next_cursor: await next(db, ids) }
}

export async function findSchedule(
  db: Db | Tx,
  scope: Scope,
  id: string,
  { lock = false } = {},
): Promise<ScheduleRecord | null> {
  const found = findSchedules(db).where(and(inScope(scope, reportSchedules), eq(reportSchedules.id, id)))
  const [row] = await (lock ? found.for('update', { of: reportSchedules }) : found)
  return row ?? null
}

const findSchedules = (db: Db | Tx) =>
  db
    .select({ schedule: reportSchedules, department: { id: departments.id, name: departments.name } })
    .from(reportSchedules)
    .innerJoin(departments, eq(departments.id, reportSchedules.departmentId))

export const countSchedules = (db: Db | Tx, organizationId: string): Promise<number> =>
  db.$count(reportSchedules, eq(reportSchedules.organizationId, organizationId))

export async function insertSchedule(tx: Tx, row: typeof reportSchedules.$inferInsert): Promise<string> {
  const [made] = await tx.insert(reportSchedules).values(row).returning({ id: reportSchedules.id })
  if (!made) throw new Error('the schedule was not inserted')
  return made.id
}

export async function updateSchedule(
  tx: Tx,
  id: string,
  change: Partial<Pick<ScheduleRow, 'name' | 'period' | 'departmentId' | 'userIds' | 'enabled' | 'nextAt'>>,
): Promise<void> {
  await tx.update(reportSchedules).set(change).where(eq(reportSchedules.id, id))
}

/** Deletes a schedule with its waiting deliveries; finished deliveries stay in the log. */
export async function deleteSchedule(tx: Tx, id: string): Promise<void> {
  await dropWaiting(tx, id)
  await tx.delete(reportSchedules).where(eq(reportSchedules.id, id))
}

/** Nothing of it leaves any more that has not left yet. */
export async function dropWaiting(tx: Tx, scheduleId: string): Promise<void> {
  await tx.delete(reportDeliveries).where(and(eq(reportDeliveries.scheduleId, scheduleId), isOpen))
}

/** The newest delivery of each of these. */
export async function lastDeliveries(
  db: Db | Tx,
  scheduleIds: readonly string[],
): Promise<Map<string, DeliveryRow>> {
  if (scheduleIds.length === 0) return new Map()
  const rows = await db
    .selectDistinctOn([reportDeliveries.scheduleId])
    .from(reportDeliveries)
    .where(inArray(reportDeliveries.scheduleId, [...scheduleIds]))
    .orderBy(reportDeliveries.scheduleId, desc(reportDeliveries.createdAt), desc(reportDeliveries.id))
  return new Map(rows.map((row) => [row.scheduleId ?? '', row]))
}

/** A day cut out for a schedule, and when the next one is due. */
export interface DuePeriod {
  fromDay: number
  untilDay: number
  timeZone: string
  nextMs: number
}

/**
 * Queues the newest period of every due schedule, once for each person who may read it, and sets the next due
 * time. Both happen in one transaction, so a stop queues nothing twice. Earlier missed periods are skipped.
 * Returns the number queued.
 */
export async function queueDueReports(
  db: Db,
  nowMs: number,
  periodOf: (schedule: ScheduleRow, timeZone: string) => DuePeriod,
): Promise<number> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(reportSchedules)
      .where(and(reportSchedules.enabled, sql`${reportSchedules.nextAt} <= ${new Date(nowMs).toISOString()}`))
      .orderBy(asc(reportSchedules.nextAt), asc(reportSchedules.id))
      .for('update', { skipLocked: true })
    let queued = 0
    for (const [organizationId, schedules] of Map.groupBy(due, (one) => one.organizationId)) {
      const timeZone = await zoneOf(tx, organizationId)
      const { recipients } = await peopleOf(tx, organizationId)
      for (const schedule of schedules) {
        const { nextMs, ...cut } = periodOf(schedule, timeZone)
        const { id: scheduleId, departmentId, name: scheduleName, period } = schedule
        const readers = recipients.filter(
          (person) => schedule.userIds.includes(person.user.id) && mayRead(person, departmentId),
        )
        const at = new Date(nowMs)
        const rows = readers.map(({ user }) => ({
          ...{ organizationId, scheduleId, departmentId, scheduleName, period, ...cut },
          ...{ userId: user.id, userName: user.name, email: user.email, nextAt: at, createdAt: at },
        }))
        if (rows.length > 0) {
          const made = await tx.insert(reportDeliveries).values(rows).onConflictDoNothing().returning()
          queued += made.length
        }
        await updateSchedule(tx, scheduleId, { nextAt: new Date(nextMs) })
      }
    }
    return queued
  })
}

/** Time after which a report whose sending did not end is sent again: longer than any mail server takes. */
const SENDING_MS = 10 * MINUTE_MS
const GIVEN_UP_MS = DAY_MS

const isOpen = inArray(reportDeliveries.state, ['waiting', 'failed'])

export async function deliveryToSend(db: Db, id: string): Promise<DeliveryRow | null> {
  const [row] = await db.select().from(reportDeliveries).where(eq(reportDeliveries.id, id))
  return row ?? null
}

/** Recipient of the report with the present permissions; null for a user who may not read the report any more. */
export async function readerOf(
  db: Db,
  { organizationId, departmentId, userId }: DeliveryRow,
): Promise<Recipient['user'] | null> {
  const { recipients } = await db.transaction((tx) => peopleOf(tx, organizationId))
  const person = recipients.find(({ user }) => user.id === userId)
  return person && mayRead(person, departmentId) ? person.user : null
}

const isOurs = ({ id, claim }: ClaimedJob) =>
  and(eq(reportDeliveries.id, id), eq(reportDeliveries.claim, claim), isOpen)

/**
 * Marks a report as handed to the mail server. A report that was marked before counts as tried, and may have
 * arrived. False for a report that is not wanted any more, or that another process has taken.
 */
export async function noteTrying(db: Db, job: ClaimedJob, nowMs: number): Promise<boolean> {
  const hadNoEnd = sql`${reportDeliveries.tryingSince} is not null`
  const marked = await db
    .update(reportDeliveries)
    .set({
      tryingSince: new Date(nowMs),
      nextAt: new Date(nowMs + SENDING_MS),
      attempts: sql`${reportDeliveries.attempts} + (${hadNoEnd})::int`,
      maybeTwice: sql`${reportDeliveries.maybeTwice} or ${hadNoEnd}`,
    })
    .where(isOurs(job))
    .returning({ id: reportDeliveries.id })
  return marked.length > 0
}

export async function noteSent(db: Db, job: ClaimedJob, nowMs: number): Promise<void> {
  await db
    .update(reportDeliveries)
    .set({
      ...{ state: 'sent', sentAt: new Date(nowMs), lastError: null, tryingSince: null, ...END_OF_CLAIM },
      attempts: sql`${reportDeliveries.attempts} + 1`,
    })
    .where(isOurs(job))
}

export async function noteSkipped(db: Db, job: ClaimedJob): Promise<void> {
  await db
    .update(reportDeliveries)
    .set({ state: 'skipped', ...END_OF_CLAIM })
    .where(isOurs(job))
}

/** Gives up a report that ended its processes. */
export async function noteUnanswered(db: Db, job: ClaimedJob): Promise<void> {
  await db
    .update(reportDeliveries)
    .set({ state: 'dead', lastError: UNANSWERED, tryingSince: null, ...END_OF_CLAIM })
    .where(isOurs(job))
}

/** Schedules another try, for a day. Returns true when the report is given up. */
export async function noteFailed(
  db: Db,
  job: ClaimedJob,
  { attempts, createdAt }: DeliveryRow,
  { nowMs, error }: { nowMs: number; error: string },
): Promise<boolean> {
  const isGivenUp = nowMs - createdAt.getTime() > GIVEN_UP_MS
  const noted = await db
    .update(reportDeliveries)
    .set({
      state: isGivenUp ? 'dead' : 'failed',
      attempts: sql`${reportDeliveries.attempts} + 1`,
      ...{ lastError: error.slice(0, 500), tryingSince: null, ...END_OF_CLAIM },
      nextAt: new Date(nowMs + pauseMs(attempts + 1)),
    })
    .where(isOurs(job))
    .returning({ id: reportDeliveries.id })
  return isGivenUp && noted.length > 0
}

/** As `countOpen` of messages. */
export async function countOpenDeliveries(db: Db): Promise<Omit<OutboxFigures, 'givenUp'>> {
  const [row] = await db
    .select({
      waiting: sql<number>`(count(*) filter (where ${reportDeliveries.state} = 'waiting'))::int`,
      failed: sql<number>`(count(*) filter (where ${reportDeliveries.state} = 'failed'))::int`,
    })
    .from(reportDeliveries)
    .where(isOpen)
  return { channel: 'report', waiting: row?.waiting ?? 0, failed: row?.failed ?? 0 }
}

const DELIVERY_COLUMNS = columnsOf(contract.listReportDeliveries, {
  orders: { created_at: reportDeliveries.createdAt },
  filters: { state: reportDeliveries.state, created_at: reportDeliveries.createdAt },
})

export async function listDeliveries(db: Db | Tx, scope: Scope, query: ListQuery) {
  const where = and(inScope(scope, reportDeliveries), ...filterSql(query, DELIVERY_COLUMNS))
  const { id } = reportDeliveries
  const { order, after, next } = paging(query, DELIVERY_COLUMNS, id)
  const rows = await db
    .select()
    .from(reportDeliveries)
    .where(and(where, after))
    .orderBy(...order)
    .offset(query.skip)
    .limit(query.limit)
  const [counted] = await db.select({ total: count() }).from(reportDeliveries).where(where)
  const ids = rows.map((row) => row.id)
  return { rows, total: counted?.total ?? 0, next_cursor: await next(db, ids) }
}

/** Deletes old deliveries that were sent or given up. */
export async function deleteOldDeliveries(db: Db, before: Date): Promise<void> {
  await db
    .delete(reportDeliveries)
    .where(
      and(
        inArray(reportDeliveries.state, ['sent', 'dead', 'skipped']),
        sql`${reportDeliveries.createdAt} < ${before.toISOString()}`,
      ),
    )
}
