import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { type Db, MIGRATIONS_FOLDER, type Records, tables } from './relational/openRecords.ts'

/** Migrated records in memory, for tests that ask for rows and not for durability. */
export async function testRecords(onQuery?: () => void): Promise<Records> {
  const client = new PGlite()
  const logger = onQuery ? { logQuery: onQuery } : false
  const db = drizzle(client, { schema: tables, casing: 'snake_case', logger })
  await migrate(db, { migrationsFolder: MIGRATIONS_FOLDER })
  return { db: db as unknown as Db, engine: 'pglite', pglite: null, close: () => client.close() }
}
