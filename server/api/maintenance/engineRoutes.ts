import { Problem } from '#contract/wire/errors.ts'
import {
  correctEngineHours,
  createEngine,
  listEngineMarks,
  listEngines,
  replaceEngine,
  updateEngine,
} from '#contract/wire/maintenance.ts'
import { countEngines } from '#server/processing/formulas/engines/countEngines.ts'
import { authorOf } from '#server/records/actor.ts'
import { difference, noteAct } from '#server/records/auditLog.ts'
import * as engines from '#server/records/engines.ts'
import { type EngineRow, findEngine, presentEngine } from '#server/records/engines.ts'
import { moveTasks, refreshTasks } from '#server/records/maintenance.ts'
import { findVessel } from '#server/records/vessels.ts'
import type { Tx } from '#server/stores/relational/openRecords.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { type Routes, type Services, serve } from '../serve.ts'
import { toEngine, toEngineMark } from './toMaintenance.ts'

const secondsOf = (hours: number) => Math.round(hours * 3600)

export const engineRoutes: Routes = [
  serve(
    listEngines,
    async ({ db, caller, params }) => {
      const found = await findVessel(db, caller.scope, params.id)
      if (!found) throw new Problem('not_found')
      const rows = await engines.enginesOf(db, found.vessel.id)
      return { data: rows.map(toEngine), total: rows.length }
    },
    { example: {} },
  ),
  serve(
    createEngine,
    async ({ db, telemetry, clock, caller, ip, params, body }) => {
      const { organizationId, actor, scope } = caller
      const found = await findVessel(db, scope, params.id)
      if (!found) throw new Problem('not_found')
      const { vessel } = found
      const atUs = clock.nowMs() * 1000
      const { instance, kind, model, serial_number: serialNumber } = body
      const cut = await countAround(telemetry, db, vessel, instance, atUs)
      return db.transaction(async (tx) => {
        await engines.lockEngines(tx, vessel.id)
        if (await presentEngine(tx, vessel.id, instance))
          throw new Problem('conflict', 'There is an engine with this number.')
        const made = await engines.insertEngine(tx, {
          ...{ vesselId: vessel.id, instance, kind, model, serialNumber },
        })
        await setHours(tx, made, cut, {
          ...{ kind: 'installed', fromUs: atUs, hoursS: secondsOf(body.hours), countedS: null, note: null },
          ...authorOf(actor),
        })
        await engines.refreshEngines(tx, vessel.id, cut.fromUs, clock.nowMs())
        const row = await presentEngine(tx, vessel.id, instance)
        if (!row) throw new Error('the engine was not inserted')
        await noteAct(tx, {
          ...{ organizationId, actor, ip, act: 'engine.create' },
          ...{ subject: { id: row.id, name: nameOf(vessel, row) }, after: body },
        })
        return toEngine(row)
      })
    },
    {
      example: {
        body: { instance: 3, kind: 'diesel', model: 'Generator', serial_number: null, hours: 1200 },
      },
    },
  ),
  serve(
    updateEngine,
    async ({ db, caller, ip, params: { id }, body }) => {
      const { organizationId, actor, scope } = caller
      return db.transaction(async (tx) => {
        const found = await findEngine(tx, scope, id)
        if (!found) throw new Problem('not_found')
        const { kind, model, serial_number: serialNumber } = body
        await engines.updateEngine(tx, id, { kind, model, serialNumber })
        const row = { ...found.engine, kind, model, serialNumber }
        await noteAct(tx, {
          ...{ organizationId, actor, ip, act: 'engine.update' },
          subject: { id, name: nameOf(found.vessel, row) },
          ...difference(pick(found.engine), pick(row)),
        })
        return toEngine(row)
      })
    },
    { example: { body: { kind: 'diesel', model: 'D4-300', serial_number: 'A 1234' } } },
  ),
  serve(
    correctEngineHours,
    async ({ db, telemetry, clock, caller, ip, params: { id }, body }) => {
      const { organizationId, actor, scope } = caller
      const found = await findEngine(db, scope, id)
      if (!found) throw new Problem('not_found')
      const { engine, vessel } = found
      const atUs = momentOf(body.at, engine, clock.nowMs())
      const cut = await countAround(telemetry, db, vessel, engine.instance, atUs)
      return db.transaction(async (tx) => {
        await engines.lockEngines(tx, vessel.id)
        const countedS = await engines.hoursAt(tx, engine, atUs)
        await setHours(tx, engine, cut, {
          ...{ kind: 'corrected', fromUs: atUs, hoursS: secondsOf(body.hours), countedS, note: body.note },
          ...authorOf(actor),
        })
        await engines.refreshEngines(tx, vessel.id, cut.fromUs, clock.nowMs())
        await refreshTasks(tx, vessel.id, clock.nowMs(), new Date(0))
        const row = await findEngine(tx, scope, id)
        if (!row) throw new Problem('not_found')
        await noteAct(tx, {
          ...{ organizationId, actor, ip, act: 'engine.correct' },
          subject: { id, name: nameOf(vessel, engine) },
          before: { hours: toEngine(engine).hours },
          after: { ...body, hours: body.hours },
        })
        return toEngine(row.engine)
      })
    },
    { example: { body: { at: '2026-06-02T12:00:00Z', hours: 1234.5, note: 'As the display shows.' } } },
  ),
  serve(
    replaceEngine,
    async ({ db, telemetry, clock, caller, ip, params: { id }, body }) => {
      const { organizationId, actor, scope } = caller
      const found = await findEngine(db, scope, id)
      if (!found) throw new Problem('not_found')
      const { engine, vessel } = found
      if (engine.removedUs !== null) throw new Problem('conflict', 'This engine has been replaced.')
      const atUs = momentOf(body.at, engine, clock.nowMs())
      const { kind, model, serial_number: serialNumber } = body
      const hoursS = secondsOf(body.hours)
      const cut = await countAround(telemetry, db, vessel, engine.instance, atUs)
      return db.transaction(async (tx) => {
        await engines.lockEngines(tx, vessel.id)
        const present = await presentEngine(tx, vessel.id, engine.instance)
        if (present?.id !== engine.id) throw new Problem('conflict', 'This engine has been replaced.')
        await engines.updateEngine(tx, id, { removedUs: atUs })
        await engines.forgetFold(tx, id)
        const made = await engines.insertEngine(tx, {
          ...{ vesselId: vessel.id, instance: engine.instance, installedUs: atUs },
          ...{ kind, model, serialNumber },
        })
        const mark = { kind: 'installed' as const, fromUs: atUs, hoursS, countedS: null, note: body.note }
        await setHours(tx, made, cut, { ...mark, ...authorOf(actor) })
        await engines.refreshEngines(tx, vessel.id, cut.fromUs, clock.nowMs())
        await moveTasks(tx, id, { engineId: made.id, baseAt: new Date(atUs / 1000), baseHoursS: hoursS })
        await refreshTasks(tx, vessel.id, clock.nowMs(), new Date(0))
        const row = await presentEngine(tx, vessel.id, engine.instance)
        if (!row) throw new Error('the engine was not inserted')
        await noteAct(tx, {
          ...{ organizationId, actor, ip, act: 'engine.replace' },
          subject: { id: row.id, name: nameOf(vessel, row) },
          ...{ before: pick(engine), after: body },
        })
        return toEngine(row)
      })
    },
    {
      example: {
        body: {
          ...{ kind: 'diesel', model: 'D4-320', serial_number: 'B 5678' },
          ...{ at: '2026-06-01T12:00:00Z', hours: 0, note: 'New engine.' },
        },
      },
    },
  ),
  serve(listEngineMarks, async ({ db, caller, params, query }) => {
    const found = await findEngine(db, caller.scope, params.id)
    if (!found) throw new Problem('not_found')
    const { rows, total } = await engines.listMarks(db, found.engine.id, query)
    return { data: rows.map(({ mark, user }) => toEngineMark(mark, user)), total }
  }),
]

