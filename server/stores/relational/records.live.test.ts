import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { describe } from 'vitest'
import { recordsCases } from '#server/testing/recordsCases.ts'
import { stopAt } from '#server/testing/stopAt.ts'
import { startTestPostgres, type TestPostgres } from '#server/testing/testPostgres.ts'
import { MIGRATIONS_FOLDER, openRecords } from './openRecords.ts'

const server = await startTestPostgres()

describe.skipIf(!server)('PostgreSQL', () => {
  recordsCases(() => engineOf(server as TestPostgres))
})

async function engineOf(postgres: TestPostgres) {
  const interrupted = await postgres.createDatabase()
  return {
    open: async () => openRecords({ DATABASE_URL: await postgres.createDatabase(), dataDir: '' }),
    async migrateUntil(failAt: number) {
      const client = new pg.Client(interrupted)
      await client.connect()
      try {
        await migrate(drizzle(client, { logger: stopAt(failAt) }), { migrationsFolder: MIGRATIONS_FOLDER })
      } finally {
        await client.end()
      }
    },
    close: () => postgres.close(),
  }
}
