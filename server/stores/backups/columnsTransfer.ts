/** Telemetry between the embedded engine and a ClickHouse elsewhere: the embedded one does the talking, table by table. */
import type { Columns } from '../columns/columns.ts'
import { storedTables } from './columnsDump.ts'

/** Copies what the ClickHouse at `url` holds into embedded tables that are still empty. */
export async function pullColumns(url: string, embedded: Columns): Promise<void> {
  for (const { name } of await storedTables(embedded)) {
    const from = httpSource(url, `SELECT * FROM telemetry.${name}`, await structureOf(embedded, name))
    await embedded.command(`INSERT INTO telemetry.${name} SELECT * FROM ${from} SETTINGS ${UNLIMITED}`)
  }
}

/** The other way round. */
export async function pushColumns(embedded: Columns, url: string): Promise<void> {
  for (const { name } of await storedTables(embedded)) {
    const to = httpSource(url, `INSERT INTO telemetry.${name}`, await structureOf(embedded, name))
    await embedded.command(`INSERT INTO FUNCTION ${to} SELECT * FROM telemetry.${name} SETTINGS ${UNLIMITED}`)
  }
}

const UNLIMITED = 'max_partitions_per_insert_block = 0, http_receive_timeout = 3600, http_send_timeout = 3600'

async function structureOf(columns: Columns, table: string): Promise<string> {
  const fields = await columns.rows<{ name: string; type: string }>(
    `SELECT name, type FROM system.columns WHERE database = 'telemetry' AND table = '${table}' ORDER BY position`,
  )
  return fields.map(({ name, type }) => `${name} ${type}`).join(', ')
}

/** An address that carries a user and a password hands them over as ClickHouse's own parameters. */
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
