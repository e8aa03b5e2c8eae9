import { DAY_MS, HOUR_MS } from '#contract/domain/time.ts'
import { NAUTICAL_MILE_M } from '#contract/domain/units.ts'
import type { BodyOf } from '#contract/wire/endpoint.ts'
import { Problem } from '#contract/wire/errors.ts'
import {
  completeTask,
  createServiceRecord,
  createTasks,
  deleteServiceRecord,
  deleteTask,
  listMaintenance,
  listServiceRecords,
  type TaskForm,
  updateTask,
} from '#contract/wire/maintenance.ts'
import { authorOf } from '#server/records/actor.ts'
import { difference, noteAct } from '#server/records/auditLog.ts'
import { type EngineRow, enginesOf, hoursAt } from '#server/records/engines.ts'
import { listScope } from '#server/records/listScope.ts'
import * as maintenance from '#server/records/maintenance.ts'
import { findTask, refreshTasks } from '#server/records/maintenance.ts'
import { endTaskAlert } from '#server/records/maintenanceAlerts.ts'
import * as book from '#server/records/serviceRecords.ts'
import { findVessel } from '#server/records/vessels.ts'
import type { Tx } from '#server/stores/relational/openRecords.ts'
import { type Routes, serve } from '../serve.ts'
import { toServiceRecord, toTask } from './toMaintenance.ts'

