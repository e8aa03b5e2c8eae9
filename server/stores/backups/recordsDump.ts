/** Records as lines of JSON, one file a table: read by either engine, whichever wrote them. */
import { createReadStream, createWriteStream } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'drizzle-orm'
import { type Db, rowsOf, type Tx } from '../relational/openRecords.ts'
import { MIGRATIONS_FOLDER } from '../relational/preparedRecords.ts'
import type { Sum } from './manifest.ts'

const ROWS_AT_ONCE = 1000

/** Writes every table as the transaction sees it. */
export async function dumpRecords(tx: Tx, directory: string): Promise<void> {
  await tx.execute(IN_UTC)
  await mkdir(directory, { recursive: true })
  for (const table of await inOrderOfReference(tx)) {
    const lines = Readable.from(linesOf(tx, table))
    await pipeline(lines, createWriteStream(fileOf(directory, table)))
  }
}

async function* linesOf(tx: Tx, table: string): AsyncGenerator<string> {
  await tx.execute(
    sql`declare dump no scroll cursor for select to_jsonb(t)::text as line from ${sql.identifier(table)} t`,
  )
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
  for (const table of await inOrderOfReference(tx)) {
    let lines: string[] = []
    const flush = async () => {
      if (lines.length > 0) {
        await tx.execute(
          sql`insert into ${sql.identifier(table)} overriding system value
              select * from jsonb_populate_recordset(null::${sql.identifier(table)}, ${`[${lines.join(',')}]`}::jsonb)`,
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

/** The text of times uses the session's time zone. */
const IN_UTC = sql`set local time zone 'UTC'`

/** Row count of each table, and a checksum over its rows in any order. */
export async function sumRecords(tx: Tx): Promise<Record<string, Sum>> {
  await tx.execute(IN_UTC)
  const sums: Record<string, Sum> = {}
  for (const table of await inOrderOfReference(tx)) {
    const [row] = await rowsOf<Sum>(
      tx,
      sql`select count(*)::int as rows,
            coalesce(sum(('x' || substr(md5(to_jsonb(t)::text), 1, 15))::bit(60)::bigint), 0)::text as sum
          from ${sql.identifier(table)} t`,
    )
    if (row) sums[table] = row
  }
  return sums
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
export async function hasRecords(tx: Tx): Promise<boolean> {
  for (const table of await inOrderOfReference(tx)) {
    const [row] = await rowsOf<{ any: boolean }>(
      tx,
      sql`select exists (select 1 from ${sql.identifier(table)}) as any`,
    )
    if (row?.any) return true
  }
  return false
}

interface Journal {
  entries: { tag: string }[]
}

const readJournal = async (): Promise<Journal> =>
  JSON.parse(await readFile(join(MIGRATIONS_FOLDER, 'meta', '_journal.json'), 'utf8'))

export const knownMigrations = async () => (await readJournal()).entries.length

/** Runs with a folder of the first `count` migrations, for tables as they were when a backup was made. */
export async function withMigrations<T>(count: number, task: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'taffrail-migrations-'))
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

const fileOf = (directory: string, table: string) => join(directory, `${table}.jsonl`)

/** Every table of this database (not of today's schema), after the tables that it refers to. */
async function inOrderOfReference(tx: Tx): Promise<string[]> {
  const rows = await rowsOf<{ name: string; refers: string[] }>(
    tx,
    sql`select t.relname as name,
          coalesce(jsonb_agg(r.relname) filter (where r.oid <> t.oid), '[]') as refers
        from pg_class t
        left join pg_constraint c on c.conrelid = t.oid and c.contype = 'f'
        left join pg_class r on r.oid = c.confrelid
        where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace
        group by t.relname order by t.relname`,
  )
  const refersOf = new Map(rows.map(({ name, refers }) => [name, refers]))
  const ordered = new Set<string>()
  const visit = (table: string, path: readonly string[]) => {
    if (ordered.has(table)) return
    if (path.includes(table)) throw new Error(`${table} refers to itself through others`)
    for (const other of refersOf.get(table) ?? []) visit(other, [...path, table])
    ordered.add(table)
  }
  for (const { name } of rows) visit(name, [])
  return [...ordered]
}
