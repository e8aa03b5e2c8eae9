import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { createChdbConnection } from 'chdb/connection'
import type { ColumnsConfig } from './columns.ts'
import { emptyInput } from './emptyInput.ts'

/** Enough for a list of a thousand intervals in one statement. */
const MAX_QUERY_BYTES = 4_000_000
const MAX_READ_MEMORY_BYTES = 2_000_000_000
/** Above this size, sorting and grouping continue on disk. */
const SPILL_BYTES = 500_000_000
const READ_TIMEOUT_S = 30
const WRITE_TIMEOUT_S = 60

/** Makes clients for reading, which can do nothing else, and for writing. */
export interface Connector {
  /** The embedded engine's directory, null over HTTP. */
  path: string | null
  /**
   * Queries of a patient reader wait for those of others, for a tenth of a second a block at most, and use one processor.
   * A ClickHouse elsewhere has processors of its own, so nothing waits there.
   */
  reader(manner: 'prompt' | 'patient'): Promise<ClickHouseClient>
  writer(): Promise<ClickHouseClient>
}

export async function connectColumns(config: ColumnsConfig): Promise<Connector> {
  const readTimeoutS = config.readTimeoutS ?? READ_TIMEOUT_S
  const settings = readerSettings(readTimeoutS)
  if (config.CLICKHOUSE_URL) return overHttp(config.CLICKHOUSE_URL, settings, readTimeoutS)
  const path = join(config.dataDir, 'telemetry')
  await mkdir(path, { recursive: true })
  return embedded(path, settings)
}

type Settings = Record<string, number>

export const MANNERS = {
  prompt: { priority: 1 },
  patient: { priority: 2, low_priority_query_wait_time_ms: 100, max_threads: 1 },
} as const satisfies Record<string, Settings>

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

// Callers log errors with their context; the client's own log would repeat whole statements.
const log = { level: ClickHouseLogLevel.OFF }

const overHttp = (url: string, settings: Settings, readTimeoutS: number): Connector => ({
  path: null,
  reader: async () =>
    createClient({
      url,
      log,
      // The engine's own limit comes first; this limit is for a server that no longer answers.
      request_timeout: (readTimeoutS + 5) * 1000,
      clickhouse_settings: settings,
    }),
  writer: async () => createClient({ url, log, request_timeout: WRITE_TIMEOUT_S * 1000 }),
})

function embedded(path: string, settings: Settings): Connector {
  emptyInput()
  // The client accepts any connection of its own interface, which its public types do not spell out.
  const connect = () =>
    createClient({ connection: createChdbConnection({ path }) } as unknown as Parameters<
      typeof createClient
    >[0])
  return {
    path,
    async reader(manner) {
      const client = connect()
      // Settings handed to an embedded client become SET statements, which a read-only session refuses.
      const set = Object.entries({ ...MANNERS[manner], ...settings }).map(
        ([name, value]) => `${name} = ${value}`,
      )
      await client.command({ query: `SET ${set.join(', ')}` })
      return client
    },
    writer: async () => connect(),
  }
}
