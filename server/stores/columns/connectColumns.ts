import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { Session } from 'chdb'
import { createChdbConnection } from 'chdb/connection'
import type { ColumnsConfig } from './columns.ts'

/** Room for the list of a thousand stretches in one statement. */
const MAX_QUERY_BYTES = 4_000_000
const MAX_READ_MEMORY_BYTES = 2_000_000_000
/** Beyond this a sort or a grouping goes on on disk. */
const SPILL_BYTES = 500_000_000
const READ_TIMEOUT_S = 30
const WRITE_TIMEOUT_S = 60

/** Makes clients for reading, which can do nothing else, and for writing. */
export interface Connector {
  /** The embedded engine's directory, null over HTTP. */
  path: string | null
  reader(): Promise<ClickHouseClient>
  writer(): Promise<ClickHouseClient>
  /** Once all clients are closed. */
  close(): void
}

export async function connectColumns(config: ColumnsConfig): Promise<Connector> {
  const readTimeoutS = config.readTimeoutS ?? READ_TIMEOUT_S
  const settings = readerSettings(readTimeoutS)
  if (config.CLICKHOUSE_URL) return overHttp(config.CLICKHOUSE_URL, settings, readTimeoutS)
  const path = join(config.dataDir, 'telemetry')
  await mkdir(path, { recursive: true })
  return embedded(path, settings)
}

type Settings = Record<string, number | string>

const readerSettings = (readTimeoutS: number): Settings => ({
  max_execution_time: readTimeoutS,
  max_memory_usage: MAX_READ_MEMORY_BYTES,
  max_bytes_before_external_sort: SPILL_BYTES,
  max_bytes_before_external_group_by: SPILL_BYTES,
  max_query_size: MAX_QUERY_BYTES,
  max_ast_elements: 1_000_000,
  max_expanded_ast_elements: 1_000_000,
  output_format_json_quote_64bit_integers: 0,
  // A sample's time decides its partition, so equal samples never meet across two.
  do_not_merge_across_partitions_select_final: 1,
  // Neither writes nor table functions; nothing can be set after this, so it comes last.
  readonly: 1,
})

// Errors reach the caller, who logs them with what he was doing; the client's own log would repeat whole statements.
const log = { level: ClickHouseLogLevel.OFF }

const overHttp = (url: string, settings: Settings, readTimeoutS: number): Connector => ({
  path: null,
  reader: async () =>
    createClient({
      url,
      log,
      // The engine gives up first; this is for a server that no longer answers.
      request_timeout: (readTimeoutS + 5) * 1000,
      clickhouse_settings: settings,
    }),
  writer: async () => createClient({ url, log, request_timeout: WRITE_TIMEOUT_S * 1000 }),
  close: () => undefined,
})

/**
 * What the embedded engine may keep, which is made for a machine of its own: by default idle threads for ever, 64 for reading
 * files alone, each with memory put by for what it may do next, and 5 GB of each cache.
 */
const ENGINE = [
  '--max_thread_pool_free_size=8',
  '--max_io_thread_pool_free_size=0',
  '--mark_cache_size=67108864',
  '--primary_index_cache_size=67108864',
  '--index_mark_cache_size=16777216',
  '--query_condition_cache_size=8388608',
  '--compiled_expression_cache_size=16777216',
]
/** Most questions read some kilobytes: handing each read to another thread costs more, and so does looking at each thread every second. */
const EMBEDDED_SETTINGS = {
  query_profiler_real_time_period_ns: 0,
  query_profiler_cpu_time_period_ns: 0,
}
const EMBEDDED_READER_SETTINGS = { local_filesystem_read_method: "'pread'", ...EMBEDDED_SETTINGS }

function embedded(path: string, settings: Settings): Connector {
  // The first session says how the engine runs, for as long as any is open.
  const engine = new Session(path, { connectionArgs: ENGINE })
  // The client accepts any connection of its own interface, which its public types do not spell out.
  const connect = () =>
    createClient({ connection: createChdbConnection({ path }) } as unknown as Parameters<
      typeof createClient
    >[0])
  return {
    path,
    async reader() {
      const client = connect()
      // Settings handed to an embedded client become SET statements, which a read-only session refuses.
      await set(client, { ...EMBEDDED_READER_SETTINGS, ...settings })
      return client
    },
    async writer() {
      const client = connect()
      await set(client, EMBEDDED_SETTINGS)
      return client
    },
    close: () => engine.close(),
  }
}

async function set(client: ClickHouseClient, settings: Settings): Promise<void> {
  const each = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  await client.command({ query: `SET ${each.join(', ')}` })
}
