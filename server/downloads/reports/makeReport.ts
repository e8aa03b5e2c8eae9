import { DAY_MS } from '#contract/domain/time.ts'
import { type Units, WIRE_UNITS } from '#contract/domain/unitChoice.ts'
import type { Language } from '#contract/text/language.ts'
import type { ReportPeriod } from '#contract/wire/reportSchedule.ts'
import { reportCsv } from '#contract/words/reportCsv.ts'
import { type FigureKey, orderRows } from '#contract/words/reportRows.ts'
import { openCalendar } from '#server/analytics/statistics/periods.ts'
import { departmentsOf } from '#server/records/departments.ts'
import { findOrganization } from '#server/records/organizations.ts'
import { branchOf } from '#server/records/scope.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { documentFormats } from '#server/words/documentFormats.ts'
import { fileStem } from '../fileStem.ts'
import { readReport } from './readReport.ts'
import type { ReportPdfs } from './reportPdfs.ts'
import { figureName } from './reportWords.ts'

/** Order of a report for one period of a schedule. */
export interface ReportOrder {
  organizationId: string
  departmentId: string
  period: ReportPeriod
  /** Days of this zone's calendar, since 1970, both included. */
  timeZone: string
  fromDay: number
  untilDay: number
}

export interface MadeReport {
  whose: string
  /** As the reader writes them. */
  days: string
  from: string
  until: string
  figures: (readonly [name: string, value: string])[]
  files: { name: string; type: string; bytes: Buffer }[]
}

/**
 * The report of a department with all below it for one reader: a document in the reader's language and units,
 * and tables in wire units.
 */
export async function makeReport(
  { db, telemetry, pdfs }: { db: Db; telemetry: Telemetry; pdfs: ReportPdfs },
  order: ReportOrder,
  { language, units = WIRE_UNITS, madeMs }: { language: Language; units?: Units; madeMs: number },
): Promise<MadeReport> {
  const { organizationId, departmentId, period, timeZone, fromDay, untilDay } = order
  const organization = await findOrganization(db, organizationId)
  const departments = await departmentsOf(db, organizationId)
  const own = departments.find(({ id }) => id === departmentId)
  if (!organization || !own) throw new Error('the department of a report is gone')
  const isWhole = own.parentId === null
  const scope = { organizationId, departmentIds: isWhole ? null : branchOf(departments, departmentId) }
  const calendar = openCalendar(timeZone)
  const range = {
    fromMs: calendar.startMs(fromDay),
    toMs: calendar.startMs(untilDay + 1),
    timezone: timeZone,
  }
  const report = await readReport({ db, telemetry }, { vessels: scope, captains: scope }, range)
  const pdf = await pdfs.write(report, {
    organization: organization.name,
    department: isWhole ? null : own.name,
    hasComfortSpeed: organization.hasComfortSpeed,
    ...{ language, units, range, madeMs, period: 'day', schedule: period },
  })
  const whose = isWhole ? organization.name : own.name
  const formats = documentFormats(language, units)
  const nameOf = (key: FigureKey) => figureName(key, language)
  const { summary } = report.stats
  const [from, until] = [isoDay(fromDay), isoDay(untilDay)]
  const name = `${fileStem(whose)}_${from}_${until}`
  const table = (rows: typeof report.vessels) =>
    Buffer.from(reportCsv(orderRows(rows, 'nr_trips:desc', language)))
  return {
    ...{ whose, from, until },
    days: `${formats.day(fromDay)} – ${formats.day(untilDay)}`,
    figures: [
      [nameOf('nr_trips'), formats.number(summary.nr_trips)],
      [nameOf('duration_minutes'), formats.duration(summary.total_duration)],
      [nameOf('distance'), formats.quantity(summary.total_distance, 'nmi')],
      [nameOf('fuel_consumption'), formats.quantity(summary.total_consumption, 'L')],
      [nameOf('peak_impact'), formats.quantity(summary.peak_impact, 'g')],
    ],
    files: [
      { name: `${name}.pdf`, type: 'application/pdf', bytes: pdf },
      { name: `${name}_vessels.csv`, type: 'text/csv; charset=utf-8', bytes: table(report.vessels) },
      { name: `${name}_captains.csv`, type: 'text/csv; charset=utf-8', bytes: table(report.captains) },
    ],
  }
}

/** YYYY-MM-DD */
export const isoDay = (localDay: number) => new Date(localDay * DAY_MS).toISOString().slice(0, 10)