export const maintenanceRoutes: Routes = [
  serve(
    listMaintenance,
    async ({ db, caller, language, query: asked }) => {
      const { scope, query } = await listScope(db, caller.scope, asked)
      const { rows, ...page } = await maintenance.listTasks(db, scope, query)
      return { data: rows.map((row) => toTask(row, language)), ...page }
    },
    { example: { query: { 'filter[state][in]': 'due,soon', limit: '5' } } },
  ),
  serve(
    createTasks,
    async ({ db, clock, caller, ip, language, params, body }) => {
      const { organizationId, actor, scope } = caller
      return db.transaction(async (tx) => {
        const found = await findVessel(tx, scope, params.id)
        if (!found) throw new Problem('not_found')
        const { vessel } = found
        const engines = await enginesOf(tx, vessel.id)
        const rows: Parameters<typeof maintenance.insertTasks>[1][number][] = []
        for (const task of body.tasks) {
          const engine = engineOf(task, engines)
          const base = await baseOf(tx, task, engine, clock.nowMs())
          rows.push({ organizationId, vesselId: vessel.id, ...toRow(task), ...base })
        }
        const ids = await maintenance.insertTasks(tx, rows)
        await refreshTasks(tx, vessel.id, clock.nowMs(), ALERTS_FOLLOW)
        const made = await maintenance.tasksById(tx, ids)
        for (const { task } of made)
          await noteAct(tx, {
            ...{ organizationId, actor, ip, act: 'maintenance.create' },
            subject: { id: task.id, name: `${vessel.name}: ${task.title}` },
            after: noted(task),
          })
        return { data: made.map((row) => toTask(row, language)), total: made.length }
      })
    },
    {
      example: {
        body: { tasks: [{ title: 'Liferaft service', every_months: 12, last_done_on: '2026-03-01' }] },
      },
    },
  ),
  serve(
    updateTask,
    async ({ db, clock, caller, ip, language, params: { id }, body }) => {
      const { organizationId, actor, scope } = caller
      return db.transaction(async (tx) => {
        const found = await findTask(tx, scope, id)
        if (!found) throw new Problem('not_found')
        const { task, vessel } = found
        if (task.closedAt) throw new Problem('conflict', 'This task is done.')
        const engine = engineOf(body, await enginesOf(tx, vessel.id))
        const isKept = body.last_done_on === null && body.last_done_hours === null
        const isSameEngine = engine?.id === (task.engineId ?? undefined)
        const given = { ...body, last_done_on: body.last_done_on ?? task.baseAt.toISOString().slice(0, 10) }
        const base = isKept && isSameEngine ? {} : await baseOf(tx, given, engine, clock.nowMs())
        const row = toRow(body)
        await maintenance.updateTask(tx, id, { ...row, ...base, title: task.fault ? null : row.title })
        await refreshTasks(tx, vessel.id, clock.nowMs(), ALERTS_FOLLOW)
        const changed = await findTask(tx, scope, id)
        if (!changed) throw new Problem('not_found')
        await noteAct(tx, {
          ...{ organizationId, actor, ip, act: 'maintenance.update' },
          subject: { id, name: `${vessel.name}: ${toTask(changed, 'en').title}` },
          ...difference(noted(task), noted(changed.task)),
        })
        return toTask(changed, language)
      })
    },
    { example: { body: { title: 'Liferaft service', every_months: 24 } } },
  ),
  serve(deleteTask, async ({ db, clock, caller, ip, params: { id } }) => {
    const { organizationId, actor, scope } = caller
    await db.transaction(async (tx) => {
      const found = await findTask(tx, scope, id)
      if (!found) throw new Problem('not_found')
      await endTaskAlert(tx, found.task, clock.nowMs())
      await maintenance.deleteTask(tx, id)
      await noteAct(tx, {
        ...{ organizationId, actor, ip, act: 'maintenance.delete' },
        subject: { id, name: `${found.vessel.name}: ${toTask(found, 'en').title}` },
        before: noted(found.task),
      })
    })
    return { ok: true }
  }),
  serve(
    completeTask,
    async ({ db, clock, caller, ip, language, params: { id }, body }) => {
      const { organizationId, actor, scope } = caller
      return db.transaction(async (tx) => {
        const found = await findTask(tx, scope, id)
        if (!found) throw new Problem('not_found')
        const { task, vessel, engine } = found
        if (task.closedAt) throw new Problem('conflict', 'This task is done.')
        const done = await doneOf(tx, body, vessel.id, engine, clock.nowMs())
        const lineId = await book.insertServiceRecord(tx, {
          ...{ organizationId, vesselId: vessel.id, taskId: id, engineId: task.engineId },
          ...{ title: task.title, fault: task.fault },
          ...{ ...done, ...authorOf(actor) },
        })
        const isOnce = task.everyHoursS === null && task.everyMonths === null && task.everyM === null
        const { doneAt, hoursS } = done
        await endTaskAlert(tx, task, clock.nowMs())
        if (isOnce) await maintenance.updateTask(tx, id, { closedAt: doneAt })
        // Work of long ago that is written down now does not move the next date back.
        else if (doneAt >= task.baseAt)
          await maintenance.updateTask(tx, id, { baseAt: doneAt, baseHoursS: hoursS })
        await refreshTasks(tx, vessel.id, clock.nowMs(), ALERTS_FOLLOW)
        const line = await book.findServiceRecord(tx, scope, lineId)
        if (!line) throw new Error('the line was not inserted')
        const made = toServiceRecord(line, language)
        await noteAct(tx, {
          ...{ organizationId, actor, ip, act: 'maintenance.done' },
          subject: { id, name: `${vessel.name}: ${toTask(found, 'en').title}` },
          after: { ...body, hours: made.hours },
        })
        return made
      })
    },
    {
      example: {
        body: {
          done_on: '2026-06-01',
          cost: 180,
          currency: 'EUR',
          parts: 'Oil filter',
          done_by: 'Slippurinn',
        },
      },
    },
  ),
  serve(
    listServiceRecords,
    async ({ db, caller, language, query: asked }) => {
      const { scope, query } = await listScope(db, caller.scope, asked)
      const { rows, ...page } = await book.listServiceRecords(db, scope, query)
      return { data: rows.map((row) => toServiceRecord(row, language)), ...page }
    },
    { example: { query: { 'filter[vessel_id][eq]': '$VESSEL_ID', limit: '5' } } },
  ),
  serve(
    createServiceRecord,
    async ({ db, clock, caller, ip, language, params, body }) => {
      const { organizationId, actor, scope } = caller
      return db.transaction(async (tx) => {
        const found = await findVessel(tx, scope, params.id)
        if (!found) throw new Problem('not_found')
        const { vessel } = found
        const engine = engineOf({ ...body, every_hours: null }, await enginesOf(tx, vessel.id))
        const done = await doneOf(tx, body, vessel.id, engine, clock.nowMs())
        const lineId = await book.insertServiceRecord(tx, {
          ...{ organizationId, vesselId: vessel.id, engineId: engine?.id ?? null, title: body.title },
          ...{ ...done, ...authorOf(actor) },
        })
        const line = await book.findServiceRecord(tx, scope, lineId)
        if (!line) throw new Error('the line was not inserted')
        await noteAct(tx, {
          ...{ organizationId, actor, ip, act: 'service-record.create' },
          ...{ subject: { id: lineId, name: `${vessel.name}: ${body.title}` }, after: body },
        })
        return toServiceRecord(line, language)
      })
    },
    { example: { body: { title: 'Antifouling', done_on: '2026-04-20', cost: 900, currency: 'EUR' } } },
  ),
  serve(deleteServiceRecord, async ({ db, caller, ip, params: { id } }) => {
    const { organizationId, actor, scope } = caller
    await db.transaction(async (tx) => {
      const line = await book.findServiceRecord(tx, scope, id)
      if (!line) throw new Problem('not_found')
      await book.deleteServiceRecord(tx, id)
      const { id: _id, vessel, ...before } = toServiceRecord(line, 'en')
      await noteAct(tx, {
        ...{ organizationId, actor, ip, act: 'service-record.delete' },
        subject: { id, name: `${vessel.name}: ${before.title}` },
        before,
      })
    })
    return { ok: true }
  }),
]

