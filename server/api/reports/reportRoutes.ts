/** Reports sent automatically: schedules, recipients and the log. */
import { Problem } from '#contract/wire/errors.ts'
import {
  createReportSchedule,
  deleteReportSchedule,
  getReportPdf,
  getReportSchedule,
  listReportDeliveries,
  listReportReaders,
  listReportSchedules,
  type ReportDelivery,
  type ReportPeriod,
  type ReportSchedule,
  type ReportScheduleEdit,
  type ReportScheduleForm,
  updateReportSchedule,
} from '#contract/wire/reportSchedule.ts'
import { openCalendar } from '#server/analytics/statistics/periods.ts'
import { lastPeriod } from '#server/downloads/reports/lastPeriod.ts'
import { isoDay } from '#server/downloads/reports/makeReport.ts'
import { difference, noteAct } from '#server/records/auditLog.ts'
import { findDepartment } from '#server/records/departments.ts'
import { lockOrganization, zoneOf } from '#server/records/organizations.ts'
import { peopleOf } from '#server/records/recipients.ts'
import * as schedules from '#server/records/reportSchedules.ts'
import type { Scope } from '#server/records/scope.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { requireFresh } from '../requireFresh.ts'
import { type Routes, serve, serveFile } from '../serve.ts'
import { addReportPdf } from './addReportPdf.ts'

const EXAMPLE_SCHEDULE = {
  name: 'Week at sea',
  period: 'week',
  department_id: '$DEPARTMENT_ID',
  user_ids: ['$USER_ID'],
  enabled: true,
}

export const reportRoutes: Routes = [
  serve(listReportSchedules, async ({ db, caller, query }) => {
    const { rows, ...page } = await schedules.listSchedules(db, caller.scope, query)
    return { data: await toSchedules(db, caller.organizationId, rows), ...page }
  }),
  serve(getReportSchedule, ({ db, caller, params }) => oneSchedule(db, caller.scope, params.id)),
  serve(
    createReportSchedule,
    async (call) => {
      const { db, clock, caller, ip, body, reports } = call
      const { organizationId, actor } = caller
      const id = await db.transaction(async (tx) => {
        await lockOrganization(tx, organizationId)
        if ((await schedules.countSchedules(tx, organizationId)) >= MOST) throw new Problem('too_many')
        const fields = await checked(tx, caller.scope, body)
        const nowMs = clock.nowMs()
        const made = await schedules.insertSchedule(tx, {
          ...{ organizationId, ...fields, createdAt: new Date(nowMs) },
          nextAt: body.send_now ? new Date(nowMs) : await nextAt(tx, organizationId, body.period, nowMs),
        })
        await noteAct(tx, {
          ...{ organizationId, actor, ip, act: 'report-schedule.create' },
          ...{ subject: { id: made, name: body.name }, after: auditOf(fields) },
        })
        return made
      })
      reports.wake()
      return oneSchedule(db, caller.scope, id)
    },
    { example: { body: { ...EXAMPLE_SCHEDULE, send_now: false } } },
  ),
  serve(
    updateReportSchedule,
    async (call) => {
      const { db, clock, caller, ip, params, body } = call
      const { organizationId, actor } = caller
      await db.transaction(async (tx) => {
        // The lock makes concurrent changes wait; each is then compared with the result of the one before.
        const found = await schedules.findSchedule(tx, caller.scope, params.id, { lock: true })
        if (!found) throw new Problem('not_found')
        const before = found.schedule
        const fields = await edited(tx, caller.scope, before, body)
        // Reports that were due during a pause are not sent later; waiting ones do not leave while it lasts.
        const begins = (fields.enabled && !before.enabled) || fields.period !== before.period
        if (!fields.enabled) await schedules.dropWaiting(tx, params.id)
        await schedules.updateSchedule(tx, params.id, {
          ...fields,
          ...(begins && { nextAt: await nextAt(tx, organizationId, fields.period, clock.nowMs()) }),
        })
        await noteAct(tx, {
          ...{ organizationId, actor, ip, act: 'report-schedule.update' },
          subject: { id: params.id, name: fields.name },
          ...difference(auditOf(before), auditOf(fields)),
        })
      })
      return oneSchedule(db, caller.scope, params.id)
    },
    { example: { body: { ...EXAMPLE_SCHEDULE, enabled: false } } },
  ),
  serve(deleteReportSchedule, async ({ db, caller, ip, params }) => {
    const { organizationId, actor } = caller
    await db.transaction(async (tx) => {
      const found = await schedules.findSchedule(tx, caller.scope, params.id)
      if (!found) throw new Problem('not_found')
      await schedules.deleteSchedule(tx, params.id)
      await noteAct(tx, {
        ...{ organizationId, actor, ip, act: 'report-schedule.delete' },
        subject: { id: params.id, name: found.schedule.name },
      })
    })
    return { ok: true }
  }),
  serve(
    listReportReaders,
    async ({ db, caller, params }) => {
      const found = await findDepartment(db, caller.scope, params.id)
      if (!found) throw new Problem('not_found')
      const { recipients } = await db.transaction((tx) => peopleOf(tx, caller.organizationId))
      const readers = recipients.filter((person) => schedules.mayRead(person, params.id))
      return { data: readers.map(({ user: { id, name, email } }) => ({ id, name, email })) }
    },
    { example: { params: { id: '$DEPARTMENT_ID' } } },
  ),
  serve(
    listReportDeliveries,
    async ({ db, caller, query }) => {
      const { rows, ...page } = await schedules.listDeliveries(db, caller.scope, query)
      return { data: rows.map(toDelivery), ...page }
    },
    { example: { query: { 'filter[state][eq]': 'dead', 'order[created_at]': 'desc', limit: '5' } } },
  ),
  serveFile(getReportPdf, addReportPdf),
]

