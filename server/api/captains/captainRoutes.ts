import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import {
  createCaptain,
  deleteCaptain,
  getCaptain,
  listCaptains,
  updateCaptain,
} from '#contract/wire/captain.ts'
import { Problem } from '#contract/wire/errors.ts'
import { instantUs } from '#contract/wire/instant.ts'
import { getSeaService, getSeaServiceFile, type SeaServiceRange } from '#contract/wire/seaService.ts'
import { reachOf } from '#server/access/reachOf.ts'
import { openCalendar } from '#server/analytics/statistics/periods.ts'
import { seaService } from '#server/downloads/seaService.ts'
import { seaServiceCsv } from '#server/downloads/seaServiceCsv.ts'
import { seaServicePdf } from '#server/downloads/seaServicePdf.ts'
import { difference, noteAct } from '#server/records/auditLog.ts'
import * as captains from '#server/records/captains.ts'
import { findCaptain, insertCaptain, tripsSailedBy } from '#server/records/captains.ts'
import { findDepartment } from '#server/records/departments.ts'
import { listScope } from '#server/records/listScope.ts'
import { findOrganization } from '#server/records/organizations.ts'
import type { Scope } from '#server/records/scope.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { authenticate } from '../authenticate.ts'
import { offerFile } from '../downloads/fileReader.ts'
import { requireFresh } from '../requireFresh.ts'
import { type Routes, type Services, serve, serveFile } from '../serve.ts'
import { readCaptain, toListedCaptain } from './toCaptain.ts'

const EXAMPLE_CAPTAIN = { name: 'Nína', department_id: '$DEPARTMENT_ID' }

export const captainRoutes: Routes = [
  serve(listCaptains, async ({ db, caller, query: asked }) => {
    const { scope, query } = await listScope(db, caller.scope, asked)
    const { rows, ...page } = await captains.listCaptains(db, scope, query)
    return { data: rows.map(toListedCaptain), ...page }
  }),
  serve(getCaptain, async ({ db, caller, params }) => {
    const row = await findCaptain(db, caller.scope, params.id)
    if (!row) throw new Problem('not_found')
    return readCaptain(db, row)
  }),
  serve(
    createCaptain,
    async ({ db, bus, caller, ip, body }) => {
      const { organizationId, actor, scope } = caller
      const { name, department_id: departmentId } = body
      const answer = await db.transaction(async (tx) => {
        if (!(await findDepartment(tx, scope, departmentId))) {
          throw new Problem('invalid', 'department_id: there is no such department.')
        }
        const id = await insertCaptain(tx, { organizationId, departmentId, name })
        const made = await findCaptain(tx, scope, id)
        if (!made) throw new Error('the captain is not in the scope they were made in')
        await noteAct(tx, {
          organizationId,
          actor,
          ip,
          act: 'captain.create',
          subject: { id, name },
          after: body,
        })
        return readCaptain(tx, made)
      })
      bus.publish({ type: 'organization.changed', organizationId })
      return answer
    },
    { example: { body: EXAMPLE_CAPTAIN } },
  ),
  serve(
    updateCaptain,
    async ({ db, bus, caller, ip, params: { id }, body }) => {
      const { organizationId, actor, scope } = caller
      const answer = await db.transaction(async (tx) => {
        // The lock makes concurrent changes wait; each is then compared with the result of the one before.
        const row = await captains.findCaptain(tx, scope, id, { lock: true })
        if (!row) throw new Problem('not_found')
        const before = { name: row.captain.name, department_id: row.captain.departmentId }
        requireFresh(before, body)
        const { name = before.name, department_id: departmentId = before.department_id } = body
        if (!(await findDepartment(tx, scope, departmentId))) {
          throw new Problem('invalid', 'department_id: there is no such department.')
        }
        await captains.updateCaptain(tx, id, { name, departmentId })
        const changed = await captains.findCaptain(tx, scope, id)
        if (!changed) throw new Problem('conflict')
        const states = difference(before, { name, department_id: departmentId })
        await noteAct(tx, {
          organizationId,
          actor,
          ip,
          act: 'captain.update',
          subject: { id, name },
          ...states,
        })
        return readCaptain(tx, changed)
      })
      bus.publish({ type: 'organization.changed', organizationId })
      return answer
    },
    { example: { body: { ...EXAMPLE_CAPTAIN, name: 'Nína Jónsdóttir' } } },
  ),
  serve(deleteCaptain, async ({ db, bus, caller, ip, params: { id } }) => {
    const { organizationId, actor, scope } = caller
    await db.transaction(async (tx) => {
      const row = await captains.findCaptain(tx, scope, id)
      if (!row) throw new Problem('not_found')
      await captains.deleteCaptain(tx, id)
      const { name, departmentId: department_id } = row.captain
      const before = { name, department_id }
      await noteAct(tx, { organizationId, actor, ip, act: 'captain.delete', subject: { id, name }, before })
    })
    bus.publish({ type: 'organization.changed', organizationId })
    return { ok: true }
  }),
  serve(getSeaService, ({ db, caller, params, query }) => readSeaService(db, caller.scope, params.id, query)),
  serveFile(getSeaServiceFile, addSeaServiceFile),
]

/** Throws not_found where the caller sees no such captain. */
export async function readSeaService(
  db: Db,
  scope: Scope,
  captainId: string,
  { start_time, end_time, timezone }: z.infer<typeof SeaServiceRange>,
) {
  const row = await findCaptain(db, scope, captainId)
  if (!row) throw new Problem('not_found')
  const range = {
    fromUs: start_time === undefined ? 0 : instantUs(start_time),
    toUs: end_time === undefined ? Number.MAX_SAFE_INTEGER : instantUs(end_time),
  }
  const { id, name } = row.captain
  return seaService({ id, name }, await tripsSailedBy(db, captainId, range), openCalendar(timezone))
}

/** `GET /api/captains/:id/sea-service/:format`: the record as a file, for a browser that follows a link. */
function addSeaServiceFile(app: FastifyInstance, services: Services): void {
  const { db, clock } = services
  app.get(getSeaServiceFile.path, async (request, reply) => {
    const { caller } = await authenticate(request, services)
    const scope = reachOf(getSeaServiceFile.access, caller)
    if (!scope) throw new Problem('not_allowed')
    const asked = getSeaServiceFile.params.safeParse(request.params)
    const query = getSeaServiceFile.query.safeParse(request.query)
    if (!asked.success) throw new Problem('not_found')
    if (!query.success) throw new Problem('invalid')
    const { id, format } = asked.data
    const { language, from = null, to = null, ...range } = query.data
    const record = await readSeaService(db, scope, id, range)
    const organization = await findOrganization(db, caller.organizationId)
    const calendar = openCalendar(range.timezone)
    const given = {
      organization: organization?.name ?? '',
      language,
      range: { from, to },
      madeMs: clock.nowMs(),
      calendar,
      units: caller.units,
    }
    const bytes = format === 'csv' ? seaServiceCsv(record, calendar) : await seaServicePdf(record, given)
    offerFile(reply, `sea-service-${record.captain.name}.${format}`)
    return reply.type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/pdf').send(bytes)
  })
}
