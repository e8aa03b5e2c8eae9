import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { describe } from 'vitest'
import { MIGRATIONS_FOLDER, openRecords } from './openRecords.ts'
import { recordsCases } from './recordsCases.ts'
import { stopAt } from './stopAt.ts'
import { startTestPostgres, type TestPostgres } from './testPostgres.ts'

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
