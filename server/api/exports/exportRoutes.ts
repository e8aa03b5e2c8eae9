/** Exports: requests, progress and cancellation. */
import { Problem } from '#contract/wire/errors.ts'
import {
  createExport,
  deleteExport,
  exportFormatsOf,
  type FleetExport,
  getExport,
  getExportFile,
  listExports,
} from '#contract/wire/fleetExport.ts'
import { isoOf, measuredUs } from '#contract/wire/instant.ts'
import { fileStem } from '#server/downloads/fileStem.ts'
import { exportKey } from '#server/files/sharedKeys.ts'
import { authorOf, keyOf } from '#server/records/actor.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { findDepartment } from '#server/records/departments.ts'
import * as exportRows from '#server/records/fleetExports.ts'
import { narrowScope } from '#server/records/narrowScope.ts'
import { findOrganization } from '#server/records/organizations.ts'
import type { Scope } from '#server/records/scope.ts'
import { findVessel } from '#server/records/vessels.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { DAY } from '../publicApi/exampleDay.ts'
import { type Routes, serve, serveFile } from '../serve.ts'
import { addExportFile } from './addExportFile.ts'

export const exportRoutes: Routes = [
  serve(
    listExports,
    async ({ db, caller, query }) => {
      const { rows, ...page } = await exportRows.listExports(db, caller.scope, query)
      return { data: rows.map(toExport), ...page }
    },
    { example: { query: { 'filter[state][eq]': 'done', 'order[created_at]': 'desc', limit: '5' } } },
  ),
  serve(getExport, async ({ db, caller, params }) => {
    const found = await exportRows.findExport(db, caller.scope, params.id)
    if (!found) throw new Problem('not_found')
    return toExport(found)
  }),
  serve(
    createExport,
    async (call) => {
      const { db, clock, caller, ip, body, language, bus } = call
      const { kind, format } = body
      const formats = exportFormatsOf(kind)
      if (!formats.includes(format))
        throw new Problem('invalid', `${kind} can not be ${format}: ask for ${formats.join(' or ')}.`)
      const fromUs = body.start === undefined ? 0 : measuredUs('start', body.start)
      const toUs = body.end === undefined ? clock.nowMs() * 1000 : measuredUs('end', body.end)
      if (toUs <= fromUs) throw new Problem('invalid', 'end is not after start.')
      const { organizationId, actor } = caller
      if (body.mail_when_ready && actor.type !== 'user')
        throw new Problem('invalid', 'mail_when_ready: a key has no address.')
      const { name, ...of } = await chosen(db, caller.scope, body)
      const fileName = `${[fileStem(name), kind, dayOf(fromUs), dayOf(toUs - 1)].filter(Boolean).join('_')}.zip`
      const id = await db.transaction(async (tx) => {
        if ((await exportRows.countOpenExports(tx, organizationId)) >= MOST_OPEN)
          throw new Problem('too_many')
        const made = await exportRows.insertExport(tx, {
          ...{ organizationId, ...authorOf(actor), kind, format, fromUs, toUs, language, fileName, ...of },
          mailWhenReady: body.mail_when_ready,
          createdAt: new Date(clock.nowMs()),
        })
        await noteAct(tx, {
          ...{ organizationId, actor, ip, act: 'export.create' },
          subject: { id: made, name: fileName },
          after: { kind, format, start: isoOf(fromUs), end: isoOf(toUs) },
        })
        return made
      })
      bus.publish({ type: 'exports.changed' })
      const row = await exportRows.findExport(db, caller.scope, id)
      if (!row) throw new Problem('not_found')
      return toExport(row)
    },
    {
      example: {
        body: {
          kind: 'seconds',
          format: 'parquet',
          vessel_id: '$VESSEL_ID',
          start: DAY.start_time,
          end: DAY.end_time,
        },
      },
    },
  ),
  serve(deleteExport, async (call) => {
    const { db, caller, ip, params, bus, sharedFiles } = call
    const found = await exportRows.findExport(db, caller.scope, params.id)
    if (!found) throw new Problem('not_found')
    const { userId, apiKeyId } = authorOf(caller.actor)
    if (found.row.userId !== userId || found.row.apiKeyId !== apiKeyId) {
      const reach = call.further('department:department-edit')
      if (!(await exportRows.findExport(db, reach, params.id))) throw new Problem('not_allowed')
    }
    await db.transaction(async (tx) => {
      await exportRows.deleteExport(tx, params.id)
      await noteAct(tx, {
        ...{ organizationId: caller.organizationId, actor: caller.actor, ip, act: 'export.delete' },
        subject: { id: params.id, name: found.row.fileName },
      })
    })
    bus.publish({ type: 'exports.changed' })
    // A file that cannot be deleted now is swept later.
    await sharedFiles.delete(exportKey(params.id)).catch(() => undefined)
    return { ok: true }
  }),
  serveFile(getExportFile, addExportFile),
]

/** Exports of one organization that may wait at once. */
const MOST_OPEN = 20

/**
 * Vessels of the export, and the name of the choice. Throws `not_found` for departments and vessels out of
 * the caller's reach.
 */
async function chosen(
  db: Db,
  scope: Scope,
  { vessel_id, department_id }: { vessel_id?: string | undefined; department_id?: string | undefined },
): Promise<{
  name: string
  vesselId: string | null
  departmentId: string | null
  departmentIds: string[] | null
}> {
  if (vessel_id !== undefined && department_id !== undefined)
    throw new Problem('invalid', 'vessel_id and department_id exclude each other.')
  if (vessel_id !== undefined) {
    const found = await findVessel(db, scope, vessel_id)
    if (!found) throw new Problem('not_found')
    const { id, name, departmentId } = found.vessel
    return { name, vesselId: id, departmentId: null, departmentIds: [departmentId] }
  }
  if (department_id !== undefined) {
    const found = await findDepartment(db, scope, department_id)
    if (!found) throw new Problem('not_found')
    const { departmentIds } = await narrowScope(db, scope, [department_id])
    return { name: found.department.name, vesselId: null, departmentId: department_id, departmentIds }
  }
  const organization = await findOrganization(db, scope.organizationId)
  const { departmentIds } = scope
  return { name: organization?.name ?? '', vesselId: null, departmentId: null, departmentIds }
}

/** Nothing of the beginning of time. */
const dayOf = (us: number) => (us === 0 ? '' : isoOf(us).slice(0, 10))

function toExport({ row, vessel, department, user }: exportRows.ExportRecord): FleetExport {
  return {
    id: row.id,
    kind: row.kind as FleetExport['kind'],
    format: row.format as FleetExport['format'],
    vessel,
    department,
    start: isoOf(row.fromUs),
    end: isoOf(row.toUs),
    state: row.state,
    progress: row.progress,
    rows: row.rows,
    file_name: row.fileName,
    bytes: row.bytes,
    error: row.error as FleetExport['error'],
    user,
    api_key: keyOf(row),
    created_at: row.createdAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
    expires_at: row.expiresAt?.toISOString() ?? null,
  }
}
