import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { ask } from './ask.ts'
import { type ClientPool, clientPool } from './clientPool.ts'
import type { Columns } from './columns.ts'
import type { Connector } from './connectColumns.ts'

/**
 * Small blocks and row groups and one thread: thirteen million rows of eight columns take 80 MB so, with the engine's own
 * choices 400, and no longer. Decimals of a line end as RFC 4180 has it, and what is not known is an empty field.
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

/**
 * Writes files in a session of its own, which is opened when the first is asked for. The embedded engine writes them
 * itself, since it hands over answers only as a whole; another one sends what it writes.
 */
export function fileWriter(connector: Connector): {
  write: Columns['writeFile']
  close(): Promise<void>
} {
  let opened: Promise<ClientPool> | null = null
  const clients = () => {
    opened ??= connector.writer().then((client) => clientPool([client]))
    return opened
  }
  return {
    async write(sql, format, path) {
      await (await clients()).run(async (client) => {
        if (connector.path !== null) {
          const file = `file('${path.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}', '${format}')`
          await client.command({ query: `INSERT INTO FUNCTION ${file} ${sql} SETTINGS ${SETTINGS}` })
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
