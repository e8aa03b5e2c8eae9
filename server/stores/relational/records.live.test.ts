import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { recordsCases } from '#server/testing/recordsCases.ts'
import { stopAt } from '#server/testing/stopAt.ts'
import { startTestPostgres, type TestPostgres } from '#server/testing/testPostgres.ts'
import { openRecords } from './openRecords.ts'
import { MIGRATIONS_FOLDER } from './preparedRecords.ts'

const server = await startTestPostgres()

describe.skipIf(!server)('PostgreSQL', () => {
  recordsCases(() => engineOf(server as TestPostgres))

  test('migrates once when processes start together on an empty database', async () => {
    const DATABASE_URL = (await (server as TestPostgres).createDatabase()) ?? ''
    const all = await Promise.all([1, 2, 3].map(() => openRecords({ DATABASE_URL, dataDir: '' })))
    for (const { db, close } of all) {
      expect(await db.execute(sql`select 1 from vessels`)).toBeTruthy()
      await close()
    }
  })

  test('refuses tables from before the first release with a sentence, and leaves them unchanged', async () => {
    const DATABASE_URL = (await (server as TestPostgres).createDatabase()) ?? ''
    const client = new pg.Client(DATABASE_URL)
    await client.connect()
    await client.query(`create schema drizzle;
      create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
      insert into drizzle.__drizzle_migrations (hash, created_at) values ('', 1795229471270), ('', 1795823059057);
      create table companies (name text)`)
    await expect(openRecords({ DATABASE_URL, dataDir: '' })).rejects.toThrow(
      /^The database at 127\.0\.0\.1:\d+\/test_\d+ contains .*: name another database in DATABASE_URL, or empty this one\.$/,
    )
    const { rows } = await client.query(`select relname from pg_class
      where relkind = 'r' and relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace) order by 1`)
    expect(rows.map(({ relname }) => relname)).toEqual(['__drizzle_migrations', 'companies'])
    await client.end()
  })

  test('frees the locks of a process that stands still in a transaction', async () => {
    const DATABASE_URL = (await (server as TestPostgres).createDatabase()) ?? ''
    const { db, close } = await openRecords({ DATABASE_URL, dataDir: '' })
    const asked = await db.execute(sql`show idle_in_transaction_session_timeout`)
    expect((asked as unknown as { rows: unknown[] }).rows).toEqual([
      { idle_in_transaction_session_timeout: '30s' },
    ])
    const [still, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const stopped = db.transaction(async (tx) => {
      await tx.execute(sql`set local idle_in_transaction_session_timeout = '100ms'`)
      await tx.execute(sql`lock table vessels in access exclusive mode`)
      still.resolve()
      await goOn.promise
      await tx.execute(sql`select 1`)
    })
    stopped.catch(() => undefined)
    await still.promise
    expect(await db.execute(sql`select 1 from vessels`)).toBeTruthy()
    goOn.resolve()
    await expect(stopped).rejects.toThrow()
    await close()
  })

  test('fails only its transaction when a connection is lost between two statements', async () => {
    const postgres = await startTestPostgres()
    const DATABASE_URL = (await postgres?.createDatabase()) ?? ''
    const { db, close } = await openRecords({ DATABASE_URL, dataDir: '' })
    const other = new pg.Client(DATABASE_URL)
    await other.connect()
    const lost = db.transaction(async (tx) => {
      const asked = await tx.execute(sql`select pg_backend_pid() as pid`)
      const { rows } = asked as unknown as { rows: { pid: number }[] }
      await other.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      await expect.poll(async () => (await other.query(OTHERS)).rowCount).toBe(0)
      await tx.execute(sql`select 1`)
    })
    await expect(lost).rejects.toThrow()
    expect(await db.execute(sql`select 1`)).toBeTruthy()
    await other.end()
    await close()
    await postgres?.close()
  })
})

const OTHERS = `select 1 from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`

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
