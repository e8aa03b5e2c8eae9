/** Records as lines of JSON, one file a table: read by either engine, whichever wrote them. */
import { createReadStream, createWriteStream } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { getTableName, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { type Db, MIGRATIONS_FOLDER, type Tx, tables } from '../relational/openRecords.ts'

const ROWS_AT_ONCE = 1000

/** Writes every table as the transaction sees it. */
export async function dumpRecords(tx: Tx, directory: string): Promise<void> {
  await mkdir(directory, { recursive: true })
  for (const table of inOrderOfReference()) {
    const lines = Readable.from(linesOf(tx, table))
    await pipeline(lines, createWriteStream(fileOf(directory, table)))
  }
}

async function* linesOf(tx: Tx, table: PgTable): AsyncGenerator<string> {
  await tx.execute(sql`declare dump no scroll cursor for select to_jsonb(t)::text as line from ${table} t`)
  for (;;) {
    const rows = await rowsOf<{ line: string }>(tx, sql.raw(`fetch ${ROWS_AT_ONCE} from dump`))
    if (rows.length === 0) break
    yield rows.map(({ line }) => `${line}\n`).join('')
  }
  await tx.execute(sql`close dump`)
}

/** Fills empty tables from such files. */
export async function loadRecords(
  tx: Tx,
  directory: string,
  sequences: Readonly<Record<string, number>>,
): Promise<void> {
  for (const table of inOrderOfReference()) {
    let lines: string[] = []
    const flush = async () => {
      if (lines.length > 0) {
        await tx.execute(
          sql`insert into ${table} overriding system value
              select * from jsonb_populate_recordset(null::${table}, ${`[${lines.join(',')}]`}::jsonb)`,
        )
      }
      lines = []
    }
    for await (const line of createInterface({ input: createReadStream(fileOf(directory, table)) })) {
      if (lines.push(line) === ROWS_AT_ONCE) await flush()
    }
    await flush()
  }
  for (const [name, last] of Object.entries(sequences)) {
    await tx.execute(sql`select setval(${name}::regclass, ${last})`)
  }
}

/** Last value of every sequence that has given one out. */
export async function readSequences(tx: Tx): Promise<Record<string, number>> {
  const rows = await rowsOf<{ name: string; last: string }>(
    tx,
    sql`select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value::text as last
        from pg_sequences where schemaname = 'public' and last_value is not null`,
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, Number(last)]))
}

export async function countMigrations(db: Db | Tx): Promise<number> {
  const [row] = await rowsOf<{ n: number }>(
    db,
    sql`select count(*)::int as n from drizzle.__drizzle_migrations`,
  )
  return row?.n ?? 0
}

/** Whether the installation has anything in it already. */
export async function hasRecords(db: Db | Tx): Promise<boolean> {
  const [row] = await rowsOf<{ any: boolean }>(
    db,
    sql`select exists (select 1 from ${tables.companies}) as any`,
  )
  return row?.any ?? false
}

interface Journal {
  entries: { tag: string }[]
}

const readJournal = async (): Promise<Journal> =>
  JSON.parse(await readFile(join(MIGRATIONS_FOLDER, 'meta', '_journal.json'), 'utf8'))

export const knownMigrations = async () => (await readJournal()).entries.length

/** Runs with a folder of the first `count` migrations, for tables as they were when a backup was made. */
export async function withMigrations<T>(count: number, task: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-migrations-'))
  try {
    const journal = await readJournal()
    const entries = journal.entries.slice(0, count)
    await mkdir(join(folder, 'meta'))
    await writeFile(join(folder, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }))
    for (const { tag } of entries) await cp(join(MIGRATIONS_FOLDER, `${tag}.sql`), join(folder, `${tag}.sql`))
    return await task(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const fileOf = (directory: string, table: PgTable) => join(directory, `${getTableName(table)}.jsonl`)

/** Both drivers answer `rows`, which their common type does not say. */
async function rowsOf<Row>(db: Db | Tx, query: SQL): Promise<Row[]> {
  return ((await db.execute(query)) as unknown as { rows: Row[] }).rows
}

/** Every table after those that it refers to. */
function inOrderOfReference(): PgTable[] {
  const ordered = new Set<PgTable>()
  const visit = (table: PgTable, path: readonly PgTable[]) => {
    if (ordered.has(table) || path.at(-1) === table) return
    if (path.includes(table)) throw new Error(`${getTableName(table)} refers to itself through others`)
    for (const { reference } of getTableConfig(table).foreignKeys) {
      visit(reference().foreignTable, [...path, table])
    }
    ordered.add(table)
  }
  for (const table of Object.values(tables)) if (table instanceof PgTable) visit(table, [])
  return [...ordered]
}
