/** State of the server for its operator: locations of files, health, and missing configuration. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Optional features that are not configured: each needs a line of the configuration. */
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
  id: z
    .string()
    .describe(
      'Id of the installation. It separates the installation from others on the same NATS or bucket.',
    ),
  version: z.string().describe('Version of the server software.'),
  started_at: z.iso.datetime().describe('Start of the server process, ISO 8601 in UTC.'),
  stores: z
    .object({
      records: z.enum(['pglite', 'postgres']).describe('Database of records: `pglite` or `postgres`.'),
      telemetry: z.enum(['chdb', 'clickhouse']).describe('Database of measurements: `chdb` or `clickhouse`.'),
      files: z.enum(['folder', 's3']).describe('Store of files: `folder` or `s3`.'),
      answer: z.boolean().describe('True if both databases answer.'),
    })
    .describe('Databases and file store in use.'),
  disk: z
    .object({
      free_bytes: z.int().describe('Free space on the disk, in bytes.'),
      total_bytes: z.int().describe('Total size of the disk, in bytes.'),
    })
    .describe('Disk with the data directory.'),
  memory_bytes: z.int().describe('Memory that the server process uses, in bytes.'),
  backlog: z
    .array(
      z.object({
        step: z.string().describe('Name of the processing step.'),
        waiting: z.int().describe('Number of items in the queue.'),
        lag_s: z.number().describe('Age of the oldest queued item, in seconds.'),
        failures: z.int().describe('Number of failed attempts on queued items.'),
      }),
    )
    .describe('Queued work of each processing step.'),
  last_backup_at: z.iso
    .datetime()
    .nullable()
    .describe('Start of the last complete backup, ISO 8601 in UTC; null before the first.'),
  damaged_parts: z
    .array(
      z.object({
        table: z.string().describe('Table of the column store.'),
        part: z.string().describe('Name of the part in that table.'),
        state: z
          .enum(['set_aside', 'unreadable'])
          .describe('`set_aside`: its rows are missing. `unreadable`: queries of its rows fail.'),
        bytes: z.int().describe('Size on the disk, in bytes.'),
        found_at: z.iso.datetime().describe('Time when the damage was found, ISO 8601 in UTC.'),
        from: z.iso.datetime().nullable().describe('First time of its rows; null where it is unknown.'),
        to: z.iso.datetime().nullable().describe('Last time of its rows; null where it is unknown.'),
        vessels: z
          .object({
            count: z.int().describe('Number of all these vessels.'),
            names: z.array(z.string()).describe('Names of the first 20 vessels.'),
          })
          .nullable()
          .describe('Vessels that sent data in these days; null where they are unknown.'),
      }),
    )
    .describe('Damaged parts of the telemetry.'),
  mail: z
    .object({
      host: z.string().nullable().describe('Host of the mail server; null if emails go to a folder.'),
      from: z.string().describe('Sender address of outgoing emails.'),
    })
    .describe('Path of outgoing email of the server.'),
  not_configured: z
    .array(z.enum(UNCONFIGURED))
    .describe('Optional settings that the operator has not configured.'),
})
export type Installation = z.infer<typeof Installation>

export const getInstallation = endpoint({
  method: 'GET',
  path: '/api/super/installation',
  access: 'super-admin',
  output: Installation,
})

/** Sends a mail to the caller, by the usual mail server; `failure` is its error. */
export const sendTestMail = endpoint({
  method: 'POST',
  path: '/api/super/test-mail',
  access: 'super-admin',
  output: z.object({
    to: z.string().describe('Email address that received the test mail.'),
    failure: z
      .string()
      .nullable()
      .describe('Answer of the mail server to a failed attempt; null on success.'),
  }),
})
