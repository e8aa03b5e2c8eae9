/** Log files for the history of a vessel: sent, watched, answered and taken back. */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BodyOf } from '#contract/wire/endpoint.ts'
import { Problem } from '#contract/wire/errors.ts'
import {
  answerLogImport,
  deleteLogImport,
  LOG_TOO_LARGE,
  listLogImports,
  MAX_LOG_BYTES,
  retryLogImport,
  uploadLogs,
} from '#contract/wire/logImport.ts'
import type { Caller } from '#server/access/caller.ts'
import { logKey } from '#server/files/sharedKeys.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { TRIED_AGAIN } from '#server/records/jobClaims.ts'
import * as logs from '#server/records/logImports.ts'
import { findVessel } from '#server/records/vessels.ts'
import { refuseForm } from '../images/sentFiles.ts'
import { type Routes, type Services, serve } from '../serve.ts'
import { askedOf, toLogImport } from './toLogImport.ts'

export const logRoutes: Routes = [
  serve(listLogImports, async ({ params, ...call }) => {
    const vessel = await vesselOf(call, params.id)
    const data = (await logs.logImportsOf(call.db, vessel.id)).map(toLogImport)
    return { data, total: data.length }
  }),
  serve(
    uploadLogs,
    async ({ params, query, sentStreams, ...call }) => {
      const { db, clock, caller, ip, bus, sharedFiles, scratch } = call
      const vessel = await vesselOf(call, params.id)
      let room = MOST_OPEN - (await logs.countOpenLogImports(db, caller.organizationId))
      const ids: string[] = []
      for await (const { fileName, file } of sentStreams(MAX_LOG_BYTES)) {
        if (room-- <= 0) throw new Problem('too_many')
        const id = randomUUID()
        const path = join(scratch, id)
        try {
          await pipeline(file, createWriteStream(path)).catch(refuseForm)
          if (file.truncated) throw new Problem('too_large', LOG_TOO_LARGE)
          const nowMs = clock.nowMs()
          const { size: bytes } = await stat(path)
          await sharedFiles.take(logKey(id), path, Math.min(query.written_before ?? nowMs, nowMs))
          await db.transaction(async (tx) => {
            const row = { id, vesselId: vessel.id, userId: caller.userId, fileName, bytes }
            await logs.insertLogImport(tx, { ...row, createdAt: new Date(nowMs) })
            await noteAct(tx, {
              ...{ organizationId: caller.organizationId, actor: caller.actor, ip, act: 'vessel.log' },
              subject: { id: vessel.id, name: vessel.name },
              after: { log: fileName },
            })
          })
        } catch (error) {
          await rm(path, { force: true })
          await sharedFiles.delete(logKey(id)).catch(() => undefined)
          throw error
        }
        ids.push(id)
        bus.publish({ type: 'logs.changed' })
      }
      if (ids.length === 0) throw new Problem('invalid', 'files: the form has no file.')
      const data = (await logs.logImportsOf(db, vessel.id))
        .map(toLogImport)
        .filter(({ id }) => ids.includes(id))
      return { data, total: data.length }
    },
    { takesFiles: true },
  ),
  serve(answerLogImport, async ({ params, body, ...call }) => {
    const { db, caller, ip, bus } = call
    const { import: row } = await importOf(call, params)
    const vessel = await vesselOf(call, params.id)
    const { about, change, after } = answerOf(body)
    if (askedOf(row) !== about) throw new Problem('conflict')
    const most = row.rollover?.weeks ?? 0
    if ('weeks_added' in body && body.weeks_added > most)
      throw new Problem('invalid', `weeks_added: more than ${most} would give times in the future.`)
    await db.transaction(async (tx) => {
      if (!(await logs.changeLogImport(tx, row.id, { state: 'waiting', ...change }, 'asking')))
        throw new Problem('conflict')
      await noteAct(tx, {
        ...{ organizationId: caller.organizationId, actor: caller.actor, ip, act: `vessel.log-${about}` },
        subject: { id: vessel.id, name: vessel.name },
        after: { log: row.fileName, ...after },
      })
    })
    bus.publish({ type: 'logs.changed' })
    return toLogImport(await importOf(call, params))
  }),
  serve(retryLogImport, async ({ params, ...call }) => {
    const { db, caller, ip, bus } = call
    const { import: row } = await importOf(call, params)
    const vessel = await vesselOf(call, params.id)
    await db.transaction(async (tx) => {
      if (!(await logs.changeLogImport(tx, row.id, TRIED_AGAIN, 'stopped'))) throw new Problem('conflict')
      await noteAct(tx, {
        ...{ organizationId: caller.organizationId, actor: caller.actor, ip, act: 'vessel.log-retry' },
        subject: { id: vessel.id, name: vessel.name },
        after: { log: row.fileName },
      })
    })
    // Its state before a process takes it.
    const answer = toLogImport(await importOf(call, params))
    bus.publish({ type: 'logs.changed' })
    return answer
  }),
  serve(deleteLogImport, async ({ params, ...call }) => {
    const { db, caller, ip, bus, sharedFiles } = call
    const { import: row } = await importOf(call, params)
    const vessel = await vesselOf(call, params.id)
    await db.transaction(async (tx) => {
      await logs.deleteLogImport(tx, row.id)
      await noteAct(tx, {
        ...{ organizationId: caller.organizationId, actor: caller.actor, ip, act: 'vessel.log-remove' },
        subject: { id: vessel.id, name: vessel.name },
        before: { log: row.fileName },
      })
    })
    bus.publish({ type: 'logs.changed' })
    // A file that cannot be deleted now is deleted later by the process that reads logs.
    await sharedFiles.delete(logKey(row.id)).catch(() => undefined)
    return { ok: true }
  }),
]

/** Files of one organization that may wait at once. */
const MOST_OPEN = 50

/** The question that a body answers, with the columns of the import and the words of the audit log. */
function answerOf(body: BodyOf<typeof answerLogImport>) {
  if ('log_date' in body) return { about: 'date', change: { logDate: body.log_date }, after: body } as const
  if ('weeks_added' in body)
    return { about: 'weeks', change: { weeksAdded: body.weeks_added }, after: body } as const
  const columns = body.columns.map(({ heading, meaning }) => `${heading}: ${meaning}`).join(', ')
  return { about: 'columns', change: { givenColumns: body.columns }, after: { columns } } as const
}

type Call = Pick<Services, 'db'> & { caller: Caller }

async function vesselOf({ db, caller }: Call, id: string) {
  const row = await findVessel(db, caller.scope, id)
  if (!row) throw new Problem('not_found')
  return row.vessel
}

async function importOf(call: Call, { id, logId }: { id: string; logId: string }) {
  const vessel = await vesselOf(call, id)
  const row = await logs.findLogImport(call.db, vessel.id, logId)
  if (!row) throw new Problem('not_found')
  return row
}
