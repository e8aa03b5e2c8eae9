import type { FastifyInstance } from 'fastify'
import type { FurtherOf } from '#contract/wire/endpoint.ts'
import { Problem } from '#contract/wire/errors.ts'
import { getReportPdf, type ReportPeriod } from '#contract/wire/reportSchedule.ts'
import { reachOf } from '#server/access/reachOf.ts'
import { openCalendar } from '#server/analytics/statistics/periods.ts'
import { fileStem } from '#server/downloads/fileStem.ts'
import { lastPeriod } from '#server/downloads/reports/lastPeriod.ts'
import { isoDay, makeReport } from '#server/downloads/reports/makeReport.ts'
import { readReport } from '#server/downloads/reports/readReport.ts'
import { findDepartment } from '#server/records/departments.ts'
import { narrowScope } from '#server/records/narrowScope.ts'
import { findOrganization, zoneOf } from '#server/records/organizations.ts'
import type { Scope } from '#server/records/scope.ts'
import { authenticate } from '../authenticate.ts'
import { asAttachment } from '../downloads/asAttachment.ts'
import type { Services } from '../serve.ts'
import { rangeMs } from '../statistics/rangeMs.ts'

const MANAGES = 'department:department-edit' satisfies FurtherOf<typeof getReportPdf>

/** `GET /api/reports/pdf`: a report as a document, for a browser that follows a link. */
export function addReportPdf(app: FastifyInstance, services: Services): void {
  const { db, telemetry, pdfs, clock } = services
  app.get(getReportPdf.path, async (request, reply) => {
    const { caller } = await authenticate(request, services)
    const scope = reachOf(getReportPdf.access, caller)
    if (!scope) throw new Problem('not_allowed')
    const query = getReportPdf.query.safeParse(request.query)
    if (!query.success) throw new Problem('invalid')
    const asked = query.data
    const isPreview = asked.preview !== undefined
    const { name, bytes } = asked.preview ? await preview(asked.preview) : await shown(scope)
    reply.header('cache-control', 'no-store')
    // The browser's own reader of documents writes styles, and a sandbox would keep it shut.
    reply.header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'",
    )
    const attachment = asAttachment(name)
    reply.header('content-disposition', isPreview ? attachment.replace(/^attachment/, 'inline') : attachment)
    return reply.type('application/pdf').send(bytes)

    async function shown(scope: Scope) {
      const { department_id, period, timezone, language } = asked
      const range = { ...rangeMs(asked), timezone }
      const found = department_id === undefined ? null : await findDepartment(db, scope, department_id)
      if (department_id !== undefined && !found) throw new Problem('not_found')
      const organization = await findOrganization(db, caller.organizationId)
      if (!organization) throw new Problem('not_found')
      const vessels = found ? await narrowScope(db, scope, [found.department.id]) : scope
      const report = await readReport({ db, telemetry }, { vessels, captains: scope }, range)
      const department = found && found.department.parentId !== null ? found.department.name : null
      const bytes = await pdfs.write(report, {
        ...{ organization: organization.name, department, language, range, period },
        ...{ hasComfortSpeed: organization.hasComfortSpeed, units: caller.units },
        ...{ schedule: null, madeMs: clock.nowMs() },
      })
      const calendar = openCalendar(timezone)
      const days = [range.fromMs, range.toMs - 1].map((ms) => isoDay(calendar.localDay(ms)))
      return { bytes, name: `${[fileStem(department ?? organization.name), ...days].join('_')}.pdf` }
    }

    async function preview(period: ReportPeriod) {
      const scope = reachOf(MANAGES, caller)
      if (!scope) throw new Problem('not_allowed')
      const { department_id: departmentId, language } = asked
      if (departmentId === undefined) throw new Problem('invalid')
      if (!(await findDepartment(db, scope, departmentId))) throw new Problem('not_found')
      const { organizationId, units } = caller
      const timeZone = await zoneOf(db, organizationId)
      const calendar = openCalendar(timeZone)
      const { fromMs, toMs } = lastPeriod(calendar, period, clock.nowMs())
      const [fromDay, untilDay] = [calendar.localDay(fromMs), calendar.localDay(toMs - 1)]
      const { files } = await makeReport(
        { db, telemetry, pdfs },
        { organizationId, departmentId, period, timeZone, fromDay, untilDay },
        { language, units, madeMs: clock.nowMs() },
      )
      const [file] = files
      return { bytes: file?.bytes ?? Buffer.alloc(0), name: file?.name ?? '' }
    }
  })
}
