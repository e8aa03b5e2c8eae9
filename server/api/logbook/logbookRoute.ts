import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Problem } from '#contract/errors.ts'
import { languageOf } from '#contract/language.ts'
import { getLogbook, LOGBOOK_FORMATS, LogbookDay } from '#contract/logbook.ts'
import { reachOf } from '#server/access/reachOf.ts'
import { fileStem } from '#server/downloads/fileStem.ts'
import { logbookCsv } from '#server/downloads/logbook/logbookCsv.ts'
import { logbookPdf } from '#server/downloads/logbook/logbookPdf.ts'
import { findOrganization } from '#server/records/organizations.ts'
import { offerFile } from '../downloads/fileReader.ts'
import type { Services } from '../serve.ts'
import { whoAsks } from '../whoAsks.ts'
import { readLogbook } from './readLogbook.ts'

const Asked = z.object({ id: z.uuid(), format: z.enum(LOGBOOK_FORMATS) })
const Query = LogbookDay.extend({ language: z.string().max(10).default('en').transform(languageOf) })

/** `GET /api/vessels/:id/logbook/:format`: the day as a file, for a browser that follows a link. */
export function logbookRoute(app: FastifyInstance, services: Services): void {
  const { db, clock } = services
  app.get('/api/vessels/:id/logbook/:format', async (request, reply) => {
    const { caller } = await whoAsks(request, services)
    const scope = reachOf(getLogbook.access, caller)
    if (!scope) throw new Problem('not_allowed')
    const asked = Asked.safeParse(request.params)
    const query = Query.safeParse(request.query)
    if (!asked.success) throw new Problem('not_found')
    if (!query.success) throw new Problem('invalid')
    const { id, format } = asked.data
    const { language, ...day } = query.data
    const reader = { language, units: caller.units }
    const logbook = await readLogbook(services, scope, id, day, reader)
    const organization = await findOrganization(db, caller.organizationId)
    const given = { ...reader, timezone: day.timezone, organization: organization?.name ?? '' }
    const bytes =
      format === 'csv'
        ? logbookCsv(logbook, day.timezone)
        : await logbookPdf(logbook, { ...given, madeMs: clock.nowMs() })
    offerFile(reply, `${fileStem(logbook.vessel.name)}_${day.date}_logbook.${format}`)
    return reply.type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/pdf').send(bytes)
  })
}
