/** Reports that are sent by mail by themselves, to people of the organization, and what became of each. */
import { z } from 'zod'
import { byId, endpoint, page } from './endpoint.ts'
import { Instant } from './instant.ts'
import { LanguageAsked } from './languageAsked.ts'
import { oneLine } from './oneLine.ts'
import { fetchDashboardStatistics, PERIODS } from './statistics.ts'
import { wasOf } from './was.ts'

/** How often, and of how long a time each is. */
export const REPORT_PERIODS = ['week', 'month'] as const
export type ReportPeriod = (typeof REPORT_PERIODS)[number]

/**
 * Not tried yet; had by the mail server; tried, and tried again; given up after a day; not sent at all, because whom it was
 * for may no longer see it.
 */
export const DELIVERY_STATES = ['waiting', 'sent', 'failed', 'dead', 'skipped'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

const Named = z.object({ id: z.uuid(), name: z.string() })

export const ReportSchedule = z.object({
  id: z.uuid(),
  name: z.string(),
  period: z.enum(REPORT_PERIODS),
  /** Whose boats it is of, with all below it; the top level is the whole organization. */
  department: Named,
  /** `may` is false of somebody who does not see the department any more, and gets nothing. */
  recipients: z.array(z.object({ id: z.uuid(), name: z.string(), email: z.string(), may: z.boolean() })),
  enabled: z.boolean(),
  /** When the next one leaves; null while it is paused. */
  next_at: z.iso.datetime().nullable(),
  /** What became of the newest ones; null before the first. */
  last: z.object({ state: z.enum(DELIVERY_STATES), at: z.iso.datetime() }).nullable(),
  created_at: z.iso.datetime(),
})
export type ReportSchedule = z.infer<typeof ReportSchedule>

export const MAX_RECIPIENTS = 50
export const ReportScheduleForm = z.object({
  name: oneLine().min(1, 'Name is required').max(50, 'Maximum 50 symbols'),
  period: z.enum(REPORT_PERIODS),
  department_id: z.uuid(),
  /** Whoever does not see the department is refused. */
  user_ids: z.array(z.uuid()).min(1, 'Choose at least one person').max(MAX_RECIPIENTS),
  enabled: z.boolean(),
})
export type ReportScheduleForm = z.infer<typeof ReportScheduleForm>
/** What is not given stays as it is. */
const ReportScheduleEdit = ReportScheduleForm.partial().extend({ was: wasOf(ReportScheduleForm) })
export type ReportScheduleEdit = z.infer<typeof ReportScheduleEdit>
export const NewReportSchedule = ReportScheduleForm.extend({
  /** Sends what is over already at once, instead of beginning with what comes next. */
  send_now: z.boolean(),
})
export type NewReportSchedule = z.infer<typeof NewReportSchedule>

/**
 * Whoever manages a department says what its people are sent of it: this is `department-edit`, which department and
 * organization administrators have. What a report shows takes no more than `trip-view`, which its recipients are asked for
 * whenever one leaves.
 */
const MANAGES = 'department:department-edit'

/** By name, those of departments that the caller manages. */
export const listReportSchedules = endpoint({
  method: 'GET',
  path: '/api/report-schedules',
  access: MANAGES,
  forKeys: true,
  list: {
    cursor: true,
    orders: ['name', 'created_at'],
    usual: ['name', 'asc'],
    filters: { period: REPORT_PERIODS },
  },
  output: page(ReportSchedule),
})
export const getReportSchedule = endpoint({
  method: 'GET',
  path: '/api/report-schedules/:id',
  access: MANAGES,
  forKeys: true,
  params: byId,
  output: ReportSchedule,
})
export const createReportSchedule = endpoint({
  method: 'POST',
  path: '/api/report-schedules',
  access: MANAGES,
  forKeys: true,
  problems: ['too_many'],
  body: NewReportSchedule,
  output: ReportSchedule,
})
export const updateReportSchedule = endpoint({
  method: 'PUT',
  path: '/api/report-schedules/:id',
  access: MANAGES,
  forKeys: true,
  params: byId,
  body: ReportScheduleEdit,
  output: ReportSchedule,
})
/** The log of what it sent stays. */
export const deleteReportSchedule = endpoint({
  method: 'DELETE',
  path: '/api/report-schedules/:id',
  access: MANAGES,
  forKeys: true,
  params: byId,
  output: z.object({ ok: z.literal(true) }),
})
/** Who may be sent reports of a department: everybody who sees its trips. */
export const listReportReaders = endpoint({
  method: 'GET',
  path: '/api/report-readers/:id',
  access: MANAGES,
  forKeys: true,
  params: byId,
  output: z.object({ data: z.array(Named.extend({ email: z.string() })) }),
})

export const ReportDelivery = z.object({
  id: z.uuid(),
  /** What the schedule was called then. */
  name: z.string(),
  to: z.string(),
  email: z.string(),
  /** First and last day, in the organization's zone. */
  from: z.iso.date(),
  until: z.iso.date(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  /** The server stopped in the middle of a try, so nobody knows whether that one arrived. */
  maybe_twice: z.boolean(),
  created_at: z.iso.datetime(),
  /** When it is tried next; null of what is sent, given up or skipped. */
  next_at: z.iso.datetime().nullable(),
  sent_at: z.iso.datetime().nullable(),
  last_error: z.string().nullable(),
})
export type ReportDelivery = z.infer<typeof ReportDelivery>

/** What was sent when to whom, of departments that the caller manages. */
export const listReportDeliveries = endpoint({
  method: 'GET',
  path: '/api/report-deliveries',
  access: MANAGES,
  forKeys: true,
  list: {
    cursor: true,
    orders: ['created_at'],
    usual: ['created_at', 'desc'],
    filters: { state: DELIVERY_STATES, created_at: 'time' },
  },
  output: page(ReportDelivery),
})

/** What somebody looks at on the Reports page, or what a schedule would have sent them of its newest period. */
const ReportPdfQuery = z.object({
  start_time: Instant.optional(),
  end_time: Instant.optional(),
  timezone: z.string().max(60).default('UTC'),
  period: z.enum(PERIODS).default('day'),
  /** All that they see without it; a preview needs it. */
  department_id: z.uuid().optional(),
  preview: z.enum(REPORT_PERIODS).optional(),
  language: LanguageAsked,
})
/** A report as a document, for a browser that follows a link. */
export const getReportPdf = endpoint({
  method: 'GET',
  path: '/api/reports/pdf',
  access: fetchDashboardStatistics.access,
  further: { [MANAGES]: 'With preview, this' },
  problems: ['not_found'],
  query: ReportPdfQuery,
  file: ['application/pdf'],
})
