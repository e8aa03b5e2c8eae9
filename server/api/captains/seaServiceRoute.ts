import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Problem } from '#contract/errors.ts'
import { languageOf } from '#contract/language.ts'
import { getSeaService, SEA_SERVICE_FORMATS, SeaServiceRange } from '#contract/seaService.ts'
import { reachOf } from '#server/access/reachOf.ts'
import { openCalendar } from '#server/analytics/statistics/periods.ts'
import { seaServiceCsv } from '#server/downloads/seaServiceCsv.ts'
import { seaServicePdf } from '#server/downloads/seaServicePdf.ts'
import { findOrganization } from '#server/records/organizations.ts'
import { offerFile } from '../downloads/fileReader.ts'
import type { Services } from '../serve.ts'
import { whoAsks } from '../whoAsks.ts'
import { readSeaService } from './getSeaService.ts'

const Asked = z.object({ id: z.uuid(), format: z.enum(SEA_SERVICE_FORMATS) })
const Query = SeaServiceRange.extend({
  language: z.string().max(10).default('en').transform(languageOf),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
})

/** `GET /api/captains/:id/sea-service/:format`: the record as a file, for a browser that follows a link. */
export function seaServiceRoute(app: FastifyInstance, services: Services): void {
  const { db, clock } = services
  app.get('/api/captains/:id/sea-service/:format', async (request, reply) => {
    const { caller } = await whoAsks(request, services)
    const scope = reachOf(getSeaService.access, caller)
    if (!scope) throw new Problem('not_allowed')
    const asked = Asked.safeParse(request.params)
    const query = Query.safeParse(request.query)
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
