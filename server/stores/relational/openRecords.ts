import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ExtractTablesWithRelations, type SQL, sql } from 'drizzle-orm'
import { drizzle as overPostgres } from 'drizzle-orm/node-postgres'
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { TooOld } from '../tooOld.ts'
import * as identitySchema from './identitySchema.ts'
import { type DurablePglite, openDurablePglite } from './openDurablePglite.ts'
import { overEmbedded } from './overEmbedded.ts'
import * as schema from './schema.ts'

export const tables = { ...schema, ...identitySchema }
type Tables = typeof tables

/** What SQL functions work on, whichever engine is behind it. */
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

export const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations', import.meta.url))
/** A database that does not answer is reported rather than waited for. */
const CONNECT_WITHIN_MS = 10_000
const options = { schema: tables, casing: 'snake_case' as const }

/**
 * Opens PGlite below the data directory or, with DATABASE_URL, PostgreSQL, and brings the tables up to date. A
 * migration is one transaction with its bookkeeping, so a start that was killed simply starts over.
 */
export async function openRecords(config: {
  DATABASE_URL?: string | undefined
  dataDir: string
  /** Migrations other than all of them, for a backup that is older than this program. */
  migrationsFolder?: string
}): Promise<Records> {
  const { DATABASE_URL, dataDir, migrationsFolder = MIGRATIONS_FOLDER } = config
  return DATABASE_URL ? openPostgres(DATABASE_URL, migrationsFolder) : openEmbedded(dataDir, migrationsFolder)
}

async function openPostgres(connectionString: string, migrationsFolder: string): Promise<Records> {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
  })
  // A connection that the server drops is replaced by the pool, and what was asked through it fails. Without listeners
  // it would end the process: the pool's own for one that is idle, and the connection's for one in a transaction.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = overPostgres(pool, options)
  try {
    await alone(pool, async () => {
      await refuseNewer(db as unknown as Db, migrationsFolder)
      await migratePostgres(db, { migrationsFolder })
    })
  } catch (error) {
    await pool.end()
    throw error
  }
  return { db: db as unknown as Db, engine: 'postgres', pglite: null, close: () => pool.end() }
}

/** Both drivers answer `rows`, which their common type does not say. */
export async function rowsOf<Row>(db: Db | Tx, query: SQL): Promise<Row[]> {
  return ((await db.execute(query)) as unknown as { rows: Row[] }).rows
}

async function refuseNewer(db: Db, migrationsFolder: string): Promise<void> {
  const { entries } = JSON.parse(await readFile(join(migrationsFolder, 'meta', '_journal.json'), 'utf8'))
  const isThere = sql`select to_regclass('drizzle.__drizzle_migrations') is not null as yes`
  const [there] = await rowsOf<{ yes: boolean }>(db, isThere)
  if (!there?.yes) return
  const done = sql`select count(*)::int as n from drizzle.__drizzle_migrations`
  const [row] = await rowsOf<{ n: number }>(db, done)
  if ((row?.n ?? 0) > entries.length) throw new TooOld('records')
}

const MIGRATION_LOCK = 4_071_892_203

/** Processes that start together migrate one after the other; a lock ends with the connection of whoever dies. */
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

async function openEmbedded(dataDir: string, migrationsFolder: string): Promise<Records> {
  const pglite = await openDurablePglite(dataDir)
  const db = overEmbedded(pglite.client, options)
  try {
    await refuseNewer(db as unknown as Db, migrationsFolder)
    await migratePglite(db, { migrationsFolder })
  } catch (error) {
    await pglite.close()
    throw error
  }
  return { db: db as unknown as Db, engine: 'pglite', pglite, close: () => pglite.close() }
}
