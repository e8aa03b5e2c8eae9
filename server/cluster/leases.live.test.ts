import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSetting, writeSetting } from '#server/records/settings.ts'
import { openRecords, type Records } from '#server/stores/relational/openRecords.ts'
import { leases } from '#server/stores/relational/schema.ts'
import { leaseCases } from '#server/testing/leaseCases.ts'
import { startTestPostgres } from '#server/testing/testPostgres.ts'
import { recordsLease } from './leases.ts'

const server = await startTestPostgres()

describe.skipIf(!server)('PostgreSQL', () => {
  let records: Records
  beforeAll(async () => {
    records = await openRecords({ DATABASE_URL: (await server?.createDatabase()) ?? '', dataDir: '' })
  })
  afterAll(async () => {
    await records.close()
    await server?.close()
  })

  leaseCases(() => records.db)

  test('finishes a write before another process takes the lease, and renews the lease meanwhile', async () => {
    const { db } = records
    const [first, second] = [recordsLease(db, 'writing', 60_000), recordsLease(db, 'writing', 60_000)]
    await first.take()
    const goOn = Promise.withResolvers<void>()
    const began = Promise.withResolvers<void>()
    const writing = first.fenced.transaction(async (tx) => {
      began.resolve()
      await goOn.promise
      await writeSetting(tx, 'writing', 1)
    })
    await began.promise
    expect(await first.renew()).toBe(true)
    // Asking for a lease that is held waits for no write of its holder.
    expect(await second.take()).toBe(false)
    await db.update(leases).set({ expiresAt: sql`clock_timestamp()` }).where(eq(leases.name, 'writing'))
    const taking = second.take().then(async (taken) => [taken, await readSetting(db, 'writing')])
    await expect
      .poll(async () => {
        const waiting = await db.execute(sql`select 1 from pg_locks where not granted`)
        return (waiting as unknown as { rowCount: number }).rowCount
      })
      .toBeGreaterThan(0)
    goOn.resolve()
    expect(await taking).toEqual([true, 1])
    await writing
  })
})
