import type { FastifyInstance } from 'fastify'
import { Problem } from '#contract/wire/errors.ts'
import { getSeaServiceFile } from '#contract/wire/seaService.ts'
import { reachOf } from '#server/access/reachOf.ts'
import { openCalendar } from '#server/analytics/statistics/periods.ts'
import { seaServiceCsv } from '#server/downloads/seaServiceCsv.ts'
import { seaServicePdf } from '#server/downloads/seaServicePdf.ts'
import { findOrganization } from '#server/records/organizations.ts'
import { authenticate } from '../authenticate.ts'
import { offerFile } from '../downloads/fileReader.ts'
import type { Services } from '../serve.ts'
import { readSeaService } from './getSeaService.ts'

/** `GET /api/captains/:id/sea-service/:format`: the record as a file, for a browser that follows a link. */
export function seaServiceRoute(app: FastifyInstance, services: Services): void {
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
