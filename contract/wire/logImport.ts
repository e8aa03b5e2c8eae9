/** Log files that people upload to the history of a vessel, with their progress and questions. */
import { z } from 'zod'
import { ROLLOVER_WEEKS } from '#contract/domain/time.ts'
import { byId, endpoint, page } from './endpoint.ts'
import { TableColumns, TableTop } from './tableColumns.ts'

/** Maximum size of one uploaded file in bytes; its unpacked content may be longer. */
export const MAX_LOG_BYTES = 1_073_741_824
export const LOG_TOO_LARGE = 'Log file can not be more than 1 GB'

/**
 * `asking` waits for a user: for the day of the log, the meaning of its columns, or whether its dates are too
 * early. `waiting` and `running` continue after a restart, and `failed` has its reason in `error`. A `stopped` file waits
 * until a user tries it again: it was too large when unpacked, so it took more memory or time than a file may, or `error`
 * is `unfinished`.
 */
export const LOG_IMPORT_STATES = ['waiting', 'asking', 'running', 'done', 'failed', 'stopped'] as const
export type LogImportState = (typeof LOG_IMPORT_STATES)[number]

/**
 * Reason why nothing of a file was stored, with its remedy: the sentence of `npm run import`, which the console
 * translates.
 */
export const LOG_FAILURE_SENTENCES = {
  unknown_format: 'This is no log of a known kind.',
  damaged: 'The file is damaged or cut off.',
  spreadsheet: 'This is a spreadsheet. Save its table as CSV and import that.',
  too_large: 'The file unpacks to more than can be read. Unpack it and import its files one by one.',
  plans:
    'Routes and waypoints are plans: nothing to store. Export the track that was sailed, with its times.',
  no_times:
    'This says where, but not when: nothing to store. Export the track with its times, as GPX or as KML with gx:Track.',
  cells:
    'Rows have more or fewer cells than headings. Where numbers have decimal commas, save the table with semicolons between its cells.',
  mangled:
    'A spreadsheet has changed the times or positions. Import the file as it was before, or mark the columns as text when the spreadsheet opens it.',
  utm: 'Positions are eastings and northings in metres. Convert them to latitude and longitude and import again.',
  unfinished: 'The server could not finish it: three tries ended without a result.',
  nothing: 'Nothing in it could be stored.',
} as const
export type LogFailure = keyof typeof LOG_FAILURE_SENTENCES
export const LOG_FAILURES = Object.keys(LOG_FAILURE_SENTENCES) as [LogFailure, ...LogFailure[]]

/**
 * Why stored positions show no trip. Either each is more than eleven minutes from the next, or one position
 * repeats while the speed is that of a boat under way.
 */
export const NO_TRIP_SENTENCES = {
  positions_rare:
    'No trip can be found: the positions are more than 11 minutes apart. A trip needs one at least every 10 minutes.',
  receiver_frozen: 'No trip can be found: the receiver is frozen. It repeats one position and one speed.',
} as const
export type NoTrip = keyof typeof NO_TRIP_SENTENCES
const NO_TRIP = Object.keys(NO_TRIP_SENTENCES) as [NoTrip, ...NoTrip[]]