/** Processing raises and ends alerts about tasks that it has not checked since. */
const ALERTS_FOLLOW = new Date(0)

const toRow = (task: TaskForm) => ({
  ...{ engineId: task.engine_id, title: task.title, note: task.note, dueOn: task.due_on },
  everyHoursS: task.every_hours === null ? null : Math.round(task.every_hours * 3600),
  everyMonths: task.every_months,
  everyM: task.every_nmi === null ? null : task.every_nmi * NAUTICAL_MILE_M,
})

/** Fields of a task for the audit log. */
function noted(task: maintenance.TaskRow) {
  const { title, note, everyHoursS, everyMonths, everyM, dueOn, baseAt } = task
  return {
    ...{ title, note, every_months: everyMonths, due_on: dueOn, last_done_at: baseAt.toISOString() },
    every_hours: everyHoursS === null ? null : everyHoursS / 3600,
    every_nmi: everyM === null ? null : everyM / NAUTICAL_MILE_M,
  }
}

function engineOf(
  task: Pick<TaskForm, 'engine_id' | 'every_hours'>,
  engines: readonly EngineRow[],
): EngineRow | null {
  if (task.engine_id === null) {
    if (task.every_hours !== null) throw new Problem('invalid', 'engine_id: whose hours count is missing.')
    return null
  }
  const engine = engines.find(({ id }) => id === task.engine_id)
  if (!engine) throw new Problem('invalid', 'engine_id: there is no such engine of this vessel.')
  return engine
}

/** Noon of a day of UTC, or the present while it is that day. A day begins up to 14 hours earlier further east. */
function momentOfDay(day: string, nowMs: number, name: string): Date {
  const startMs = Date.parse(day)
  if (startMs > nowMs + 14 * HOUR_MS) throw new Problem('invalid', `${name}: must not be in the future.`)
  const isToday = nowMs < startMs + DAY_MS
  return new Date(isToday ? nowMs : startMs + DAY_MS / 2)
}

/** Begin of the present interval of a task. */
async function baseOf(
  tx: Tx,
  task: Pick<TaskForm, 'last_done_on' | 'last_done_hours'>,
  engine: EngineRow | null,
  nowMs: number,
) {
  const baseAt =
    task.last_done_on === null ? new Date(nowMs) : momentOfDay(task.last_done_on, nowMs, 'last_done_on')
  const given = task.last_done_hours === null ? null : Math.round(task.last_done_hours * 3600)
  const counted = engine ? await hoursAt(tx, engine, baseAt.getTime() * 1000) : null
  return { baseAt, baseHoursS: engine ? (given ?? counted) : null }
}

async function doneOf(
  tx: Tx,
  body: BodyOf<typeof completeTask>,
  vesselId: string,
  engine: EngineRow | null,
  nowMs: number,
) {
  const doneAt = momentOfDay(body.done_on, nowMs, 'done_on')
  const { cost, currency, parts, note, done_by: doneBy } = body
  const given = body.hours === null ? null : Math.round(body.hours * 3600)
  const hoursS = engine ? (given ?? (await hoursAt(tx, engine, doneAt.getTime() * 1000))) : null
  const sailedM = await maintenance.sailedM(tx, vesselId, doneAt.getTime() * 1000)
  return {
    ...{ doneAt, hoursS, sailedM, cost, parts, note, doneBy },
    currency: cost === null ? null : currency,
  }
}
