import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ExtractTablesWithRelations, type SQL, sql } from 'drizzle-orm'
import { drizzle as overPostgres } from 'drizzle-orm/node-postgres'
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { PrereleaseData } from '../prereleaseData.ts'
import { TooOld } from '../tooOld.ts'
import * as identitySchema from './identitySchema.ts'
import { type DurablePglite, openDurablePglite } from './openDurablePglite.ts'
import { overEmbedded } from './overEmbedded.ts'
import { MIGRATIONS_FOLDER, preparedRecords } from './preparedRecords.ts'
import * as schema from './schema.ts'

export const tables = { ...schema, ...identitySchema }
type Tables = typeof tables

/** Database that SQL functions work on, whichever engine is behind it. */
export type Db = PgDatabase<PgQueryResultHKT, Tables>
/** Inside db.transaction(): the outer db would wait for this transaction to end, for ever on PGlite. */
export type Tx = PgTransaction<PgQueryResultHKT, Tables, ExtractTablesWithRelations<Tables>>

export interface Records {
  db: Db
  engine: 'pglite' | 'postgres'
  /** The embedded engine itself, for backups; null when PostgreSQL runs elsewhere. */
  pglite: DurablePglite | null
  close(): Promise<void>
}

/** A database that does not answer is reported rather than waited for. */
const CONNECT_WITHIN_MS = 10_000
const options = { schema: tables, casing: 'snake_case' as const }

export interface RecordsConfig {
  DATABASE_URL?: string | undefined
  dataDir: string
  /** Migrations other than all of them, for a backup that is older than this program. */
  migrationsFolder?: string
}

/**
 * Opens PGlite below the data directory or, with DATABASE_URL, PostgreSQL, and brings the tables up to date. A
 * migration is one transaction with its bookkeeping, so a start that was killed simply starts over.
 */
export async function openRecords(config: RecordsConfig): Promise<Records> {
  const { DATABASE_URL, dataDir, migrationsFolder = MIGRATIONS_FOLDER } = config
  const update: Update = async (db, migrate) => {
    await refuseForeign(db, config, migrationsFolder)
    await migrate({ migrationsFolder })
  }
  if (DATABASE_URL) return openPostgres(DATABASE_URL, update)
  const prepared = migrationsFolder === MIGRATIONS_FOLDER ? preparedRecords() : null
  return openEmbedded(dataDir, prepared, update)
}

/** Brings the tables up to date with the engine's migrator. */
type Update = (db: Db, migrate: (folder: { migrationsFolder: string }) => Promise<void>) => Promise<void>

/** A process that stands still in a transaction keeps its locks, for which all others wait, no longer than this. */
const IDLE_IN_TRANSACTION = '30s'

async function openPostgres(connectionString: string, update: Update): Promise<Records> {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
    // The connection is given out once this has been answered.
    onConnect: (client) => client.query(`set idle_in_transaction_session_timeout = '${IDLE_IN_TRANSACTION}'`),
  })
  // When the server drops a connection, the pool replaces it, and open queries on it fail. Without listeners
  // the error would end the process: the pool's for an idle connection, the connection's in a transaction.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = overPostgres(pool, options)
  try {
    await alone(pool, () => update(db as unknown as Db, (folder) => migratePostgres(db, folder)))
  } catch (error) {
    await pool.end()
    throw error
  }
  return { db: db as unknown as Db, engine: 'postgres', pglite: null, close: () => pool.end() }
}

/** Both drivers return `rows`, which their common type lacks. */
export async function rowsOf<Row>(db: Db | Tx, query: SQL): Promise<Row[]> {
  return ((await db.execute(query)) as unknown as { rows: Row[] }).rows
}

/** Time of the database, epoch ms. */
export async function recordsNowMs(db: Db): Promise<number> {
  const [row] = await rowsOf<{ ms: number }>(
    db,
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  )
  return Number(row?.ms)
}

async function refuseForeign(db: Db, config: RecordsConfig, migrationsFolder: string): Promise<void> {
  const isThere = sql`select to_regclass('drizzle.__drizzle_migrations') is not null as yes`
  const [there] = await rowsOf<{ yes: boolean }>(db, isThere)
  if (!there?.yes) return
  const done = sql`select count(*)::int as n, min(created_at)::float8 as first from drizzle.__drizzle_migrations`
  const [row] = await rowsOf<{ n: number; first: number | null }>(db, done)
  if (!row?.n) return
  const { entries } = JSON.parse(await readFile(join(migrationsFolder, 'meta', '_journal.json'), 'utf8'))
  // Migrations from before the first release have an earlier date than today's initial one.
  if (Number(row.first) < entries[0]?.when)
    throw new PrereleaseData(config, { value: config.DATABASE_URL, setting: 'DATABASE_URL' })
  if (row.n > entries.length) throw new TooOld('records')
}

const MIGRATION_LOCK = 4_071_892_203

/**
 * Processes that start together migrate one after the other; a lock ends with the connection of a dead
 * process.
 */
async function alone(pool: pg.Pool, task: () => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await task()
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function openEmbedded(dataDir: string, prepared: string | null, update: Update): Promise<Records> {
  const pglite = await openDurablePglite(dataDir, prepared)
  const db = overEmbedded(pglite.client, options)
  try {
    await update(db as unknown as Db, (folder) => migratePglite(db, folder))
  } catch (error) {
    await pglite.close()
    throw error
  }
  return { db: db as unknown as Db, engine: 'pglite', pglite, close: () => pglite.close() }
}
