import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type ClickHouseClient, createClient } from '@clickhouse/client'
import { createChdbConnection } from 'chdb/connection'
import { type Columns, READ_TIMEOUT_S } from './columns.ts'
import { migrateColumns } from './migrateColumns.ts'

/** One client is one session, which runs one query at a time. */
const WRITERS = 3
const READERS = 3

/** Opens chDB below the data directory or, with CLICKHOUSE_URL, ClickHouse, and brings the tables up to date. */
export async function openColumns(config: {
  CLICKHOUSE_URL?: string | undefined
  dataDir: string
}): Promise<Columns> {
  const connect = config.CLICKHOUSE_URL
    ? overHttp(config.CLICKHOUSE_URL)
    : await embedded(join(config.dataDir, 'telemetry'))
  const writers = pool(WRITERS, connect)
  const readers = pool(READERS, connect)
  const columns: Columns = {
    insert: (table, names, lines) =>
      writers.run((client) =>
        client
          .command({
            query: `INSERT INTO ${table} (${names.join(', ')}) SETTINGS max_partitions_per_insert_block = 0 FORMAT TabSeparated\n${lines}`,
          })
          .then(() => undefined),
      ),
    rowBinary: (sql) =>
      readers.run(async (client) => {
        const { stream } = await client.exec({ query: `${bounded(sql)} FORMAT RowBinary` })
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk as Buffer)
        return Buffer.concat(chunks)
      }),
    rows: <Row>(sql: string) =>
      readers.run(async (client) => {
        const result = await client.query({ query: bounded(sql), format: 'JSONEachRow' })
        return result.json<Row>()
      }),
    command: (sql) => writers.run((client) => client.command({ query: sql }).then(() => undefined)),
    async close() {
      await Promise.all([writers.close(), readers.close()])
    },
  }
  await migrateColumns(columns)
  return columns
}

// Settings given to the client would stay on its session for ever; in the statement they end with it.
const bounded = (sql: string) =>
  `${sql} SETTINGS max_execution_time = ${READ_TIMEOUT_S}, output_format_json_quote_64bit_integers = 0, do_not_merge_across_partitions_select_final = 1`

type Connect = () => ClickHouseClient

const overHttp =
  (url: string): Connect =>
  () =>
    createClient({ url, request_timeout: (READ_TIMEOUT_S + 5) * 1000, keep_alive: { enabled: true } })

async function embedded(path: string): Promise<Connect> {
  await mkdir(path, { recursive: true })
  // The client accepts any connection of its own interface, which its public types do not spell out.
  return () =>
    createClient({ connection: createChdbConnection({ path }) } as unknown as Parameters<
      typeof createClient
    >[0])
}

/** Hands each task the first free client; the rest wait their turn. */
function pool(size: number, connect: Connect) {
  const clients = Array.from({ length: size }, connect)
  const free = [...clients]
  const waiting: ((client: ClickHouseClient) => void)[] = []
  return {
    async run<T>(task: (client: ClickHouseClient) => Promise<T>): Promise<T> {
      const client = free.pop() ?? (await new Promise<ClickHouseClient>((resolve) => waiting.push(resolve)))
      try {
        return await task(client)
      } finally {
        const next = waiting.shift()
        if (next) next(client)
        else free.push(client)
      }
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()))
    },
  }
}
