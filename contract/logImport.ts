/** Log files that people send to the history of a vessel: on their way, asked about, stored. */
import { z } from 'zod'
import { byId, endpoint, page } from './endpoint.ts'
import { TableColumns, TableTop } from './tableColumns.ts'

/** Of one file, as it is sent; what is packed in it may be longer. */
export const MAX_LOG_BYTES = 1_073_741_824
export const LOG_TOO_LARGE = 'Log file can not be more than 1 GB'

/**
 * `asking` waits for somebody to say on which day the log was written or what its columns mean; `waiting` and `running` go on after a restart,
 * and `failed` says in `error` why.
 */
export const LOG_IMPORT_STATES = ['waiting', 'asking', 'running', 'done', 'failed'] as const
export type LogImportState = (typeof LOG_IMPORT_STATES)[number]

/** Why a file gave nothing: it is no log of a known kind, or damaged, cut or no archive that can be opened. */
export const LOG_FAILURES = ['unknown_format', 'damaged'] as const
export type LogFailure = (typeof LOG_FAILURES)[number]

export const LogImport = z.object({
  id: z.uuid(),
  vessel_id: z.uuid(),
  file_name: z.string(),
  bytes: z.int(),
  state: z.enum(LOG_IMPORT_STATES),
  /** 0 to 1. */
  progress: z.number(),
  /** Samples that were stored. */
  accepted: z.int(),
  /** The moments of the first and the last of them, epoch ms. */
  from: z.number().nullable(),
  to: z.number().nullable(),
  /** What could not be used, the most frequent first. */
  rejected: z.array(z.object({ reason: z.string(), detail: z.string(), count: z.int() })),
  /** The day of a log that names none: proposed while it asks, taken afterwards. */
  log_date: z.iso.date().nullable(),
  /** The top of a table whose headings do not tell when and where, while it asks what its columns mean. */
  table: TableTop.nullable(),
  /** What the columns of a table were read as. */
  columns: z.array(z.string()),
  error: z.enum(LOG_FAILURES).nullable(),
  user: z.object({ name: z.string() }).nullable(),
  created_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
})
export type LogImport = z.infer<typeof LogImport>

const inVessel = z.object({ id: z.uuid(), logId: z.uuid() })

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
  query: z.object({ written_before: z.coerce.number().int().min(0).max(8.64e15).optional() }),
  body: z.object({}),
  output: page(LogImport),
})

/** Says on which day a log was written that names none, or what the columns of a table mean; only what asks is answered. */
export const answerLogImport = endpoint({
  method: 'PUT',
  path: '/api/vessels/:id/logs/:logId',
  access: 'vessel:vessel-pair-device',
  params: inVessel,
  body: z.union([z.object({ log_date: z.iso.date() }), z.object({ columns: TableColumns })]),
  output: LogImport,
})

/** Stops it where it is, or takes it off the list; what was stored already stays. */
export const deleteLogImport = endpoint({
  method: 'DELETE',
  path: '/api/vessels/:id/logs/:logId',
  access: 'vessel:vessel-pair-device',
  params: inVessel,
  output: z.object({ ok: z.literal(true) }),
})