export const LogImport = z.object({
  id: z.uuid().describe('Identifier of the import, a UUID.'),
  vessel_id: z.uuid().describe('Identifier of the vessel that receives the data, a UUID.'),
  file_name: z.string().describe('Name of the file, with its extension.'),
  bytes: z.int().describe('Size of the uploaded file in bytes.'),
  state: z
    .enum(LOG_IMPORT_STATES)
    .describe(
      'State of the import: `waiting`, `asking` (needs an answer), `running`, `done`, `failed`, or `stopped` (too large when unpacked, or three tries without a result).',
    ),
  progress: z.number().describe('Completed share of the import, 0 to 1.'),
  accepted: z.int().describe('Number of samples stored so far.'),
  from: z
    .number()
    .nullable()
    .describe('Time of the first stored sample, in milliseconds since 1970 UTC; null without any.'),
  to: z
    .number()
    .nullable()
    .describe('Time of the last stored sample, in milliseconds since 1970 UTC; null without any.'),
  rejected: z
    .array(
      z.object({
        reason: z.string().describe('Reason of the rejection, for example `checksum`.'),
        detail: z.string().describe('Field, sentence or frame that was rejected.'),
        count: z.int().describe('Number of rejected samples or sentences of this type.'),
      }),
    )
    .describe('Data that could not be stored, most frequent first.'),
  log_date: z.iso
    .date()
    .nullable()
    .describe('Day of a log that contains no date, YYYY-MM-DD: a proposal while `asking`; null otherwise.'),
  table: TableTop.nullable().describe(
    'First rows of a table whose columns are unclear, while `asking`; null otherwise.',
  ),
  /**
   * Dates of 1,024 weeks ago or longer, while the import asks whether the receiver had lost count of its
   * weeks. Contains the first date in the log, epoch ms, and the most weeks that can be added.
   */
  week_rollover: z
    .object({
      log_from: z.number().describe('First date as the log states it, in milliseconds since 1970 UTC.'),
      weeks: z.int().describe('Largest number of weeks that can be added.'),
    })
    .nullable()
    .describe('Dates that may be 1,024 weeks behind, while `asking`; null otherwise.'),
  weeks_added: z
    .int()
    .nullable()
    .describe('Weeks added to the dates of the log; null if no question was asked.'),
  columns: z.array(z.string()).describe('Meanings given to the columns of a table.'),
  error: z.enum(LOG_FAILURES).nullable().describe('Reason of a failure or stop; null without one.'),
  no_trip: z
    .enum(NO_TRIP)
    .nullable()
    .describe(
      'Reason why the positions contain no trip: `positions_rare` or `receiver_frozen`; null otherwise.',
    ),
  user: z
    .object({ name: z.string().describe('Name of the user.') })
    .nullable()
    .describe('User who uploaded the file; null after deletion.'),
  created_at: z.iso.datetime().describe('Time of creation, ISO 8601 in UTC.'),
  ended_at: z.iso
    .datetime()
    .nullable()
    .describe('Time when the import ended, ISO 8601 in UTC; null before it.'),
})
export type LogImport = z.infer<typeof LogImport>

const inVessel = z.object({
  id: z.uuid().describe('Identifier of the vessel in the path, a UUID.'),
  logId: z.uuid().describe('Identifier of the import in the path, a UUID.'),
})

/** Log files of a vessel, the newest fifty first. */
export const listLogImports = endpoint({
  method: 'GET',
  path: '/api/vessels/:id/logs',
  access: 'vessel:vessel-pair-device',
  params: byId,
  output: page(LogImport),
})

/**
 * A form with log files in its field `files`, at most 1 GB each, plain or gzip, bzip2 or zip. `written_before`, epoch ms, is when
 * the files were last changed, which is where a log that names no day gets its proposal from.
 */
export const uploadLogs = endpoint({
  method: 'POST',
  path: '/api/vessels/:id/logs',
  access: 'vessel:vessel-pair-device',
  problems: ['too_large', 'too_many'],
  params: byId,
  query: z.object({
    written_before: z.coerce
      .number()
      .int()
      .min(0)
      .max(8.64e15)
      .optional()
      .describe("Time of the files' last change, in milliseconds since 1970 UTC, used to propose a day."),
  }),
  body: z.object({}),
  output: page(LogImport),
})

/** Weeks to add to dates that are behind by so many; 0 keeps them. */
export const WeeksAdded = z.int().min(0).multipleOf(ROLLOVER_WEEKS)

/**
 * Answers the question of an import: the day of a log without dates, the meaning of a table's columns, or how
 * many weeks to add to dates.
 */
export const answerLogImport = endpoint({
  method: 'PUT',
  path: '/api/vessels/:id/logs/:logId',
  access: 'vessel:vessel-pair-device',
  params: inVessel,
  body: z.union([
    z.object({ log_date: z.iso.date().describe('Day of the log, YYYY-MM-DD, for a log without dates.') }),
    z.object({ columns: TableColumns.describe('Meaning of each column of the table.') }),
    z.object({
      weeks_added: WeeksAdded.describe('Weeks to add to the dates, a multiple of 1,024; 0 keeps them.'),
    }),
  ]),
  output: LogImport,
})

/** Reads a stopped file again, which the server never does by itself. */
export const retryLogImport = endpoint({
  method: 'POST',
  path: '/api/vessels/:id/logs/:logId/retry',
  access: 'vessel:vessel-pair-device',
  params: inVessel,
  body: z.object({}),
  output: LogImport,
})

/** Stops an import, or removes it from the list; stored data stays. */
export const deleteLogImport = endpoint({
  method: 'DELETE',
  path: '/api/vessels/:id/logs/:logId',
  access: 'vessel:vessel-pair-device',
  params: inVessel,
  output: z.object({ ok: z.literal(true).describe('Always `true`: the call succeeded.') }),
})
