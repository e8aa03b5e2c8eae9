/** Everything of a kind of a vessel, a department or the organization, written to an archive by a job. */
import { z } from 'zod'
import { byId, endpoint, page } from './endpoint.ts'
import { Instant } from './instant.ts'

/**
 * trips: one a row with its figures; seconds: everything that was measured, by the second; motion: every sample of every
 * motion sensor; impacts: with their circumstances; alerts: with what people did about them.
 */
export const EXPORT_KINDS = ['trips', 'seconds', 'motion', 'impacts', 'alerts'] as const
export type ExportKind = (typeof EXPORT_KINDS)[number]

export const EXPORT_FORMATS = ['csv', 'parquet', 'geojson'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Motion has no place of its own. */
export const exportFormatsOf = (kind: ExportKind): readonly ExportFormat[] =>
  kind === 'motion' ? ['csv', 'parquet'] : EXPORT_FORMATS

/** `waiting` and `running` begin again after a restart; `failed` says in `error` why. */
export const EXPORT_STATES = ['waiting', 'running', 'done', 'failed'] as const

/** Why there is no file: the disk is nearly full, something broke, or it is gone, as after a backup was restored. */
export const EXPORT_FAILURES = ['disk_full', 'broken', 'gone'] as const
export type ExportFailure = (typeof EXPORT_FAILURES)[number]

/** How long the file of an export is kept. */
export const EXPORT_KEPT_DAYS = 7

export const FleetExport = z.object({
  id: z.uuid(),
  kind: z.enum(EXPORT_KINDS),
  format: z.enum(EXPORT_FORMATS),
  /** What it is of: a vessel, a department with all below it, or, with neither, all that whoever asked could see. */
  vessel: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  department: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  start: z.iso.datetime(),
  end: z.iso.datetime(),
  state: z.enum(EXPORT_STATES),
  /** 0 to 1. */
  progress: z.number(),
  /** Rows that were written so far. */
  rows: z.int(),
  file_name: z.string(),
  bytes: z.int().nullable(),
  error: z.enum(EXPORT_FAILURES).nullable(),
  /** Who asked for it; null once they were deleted, and of a program. */
  user: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** The program that asked for it, by the name that its key had. */
  api_key: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  created_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  /** When its file goes; null before it is done. */
  expires_at: z.iso.datetime().nullable(),
})
export type FleetExport = z.infer<typeof FleetExport>

/** Those of departments that the caller sees all of. */
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
  kind: z.enum(EXPORT_KINDS),
  format: z.enum(EXPORT_FORMATS).default('csv'),
  /** One of these at most; with neither, all that the caller sees. */
  vessel_id: z.uuid().optional(),
  department_id: z.uuid().optional(),
  /** From the beginning, and until now, where they are left away. */
  start: Instant.optional(),
  end: Instant.optional(),
  /** Whoever asks gets a mail once it is ready; a program has no address. */
  mail_when_ready: z.boolean().default(false),
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
  output: z.object({ ok: z.literal(true) }),
})

/** Its file, for whoever sees the export; knows HTTP ranges. */
export const getExportFile = endpoint({
  method: 'GET',
  path: '/downloads/exports/:id',
  access: listExports.access,
  forKeys: true,
  params: byId,
  file: ['application/zip'],
})
export const exportFilePath = (id: string): `/${string}` => `/downloads/exports/${id}`
