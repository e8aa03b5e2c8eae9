/** Scheduled reports to people of the organization by mail, with the state of each. */
import { z } from 'zod'
import { oneLine } from '#contract/text/oneLine.ts'
import { byId, endpoint, page } from './endpoint.ts'
import { Instant } from './instant.ts'
import { LanguageAsked } from './languageAsked.ts'
import { expectedValues } from './optimisticLock.ts'
import { fetchDashboardStatistics, PERIODS } from './statistics.ts'

/** How often, and of how long a time each is. */
export const REPORT_PERIODS = ['week', 'month'] as const
export type ReportPeriod = (typeof REPORT_PERIODS)[number]

/**
 * waiting: not tried yet; sent: accepted by the mail server; failed: to be tried again; dead: given up after
 * a day; skipped: the reader may no longer see it.
 */
export const DELIVERY_STATES = ['waiting', 'sent', 'failed', 'dead', 'skipped'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

const Named = z.object({
  id: z.uuid().describe('Identifier of the department or user, a UUID.'),
  name: z.string().describe('Name of the department or user.'),
})

export const ReportSchedule = z.object({
  id: z.uuid().describe('Identifier of the schedule, a UUID.'),
  name: z.string().describe('Name of the schedule.'),
  period: z.enum(REPORT_PERIODS).describe('Period of each report: `week` or `month`.'),
  department: Named.describe('Department that the report covers, with those below it.'),
  recipients: z
    .array(
      z.object({
        id: z.uuid().describe('Identifier of the user, a UUID.'),
        name: z.string().describe('Name of the user.'),
        email: z.string().describe('Email address of the user.'),
        may: z.boolean().describe('True if the user may still see the department; false stops the emails.'),
      }),
    )
    .describe('Users who receive the report by email.'),
  enabled: z.boolean().describe('True if reports are sent, false while paused.'),
  next_at: z.iso
    .datetime()
    .nullable()
    .describe('Time of the next report, ISO 8601 in UTC; null while paused.'),
  last: z
    .object({
      state: z
        .enum(DELIVERY_STATES)
        .describe('Delivery state: `waiting`, `sent`, `failed`, `dead` (given up) or `skipped` (no access).'),
      at: z.iso.datetime().describe("Time of the newest report's delivery or next attempt, ISO 8601 in UTC."),
    })
    .nullable()
    .describe('Result of the newest report; null before the first.'),
  created_at: z.iso.datetime().describe('Time of creation, ISO 8601 in UTC.'),
})
export type ReportSchedule = z.infer<typeof ReportSchedule>

export const MAX_RECIPIENTS = 50
export const ReportScheduleForm = z.object({
  name: oneLine()
    .min(1, 'Name is required')
    .max(50, 'Maximum 50 symbols')
    .describe('Name of the schedule, 1 to 50 characters.'),
  period: z.enum(REPORT_PERIODS).describe('Period of each report: `week` or `month`.'),
  department_id: z.uuid().describe('Identifier of the department to report on, a UUID.'),
  user_ids: z
    .array(z.uuid())
    .min(1, 'Choose at least one person')
    .max(MAX_RECIPIENTS)
    .describe('Identifiers of the recipients, UUIDs, 1 to 50.'),
  enabled: z.boolean().describe('True if reports are sent, false while paused.'),
})
export type ReportScheduleForm = z.infer<typeof ReportScheduleForm>
/** Fields that are absent stay unchanged. */
const ReportScheduleEdit = ReportScheduleForm.partial().extend({
  expected: expectedValues(ReportScheduleForm).describe(
    'Values of the changed fields as the sender last read them. The call fails with `conflict` if another user changed one of these fields since.',
  ),
})
export type ReportScheduleEdit = z.infer<typeof ReportScheduleEdit>
export const NewReportSchedule = ReportScheduleForm.extend({
  send_now: z.boolean().describe('True to send the last complete period at once.'),
})
export type NewReportSchedule = z.infer<typeof NewReportSchedule>

/**
 * A manager of a department decides which reports its people receive. The permission is `department-edit`, which
 * department and organization administrators have. A report shows no more than `trip-view` allows; the server checks
 * this of the recipients whenever a report leaves.
 */
const MANAGES = 'department:department-edit'

/** Report schedules of departments that the caller manages, by name. */
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
/** Deletes a schedule; its log stays. */
export const deleteReportSchedule = endpoint({
  method: 'DELETE',
  path: '/api/report-schedules/:id',
  access: MANAGES,
  forKeys: true,
  params: byId,
  output: z.object({ ok: z.literal(true).describe('Always `true`: the call succeeded.') }),
})
/** Users who can receive reports of a department: all users who see its trips. */
export const listReportReaders = endpoint({
  method: 'GET',
  path: '/api/report-readers/:id',
  access: MANAGES,
  forKeys: true,
  params: byId,
  output: z.object({
    data: z
      .array(Named.extend({ email: z.string().describe('Email address of the user.') }))
      .describe('Users who may receive reports of the department.'),
  }),
})

export const ReportDelivery = z.object({
  id: z.uuid().describe('Identifier of the delivery, a UUID.'),
  name: z.string().describe('Name that the schedule had at that time.'),
  to: z.string().describe('Name of the recipient.'),
  email: z.string().describe('Email address of the recipient.'),
  from: z.iso.date().describe("First day of the report, YYYY-MM-DD, in the organization's time zone."),
  until: z.iso.date().describe("Last day of the report, YYYY-MM-DD, in the organization's time zone."),
  state: z
    .enum(DELIVERY_STATES)
    .describe('Delivery state: `waiting`, `sent`, `failed`, `dead` (given up) or `skipped` (no access).'),
  attempts: z.int().describe('Number of delivery attempts so far, 0 or more.'),
  maybe_twice: z
    .boolean()
    .describe('True if the server stopped during an attempt, so that the message may have arrived twice.'),
  created_at: z.iso.datetime().describe('Time of creation, ISO 8601 in UTC.'),
  next_at: z.iso
    .datetime()
    .nullable()
    .describe('Time of the next attempt, ISO 8601 in UTC; null if none will follow.'),
  sent_at: z.iso
    .datetime()
    .nullable()
    .describe('Time of the successful delivery, ISO 8601 in UTC; null before it.'),
  last_error: z
    .string()
    .nullable()
    .describe(
      'Error of the last failed attempt, `unanswered` if three attempts ended without a result; null if none failed.',
    ),
})
export type ReportDelivery = z.infer<typeof ReportDelivery>

/** Sent reports with time and recipient, of departments that the caller manages. */
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

/** Query of a report: the range on the Reports page, or the newest period of a schedule. */
const ReportPdfQuery = z.object({
  start_time: Instant.optional().describe("Start of the report's time range, in epoch seconds or ISO 8601."),
  end_time: Instant.optional().describe(
    "End of the report's time range, in epoch seconds or ISO 8601, excluded.",
  ),
  timezone: z
    .string()
    .max(60)
    .default('UTC')
    .describe('IANA name of the time zone that defines days, for example `Europe/Rome`.'),
  period: z.enum(PERIODS).default('day').describe("Step of the report's charts: `day`, `week` or `month`."),
  department_id: z
    .uuid()
    .optional()
    .describe('Identifier of the department to report on, a UUID; everything visible if absent.'),
  preview: z
    .enum(REPORT_PERIODS)
    .optional()
    .describe('Period whose newest report shall be previewed: `week` or `month`.'),
  language: LanguageAsked.describe('Language of the document: `en`, `it` or `is`.'),
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
