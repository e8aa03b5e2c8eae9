import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { type Db, MIGRATIONS_FOLDER, openRecords, type Records, tables } from './relational/openRecords.ts'

/** Migrated records in memory, for tests that ask for rows and not for durability. */
export async function testRecords(): Promise<Records> {
  const client = new PGlite()
  const db = drizzle(client, { schema: tables, casing: 'snake_case' })
  await migrate(db, { migrationsFolder: MIGRATIONS_FOLDER })
  return { db: db as unknown as Db, engine: 'pglite', pglite: null, close: () => client.close() }
}

/** Records on disk in a directory of their own. */
export async function testRecordsOnDisk(): Promise<Records & { dataDir: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'binnacle-records-'))
  const records = await openRecords({ dataDir })
  return {
    ...records,
    dataDir,
    async close() {
      await records.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
