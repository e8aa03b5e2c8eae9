import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { publicPathOf } from '#contract/wire/endpoint.ts'
import { Problem } from '#contract/wire/errors.ts'
import { getServiceBookFile } from '#contract/wire/maintenance.ts'
import type { Caller } from '#server/access/caller.ts'
import { reachOf } from '#server/access/reachOf.ts'
import { fileStem } from '#server/downloads/fileStem.ts'
import { serviceBookCsv } from '#server/downloads/serviceBook/serviceBookCsv.ts'
import { serviceBookPdf } from '#server/downloads/serviceBook/serviceBookPdf.ts'
import { findOrganization } from '#server/records/organizations.ts'
import { listServiceRecords } from '#server/records/serviceRecords.ts'
import { findVessel } from '#server/records/vessels.ts'
import { authenticate } from '../authenticate.ts'
import { keyReader, offerFile } from '../downloads/fileReader.ts'
import { setCreditHeaders } from '../publicApi/publicSurface.ts'
import { type Routes, type Services, serveFile } from '../serve.ts'
import { toServiceRecord } from './toMaintenance.ts'

/** Newest lines that a file has: more than a boat gets in twenty years. */
const MOST_LINES = 5000

export const serviceBookRoutes: Routes = [
  serveFile(getServiceBookFile, addServiceBookFile, { example: { params: { format: 'pdf' } } }),
]

/** The service book as a file, on both surfaces. */
function addServiceBookFile(app: FastifyInstance, services: Services): void {
  const { path } = getServiceBookFile
  app.get(path, async (request, reply) => {
    const { caller } = await authenticate(request, services)
    return send(reply, await serviceBookFile(services, caller, request))
  })
  app.get(publicPathOf({ path }), { exposeHeadRoute: false }, async (request, reply) => {
    const { caller } = await keyReader(request, services)
    const file = await services.meter.charge(
      ...([caller, { method: 'GET', path }] as const),
      () => serviceBookFile(services, caller, request),
      (spent) => setCreditHeaders(reply, spent),
    )
    return send(reply, file)
  })
}

function send(reply: FastifyReply, { name, type, bytes }: Awaited<ReturnType<typeof serviceBookFile>>) {
  offerFile(reply, name)
  return reply.type(type).send(bytes)
}

async function serviceBookFile(services: Services, caller: Caller, request: FastifyRequest) {
  const { db, clock } = services
  const scope = reachOf(getServiceBookFile.access, caller)
  if (!scope) throw new Problem('not_allowed')
  const asked = getServiceBookFile.params.safeParse(request.params)
  const query = getServiceBookFile.query.safeParse(request.query)
  if (!asked.success) throw new Problem('not_found')
  if (!query.success) throw new Problem('invalid')
  const { id, format } = asked.data
  const { language } = query.data
  const found = await findVessel(db, scope, id)
  if (!found) throw new Problem('not_found')
  const { rows } = await listServiceRecords(db, scope, {
    ...{ skip: 0, limit: MOST_LINES, order: [] },
    filter: [{ field: 'vessel_id', operator: 'eq', value: id }],
  })
  const records = rows.map((row) => toServiceRecord(row, language))
  const vessel = found.vessel.name
  const organization = (await findOrganization(db, caller.organizationId))?.name ?? ''
  return {
    name: `${fileStem(vessel)}_service_book.${format}`,
    type: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/pdf',
    bytes:
      format === 'csv'
        ? serviceBookCsv(records)
        : await serviceBookPdf(records, {
            ...{ vessel, organization, language, units: caller.units, madeMs: clock.nowMs() },
          }),
  }
}
