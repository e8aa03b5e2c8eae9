import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { testRecords } from '../testStores.ts'
import { MIGRATIONS_FOLDER } from './openRecords.ts'
import { recordsCases } from './recordsCases.ts'
import { stopAt } from './stopAt.ts'

recordsCases(async () => {
  const client = new PGlite()
  return {
    open: testRecords,
    migrateUntil: (failAt) =>
      migrate(drizzle(client, { logger: stopAt(failAt) }), { migrationsFolder: MIGRATIONS_FOLDER }),
    close: () => client.close(),
  }
})