const nameOf = (vessel: { name: string }, { instance }: { instance: number }) => `${vessel.name} ${instance}`
const pick = ({ kind, model, serialNumber }: Pick<EngineRow, 'kind' | 'model' | 'serialNumber'>) => ({
  ...{ kind, model, serial_number: serialNumber },
})

/** Time of a reading, within the life of its engine. */
function momentOf(at: string, { installedUs, removedUs }: EngineRow, nowMs: number): number {
  const atUs = Date.parse(at) * 1000
  if (atUs < 0 || atUs > nowMs * 1000) throw new Problem('invalid', 'at: must not be in the future.')
  if (atUs < (installedUs ?? 0)) throw new Problem('invalid', 'at: the engine was installed later.')
  if (removedUs !== null && atUs >= removedUs) throw new Problem('invalid', 'at: the engine was replaced.')
  return atUs
}

/** Segments around a moment, which cuts those of one engine. */
async function countAround(
  telemetry: Pick<Telemetry, 'series'>,
  db: Services['db'],
  vessel: { id: string; number: number },
  instance: number,
  atUs: number,
) {
  const { number: vesselNumber } = vessel
  const cuts = [...(await engines.engineCuts(db, [vessel.id])), { vesselNumber, instance, fromUs: atUs }]
  const [counted] = await countEngines(telemetry, [{ vesselNumber, fromUs: atUs, toUs: atUs }], cuts)
  if (!counted) throw new Error('an interval was not counted')
  return counted
}

async function setHours(
  tx: Tx,
  engine: EngineRow,
  cut: Awaited<ReturnType<typeof countAround>>,
  mark: Omit<Parameters<typeof engines.insertMark>[1], 'engineId'>,
) {
  await engines.insertMark(tx, { ...mark, engineId: engine.id })
  await engines.forgetFold(tx, engine.id)
  await engines.storeSegments(tx, engine.vesselId, cut)
}
