/** Telemetry between the embedded engine and a ClickHouse elsewhere: the embedded one does the talking, table by table. */
import { randomUUID } from 'node:crypto'
import type { Columns } from '../columns/columns.ts'
import { replicatedInsert } from '../columns/replicated.ts'
import { type StoredTable, storedTables } from './columnsDump.ts'
import type { Sum } from './manifest.ts'

/** Rows without replaced versions, because a copy does not show which of two versions is the newer. */
const rowsIn = ({ name, engine }: StoredTable) =>
  `telemetry.${name}${engine.endsWith('MergeTree') && !/^(Replicated)?MergeTree$/.test(engine) ? ' FINAL' : ''}`

/** Copies the data of the ClickHouse at `url` into embedded tables that are still empty. */
export async function pullColumns(url: string, embedded: Columns): Promise<void> {
  for (const table of await storedTables(embedded)) {
    const { name } = table
    const from = httpSource(url, `SELECT * FROM ${rowsIn(table)}`, await structureOf(embedded, name))
    await embedded.command(`INSERT INTO telemetry.${name} SELECT * FROM ${from} SETTINGS ${UNLIMITED}`)
  }
}

/** Copies embedded tables into a ClickHouse elsewhere. */
export async function pushColumns(
  embedded: Columns,
  { url, isReplicated }: { url: string; isReplicated: boolean },
): Promise<void> {
  for (const table of await storedTables(embedded)) {
    const { name } = table
    const settings = isReplicated ? `async_insert = 0, ${replicatedInsert(randomUUID())}` : 'async_insert = 0'
    const into = `INSERT INTO telemetry.${name} SETTINGS ${settings}`
    const to = httpSource(url, into, await structureOf(embedded, name))
    await embedded.command(`INSERT INTO FUNCTION ${to} SELECT * FROM ${rowsIn(table)} SETTINGS ${UNLIMITED}`)
  }
}

/** Row count of each table, and a checksum over its rows in any order. */
export async function sumColumns(columns: Columns): Promise<Record<string, Sum>> {
  const sums: Record<string, Sum> = {}
  for (const table of await storedTables(columns)) {
    const [row] = await columns.rows<Sum>(
      `SELECT toUInt64(count()) AS rows, toString(sum(cityHash64(*))) AS sum FROM ${rowsIn(table)}`,
    )
    if (row) sums[table.name] = row
  }
  return sums
}

const UNLIMITED = 'max_partitions_per_insert_block = 0, http_receive_timeout = 3600, http_send_timeout = 3600'

async function structureOf(columns: Columns, table: string): Promise<string> {
  const fields = await columns.rows<{ name: string; type: string }>(
    `SELECT name, type FROM system.columns WHERE database = 'telemetry' AND table = '${table}' ORDER BY position`,
  )
  return fields.map(({ name, type }) => `${name} ${type}`).join(', ')
}

/** Passes user and password of an address as ClickHouse's own parameters. */
function httpSource(address: string, query: string, structure: string): string {
  const url = new URL(address)
  if (url.username) url.searchParams.set('user', decodeURIComponent(url.username))
  if (url.password) url.searchParams.set('password', decodeURIComponent(url.password))
  url.username = ''
  url.password = ''
  url.searchParams.set('query', `${query} FORMAT TabSeparated`)
  return `url(${quoted(url.href)}, 'TabSeparated', ${quoted(structure)})`
}

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
