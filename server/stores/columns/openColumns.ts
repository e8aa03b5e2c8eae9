import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { type ClickHouseClient, ResultSet } from '@clickhouse/client'
import { Problem } from '#contract/wire/errors.ts'
import type { OrganizationShares } from '#server/platform/organizationShares.ts'
import { isUnreachable } from '../unreachable.ts'
import { ask } from './ask.ts'
import { clientPool } from './clientPool.ts'
import type { Columns, ColumnsConfig, UnreadablePart } from './columns.ts'
import { type Connector, connectColumns } from './connectColumns.ts'
import { unreadablePart } from './damage.ts'
import { fileWriter } from './fileWriter.ts'
import { migrateColumns } from './migrateColumns.ts'
import { clusterOf, replicatedInsert } from './replicated.ts'

const WRITERS = 3
const READERS = 3
const MOST_UNREADABLE = 100
/** ClickHouse's number for a query that ran into max_execution_time. */
const TIMEOUT_EXCEEDED = '159'

/**
 * Opens chDB below the data directory or, with CLICKHOUSE_URL, ClickHouse, and brings the tables up to date. Questions
 * of organizations and their files keep to their shares.
 */
export async function openColumns(config: ColumnsConfig, shares?: OrganizationShares): Promise<Columns> {
  const connector = await connectColumns(config)
  const cluster = clusterOf(config)
  const writers = clientPool(await many(WRITERS, connector.writer))
  const readers = clientPool(await many(READERS, () => bothReaders(connector)), shares)
  const files = fileWriter(connector, shares)
  const unreadable = new Map<string, UnreadablePart>()
  const reading = <T>(read: (client: ClickHouseClient) => Promise<T>) =>
    readers
      .run(({ prompt, patient }, isCrowded) => read(isCrowded ? patient : prompt))
      .catch((error) => {
        const found = unreadablePart(error)
        if (found && unreadable.size < MOST_UNREADABLE)
          unreadable.set(`${found.table} ${found.part}`, { ...found, foundMs: Date.now() })
        throw found ? damaged(found) : problemOf(error)
      })
  const columns: Columns = {
    path: connector.path,
    unreadable: () => [...unreadable.values()],
    async insert(table, names, lines) {
      const settings = cluster === undefined ? INSERT : `${INSERT}, ${replicatedInsert(randomUUID())}`
      const sql = `INSERT INTO ${table} (${names.join(', ')}) SETTINGS ${settings} FORMAT TabSeparated\n${lines}`
      const send = () => writers.run((client) => command(client, sql))
      // Without an answer it is unknown whether the rows are stored; another replica can show it.
      await send().catch((error) =>
        cluster !== undefined && isUnreachable(error) ? send() : Promise.reject(error),
      )
    },
    rowBinary: (sql) => reading((client) => rowBinary(client, sql)),
    rows: <Row>(sql: string) =>
      reading(async (client) => {
        const { stream, query_id, response_headers } = await ask(client, `${sql} FORMAT JSONEachRow`)
        const set = ResultSet.instance({
          ...{ stream, query_id, response_headers, format: 'JSONEachRow', log_error: () => undefined },
        })
        return set.json<Row>()
      }),
    writeFile: (sql, format, path) => files.write(sql, format, path),
    command: (sql) => writers.run((client) => command(client, sql)),
    exclusively: (task) => writers.runAlone((client) => task((sql) => command(client, sql))),
    async close() {
      await Promise.all([writers.close(), readers.close(), files.close()])
    },
  }
  try {
    await migrateColumns(columns, config)
  } catch (error) {
    await columns.close()
    throw error
  }
  return columns
}

async function bothReaders(connector: Connector) {
  const prompt = await connector.reader('prompt')
  const patient = await connector.reader('patient')
  const close = async () => {
    await Promise.all([prompt.close(), patient.close()])
  }
  return { prompt, patient, close }
}

const many = <Client>(count: number, connect: () => Promise<Client>) =>
  Promise.all(Array.from({ length: count }, connect))

// A batch may span years, each month a partition; and it is acknowledged when stored, not when queued.
const INSERT = 'max_partitions_per_insert_block = 0, async_insert = 0'

async function command(client: ClickHouseClient, query: string): Promise<void> {
  const { stream } = await ask(client, query)
  await buffer(stream)
}

async function rowBinary(client: ClickHouseClient, sql: string): Promise<Buffer> {
  const { stream } = await ask(client, `${sql} FORMAT RowBinary`)
  return buffer(stream)
}

function problemOf(error: unknown): unknown {
  if (tookTooLong(error))
    return new Problem('unavailable', 'The answer takes too long. Ask for a shorter interval.')
  return isUnreachable(error) ? new Problem('unavailable') : error
}

const damaged = ({ table, part }: { table: string; part: string }) =>
  new Problem(
    'damaged',
    `Stored measurements are damaged: part ${part} of ${table} cannot be read. The operator finds on the page Installation what is affected and what to do.`,
  )

// The embedded connection throws errors of a class of its own, alike in all but identity.
const tookTooLong = (error: unknown) =>
  error instanceof Error &&
  (('code' in error && error.code === TIMEOUT_EXCEEDED) ||
    // Errors of the HTTP client for a server that does not answer.
    error.message.includes('Timeout error'))