/** Most schedules of one organization, because each sends many mails. */
const MOST = 100

/** Throws `invalid` for a department that the caller does not manage, and for people who may not see it. */
async function checked(tx: Tx, scope: Scope, form: ReportScheduleForm) {
  const { name, period, department_id: departmentId, enabled } = form
  const userIds = [...new Set(form.user_ids)]
  if (!(await findDepartment(tx, scope, departmentId)))
    throw new Problem('invalid', 'department_id: is not one of yours.')
  const readers = new Set(await readersOf(tx, scope, departmentId))
  if (!userIds.every((id) => readers.has(id)))
    throw new Problem('invalid', 'user_ids: not all of them see this department.')
  return { name, period, departmentId, userIds, enabled }
}

/**
 * Fields of the schedule after the change. Users who may no longer see the department are removed, as in the
 * version that the caller read.
 */
async function edited(
  tx: Tx,
  scope: Scope,
  { name, period, departmentId, userIds, enabled }: schedules.ScheduleRow,
  change: ReportScheduleEdit,
) {
  const readers = await readersOf(tx, scope, departmentId)
  const present = {
    ...{ name, period, department_id: departmentId, enabled },
    user_ids: readers.filter((id) => userIds.includes(id)),
  }
  requireFresh(present, change)
  return checked(tx, scope, {
    name: change.name ?? present.name,
    period: change.period ?? present.period,
    department_id: change.department_id ?? present.department_id,
    user_ids: change.user_ids ?? present.user_ids,
    enabled: change.enabled ?? present.enabled,
  })
}

/** Users who see the trips of a department. */
async function readersOf(tx: Tx, { organizationId }: Scope, departmentId: string): Promise<string[]> {
  const { recipients } = await peopleOf(tx, organizationId)
  return recipients.filter((person) => schedules.mayRead(person, departmentId)).map(({ user }) => user.id)
}

const auditOf = (of: Pick<schedules.ScheduleRow, 'name' | 'period' | 'userIds' | 'enabled'>) => ({
  ...{ name: of.name, period: of.period, enabled: of.enabled, recipients: of.userIds.length },
})

async function nextAt(tx: Tx, organizationId: string, period: ReportPeriod, nowMs: number): Promise<Date> {
  const calendar = openCalendar(await zoneOf(tx, organizationId))
  return new Date(lastPeriod(calendar, period, nowMs).nextMs)
}

async function oneSchedule(db: Db, scope: Scope, id: string): Promise<ReportSchedule> {
  const row = await schedules.findSchedule(db, scope, id)
  const [one] = row ? await toSchedules(db, scope.organizationId, [row]) : []
  if (!one) throw new Problem('not_found')
  return one
}

async function toSchedules(
  db: Db,
  organizationId: string,
  rows: readonly schedules.ScheduleRecord[],
): Promise<ReportSchedule[]> {
  if (rows.length === 0) return []
  const { recipients } = await db.transaction((tx) => peopleOf(tx, organizationId))
  const last = await schedules.lastDeliveries(
    db,
    rows.map(({ schedule }) => schedule.id),
  )
  return rows.map(({ schedule, department }) => {
    const newest = last.get(schedule.id)
    return {
      ...{ id: schedule.id, name: schedule.name, period: schedule.period, department },
      recipients: recipients
        .filter(({ user }) => schedule.userIds.includes(user.id))
        .map((person) => ({
          ...{ id: person.user.id, name: person.user.name, email: person.user.email },
          may: schedules.mayRead(person, schedule.departmentId),
        })),
      enabled: schedule.enabled,
      next_at: schedule.enabled ? schedule.nextAt.toISOString() : null,
      last: newest ? { state: newest.state, at: (newest.sentAt ?? newest.createdAt).toISOString() } : null,
      created_at: schedule.createdAt.toISOString(),
    }
  })
}

function toDelivery(row: schedules.DeliveryRow): ReportDelivery {
  const isOpen = row.state === 'waiting' || row.state === 'failed'
  return {
    id: row.id,
    ...{ name: row.scheduleName, to: row.userName, email: row.email },
    ...{ from: isoDay(row.fromDay), until: isoDay(row.untilDay) },
    ...{ state: row.state, attempts: row.attempts, maybe_twice: row.maybeTwice },
    created_at: row.createdAt.toISOString(),
    next_at: isOpen ? row.nextAt.toISOString() : null,
    sent_at: row.sentAt?.toISOString() ?? null,
    last_error: row.lastError,
  }
}
