/** What whoever runs the server has to know of it: where things lie, how it does, and what is not set up. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** What an operator may name and has not: each is a line of the configuration. */
export const UNCONFIGURED = [
  'mail',
  'public_url',
  'support_email',
  'sms',
  'weather',
  'sign_in',
  'seamarks',
] as const
export type Unconfigured = (typeof UNCONFIGURED)[number]

export const Installation = z.object({
  version: z.string(),
  started_at: z.iso.datetime(),
  stores: z.object({
    records: z.enum(['pglite', 'postgres']),
    telemetry: z.enum(['chdb', 'clickhouse']),
    files: z.enum(['folder', 's3']),
    /** Whether both databases answer. */
    answer: z.boolean(),
  }),
  disk: z.object({ free_bytes: z.int(), total_bytes: z.int() }),
  memory_bytes: z.int(),
  /** What waits to be processed, by step. */
  backlog: z.array(z.object({ step: z.string(), waiting: z.int(), lag_s: z.number(), failures: z.int() })),
  /** When the last backup was complete; null before the first one. */
  last_backup_at: z.iso.datetime().nullable(),
  /** Where mails go: to a mail server, or into a folder that nobody but the operator reads. */
  mail: z.object({ host: z.string().nullable(), from: z.string() }),
  not_configured: z.array(z.enum(UNCONFIGURED)),
})
export type Installation = z.infer<typeof Installation>

export const getInstallation = endpoint({
  method: 'GET',
  path: '/api/super/installation',
  access: 'super-admin',
  output: Installation,
})

/** Sends a mail to whoever asks, by the way that all mails go; `failure` is what the mail server said against it. */
export const sendTestMail = endpoint({
  method: 'POST',
  path: '/api/super/test-mail',
  access: 'super-admin',
  output: z.object({ to: z.string(), failure: z.string().nullable() }),
})
