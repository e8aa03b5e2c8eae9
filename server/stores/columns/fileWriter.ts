import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { OrganizationShares } from '#server/platform/organizationShares.ts'
import { ask } from './ask.ts'
import { type ClientPool, clientPool } from './clientPool.ts'
import type { Columns } from './columns.ts'
import { type Connector, MANNERS } from './connectColumns.ts'

/**
 * Small blocks and row groups and one thread: thirteen million rows of eight columns need 80 MB instead of
 * 400 MB, in equal time. CSV lines end as in RFC 4180, and null is an empty field.
 */
const SETTINGS = [
  'max_threads = 1',
  'max_insert_threads = 1',
  'max_block_size = 8192',
  'min_insert_block_size_rows = 8192',
  'min_insert_block_size_bytes = 0',
  'max_bytes_before_external_sort = 16000000',
  'output_format_parquet_row_group_size = 50000',
  'output_format_parquet_parallel_encoding = 0',
  "date_time_output_format = 'iso'",
  'output_format_csv_crlf_end_of_line = 1',
  "format_csv_null_representation = ''",
].join(', ')

const PATIENT = `priority = ${MANNERS.patient.priority}, low_priority_query_wait_time_ms = ${MANNERS.patient.low_priority_query_wait_time_ms}`

/**
 * Writes files in a session of its own, opened at the first file. The embedded engine writes files itself,
 * because it returns an answer only as a whole; another engine streams its rows. The embedded engine lets all questions go first.
 */
export function fileWriter(
  connector: Connector,
  shares?: OrganizationShares,
): {
  write: Columns['writeFile']
  close(): Promise<void>
} {
  let opened: Promise<ClientPool> | null = null
  const clients = () => {
    opened ??= connector.writer().then((client) => clientPool([client], shares))
    return opened
  }
  return {
    async write(sql, format, path) {
      await (await clients()).run(async (client) => {
        if (connector.path !== null) {
          const file = `file('${path.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}', '${format}')`
          await client.command({
            query: `INSERT INTO FUNCTION ${file} ${sql} SETTINGS ${SETTINGS}, ${PATIENT}`,
          })
          return
        }
        const { stream } = await ask(client, `${sql} SETTINGS ${SETTINGS} FORMAT ${format}`)
        await pipeline(stream, createWriteStream(path))
      })
    },
    async close() {
      await (await opened)?.close()
    },
  }
}
