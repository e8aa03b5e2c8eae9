import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { recordsCases } from '#server/testing/recordsCases.ts'
import { stopAt } from '#server/testing/stopAt.ts'
import { testEngine, testRecords } from '#server/testing/testStores.ts'
import { MIGRATIONS_FOLDER } from './preparedRecords.ts'

recordsCases(async () => {
  // A new cluster would take four more seconds of a processor.
  const client = await testEngine()
  await client.exec('drop schema public, drizzle cascade; create schema public')
  return {
    open: testRecords,
    migrateUntil: (failAt) =>
      migrate(drizzle(client, { logger: stopAt(failAt) }), { migrationsFolder: MIGRATIONS_FOLDER }),
    close: () => client.close(),
  }
})
