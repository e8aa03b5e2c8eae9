import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { publicPathOf } from '#contract/wire/endpoint.ts'
import { Problem } from '#contract/wire/errors.ts'
import { getLogbook, getLogbookFile } from '#contract/wire/logbook.ts'
import { positionToWire } from '#contract/wire/wirePosition.ts'
import type { Caller } from '#server/access/caller.ts'
import { reachOf } from '#server/access/reachOf.ts'
import { fileStem } from '#server/downloads/fileStem.ts'
import { logbookCsv } from '#server/downloads/logbook/logbookCsv.ts'
import { logbookPdf } from '#server/downloads/logbook/logbookPdf.ts'
import { findOrganization } from '#server/records/organizations.ts'
import { authenticate } from '../authenticate.ts'
import { keyReader, offerFile } from '../downloads/fileReader.ts'
import { DAY } from '../publicApi/exampleDay.ts'
import { setCreditHeaders } from '../publicApi/publicSurface.ts'
import { type Routes, type Services, serve, serveFile } from '../serve.ts'
import { readLogbook } from './readLogbook.ts'

export const logbookRoutes: Routes = [
  serve(
    getLogbook,
    async ({ caller, params, query, language, ...services }) => {
      const reader = { language, units: caller.units }
      const logbook = await readLogbook(services, caller.scope, params.id, query, reader)
      return { ...logbook, hours: logbook.hours.map(positionToWire) }
    },
    { example: { query: { date: DAY.start_time.slice(0, 10), timezone: 'Atlantic/Reykjavik' } } },
  ),
  serveFile(getLogbookFile, addLogbookFile, {
    example: {
      params: { format: 'pdf' },
      query: { date: DAY.start_time.slice(0, 10), timezone: 'Atlantic/Reykjavik' },
    },
  }),
]

/**
 * `GET /api/vessels/:id/logbook/:format`, for keys below the public API: the day as a file. Browsers follow a
 * link to it; programs pay for it as for any file.
 */
function addLogbookFile(app: FastifyInstance, services: Services): void {
  const { path } = getLogbookFile
  app.get(path, async (request, reply) => {
    const { caller } = await authenticate(request, services)
    return send(reply, await logbookFile(services, caller, request))
  })
  app.get(publicPathOf({ path }), { exposeHeadRoute: false }, async (request, reply) => {
    const { caller } = await keyReader(request, services)
    const file = await services.meter.charge(
      ...([caller, { method: 'GET', path }] as const),
      () => logbookFile(services, caller, request),
      (spent) => setCreditHeaders(reply, spent),
    )
    return send(reply, file)
  })
}

function send(reply: FastifyReply, { name, type, bytes }: Awaited<ReturnType<typeof logbookFile>>) {
  offerFile(reply, name)
  return reply.type(type).send(bytes)
}

async function logbookFile(services: Services, caller: Caller, request: FastifyRequest) {
  const { db, clock } = services
  const scope = reachOf(getLogbookFile.access, caller)
  if (!scope) throw new Problem('not_allowed')
  const asked = getLogbookFile.params.safeParse(request.params)
  const query = getLogbookFile.query.safeParse(request.query)
  if (!asked.success) throw new Problem('not_found')
  if (!query.success) throw new Problem('invalid')
  const { id, format } = asked.data
  const { language, ...day } = query.data
  const reader = { language, units: caller.units }
  const logbook = await readLogbook(services, scope, id, day, reader)
  const organization = await findOrganization(db, caller.organizationId)
  const given = { ...reader, timezone: day.timezone, organization: organization?.name ?? '' }
  return {
    name: `${fileStem(logbook.vessel.name)}_${day.date}_logbook.${format}`,
    type: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/pdf',
    bytes:
      format === 'csv'
        ? logbookCsv(logbook, day.timezone)
        : await logbookPdf(logbook, { ...given, madeMs: clock.nowMs() }),
  }
}
