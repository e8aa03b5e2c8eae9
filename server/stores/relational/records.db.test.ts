import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { recordsCases } from '#server/testing/recordsCases.ts'
import { stopAt } from '#server/testing/stopAt.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { MIGRATIONS_FOLDER } from './openRecords.ts'

recordsCases(async () => {
  const client = new PGlite()
  return {
    open: testRecords,
    migrateUntil: (failAt) =>
      migrate(drizzle(client, { logger: stopAt(failAt) }), { migrationsFolder: MIGRATIONS_FOLDER }),
    close: () => client.close(),
  }
})
