/** Everything of a kind of a vessel, a department or the organization, written to an archive by a job. */
import { z } from 'zod'
import { byId, endpoint, page } from './endpoint.ts'
import { Instant } from './instant.ts'

/**
 * Kinds of exports. trips: one a row with figures; seconds: all series by the second; motion: every sample of
 * every motion sensor. impacts: with their circumstances; alerts: with people's actions on them.
 */
export const EXPORT_KINDS = ['trips', 'seconds', 'motion', 'impacts', 'alerts'] as const
export type ExportKind = (typeof EXPORT_KINDS)[number]

export const EXPORT_FORMATS = ['csv', 'parquet', 'geojson'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Motion has no place of its own. */
export const exportFormatsOf = (kind: ExportKind): readonly ExportFormat[] =>
  kind === 'motion' ? ['csv', 'parquet'] : EXPORT_FORMATS

/** `waiting` and `running` begin again after a restart; `failed` has its reason in `error`. */
export const EXPORT_STATES = ['waiting', 'running', 'done', 'failed'] as const

/**
 * Why there is no file: the disk is nearly full, something broke, three tries ended without a result, or it is gone, as
 * after a backup was restored.
 */
export const EXPORT_FAILURES = ['disk_full', 'broken', 'unfinished', 'gone'] as const
export type ExportFailure = (typeof EXPORT_FAILURES)[number]

/** How long the file of an export is kept. */
export const EXPORT_KEPT_DAYS = 7

export const FleetExport = z.object({
  id: z.uuid().describe('Identifier of the export, a UUID.'),
  kind: z
    .enum(EXPORT_KINDS)
    .describe(
      'Content: `trips`, `seconds` (all data by the second), `motion` (all motion samples), `impacts` or `alerts`.',
    ),
  format: z
    .enum(EXPORT_FORMATS)
    .describe('Format of the files: `csv`, `parquet` or `geojson` (not for `motion`).'),
  vessel: z
    .object({
      id: z.uuid().describe('Identifier of the vessel, a UUID.'),
      name: z.string().describe('Name of the vessel.'),
    })
    .nullable()
    .describe('Vessel that the export is limited to; null without such a limit.'),
  department: z
    .object({
      id: z.uuid().describe('Identifier of the department, a UUID.'),
      name: z.string().describe('Name of the department.'),
    })
    .nullable()
    .describe('Department that the export is limited to, with those below it; null without such a limit.'),
  start: z.iso.datetime().describe('Start of the exported time, ISO 8601 in UTC, included.'),
  end: z.iso.datetime().describe('End of the exported time, ISO 8601 in UTC, excluded.'),
  state: z.enum(EXPORT_STATES).describe('State of the export: `waiting`, `running`, `done` or `failed`.'),
  progress: z.number().describe('Completed share of the export, 0 to 1.'),
  rows: z.int().describe('Number of rows written so far.'),
  file_name: z.string().describe('Name of the file, with its extension.'),
  bytes: z.int().nullable().describe('Size of the archive in bytes; null before it is done.'),
  error: z
    .enum(EXPORT_FAILURES)
    .nullable()
    .describe(
      'Reason of a failure: `disk_full`, `broken`, `unfinished` (three tries ended without a result) or `gone`; null without one.',
    ),
  user: z
    .object({
      id: z.uuid().describe('Identifier of the user, a UUID.'),
      name: z.string().describe('Name of the user.'),
    })
    .nullable()
    .describe('User who requested the export; null for a program or a deleted user.'),
  api_key: z
    .object({
      id: z.uuid().describe('Identifier of the API key, a UUID.'),
      name: z.string().describe('Name that the API key had at that time.'),
    })
    .nullable()
    .describe('API key of the program that requested the export; null for a user.'),
  created_at: z.iso.datetime().describe('Time of creation, ISO 8601 in UTC.'),
  ended_at: z.iso
    .datetime()
    .nullable()
    .describe('Time when the export ended, ISO 8601 in UTC; null before it.'),
  expires_at: z.iso
    .datetime()
    .nullable()
    .describe('Time when the server deletes the archive, ISO 8601 in UTC; null before it is done.'),
})
export type FleetExport = z.infer<typeof FleetExport>

/** Exports of departments that the caller sees completely. */
export const listExports = endpoint({
  method: 'GET',
  path: '/api/exports',
  access: 'department:trip-view',
  forKeys: true,
  list: {
    cursor: true,
    orders: ['created_at'],
    usual: ['created_at', 'desc'],
    filters: { kind: EXPORT_KINDS, state: EXPORT_STATES },
  },
  output: page(FleetExport),
})

/** How far it is. */
export const getExport = endpoint({
  method: 'GET',
  path: '/api/exports/:id',
  access: 'department:trip-view',
  forKeys: true,
  params: byId,
  output: FleetExport,
})

export const ExportForm = z.object({
  kind: z
    .enum(EXPORT_KINDS)
    .describe(
      'Content: `trips`, `seconds` (all data by the second), `motion` (all motion samples), `impacts` or `alerts`.',
    ),
  format: z
    .enum(EXPORT_FORMATS)
    .default('csv')
    .describe('Format of the files: `csv`, `parquet` or `geojson` (not for `motion`).'),
  vessel_id: z
    .uuid()
    .optional()
    .describe('Identifier of the vessel to export, a UUID; not together with `department_id`.'),
  department_id: z
    .uuid()
    .optional()
    .describe(
      'Identifier of the department to export with those below it, a UUID; not together with `vessel_id`.',
    ),
  start: Instant.optional().describe(
    'Start of the time to export, in epoch seconds or ISO 8601; all data if absent.',
  ),
  end: Instant.optional().describe('End of the time to export, in epoch seconds or ISO 8601; now if absent.'),
  mail_when_ready: z
    .boolean()
    .default(false)
    .describe('True sends the user an email when the archive is ready.'),
})

export const createExport = endpoint({
  method: 'POST',
  path: '/api/exports',
  access: 'department:trip-view',
  forKeys: true,
  problems: ['too_many'],
  body: ExportForm,
  output: FleetExport,
})

/** Stops it where it is, or takes its file away. */
export const deleteExport = endpoint({
  method: 'DELETE',
  path: '/api/exports/:id',
  access: 'department:trip-view',
  forKeys: true,
  params: byId,
  further: { 'department:department-edit': 'An export that somebody else asked for' },
  output: z.object({ ok: z.literal(true).describe('Always `true`: the call succeeded.') }),
})

/** File of the export, for every caller who sees the export; supports HTTP ranges. */
export const getExportFile = endpoint({
  method: 'GET',
  path: '/downloads/exports/:id',
  access: listExports.access,
  forKeys: true,
  params: byId,
  file: ['application/zip'],
})
export const exportFilePath = (id: string): `/${string}` => `/downloads/exports/${id}`
