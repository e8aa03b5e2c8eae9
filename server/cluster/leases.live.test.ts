import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSetting, writeSetting } from '#server/records/settings.ts'
import { openRecords, type Records } from '#server/stores/relational/openRecords.ts'
import { leases } from '#server/stores/relational/schema.ts'
import { leaseCases } from '#server/testing/leaseCases.ts'
import { startTestPostgres } from '#server/testing/testPostgres.ts'
import { recordsLease } from './leases.ts'
import { COMPUTING, readSharing, removeSilent, workLease } from './sharedWork.ts'
import { LEASE_MS } from './withLease.ts'

const server = await startTestPostgres()

describe.skipIf(!server)('PostgreSQL', () => {
  let url: string
  let records: Records
  beforeAll(async () => {
    url = (await server?.createDatabase()) ?? ''
    records = await openRecords({ DATABASE_URL: url, dataDir: '' })
  })
  afterAll(async () => {
    await records.close()
    await server?.close()
  })

  leaseCases(() => records.db)

  test('takes over from a process whose session has ended, and not from one that stands still', async () => {
    const { db } = records
    const killed = await openRecords({ DATABASE_URL: url, dataDir: '' })
    const [one, idle] = [workLease(killed.db, COMPUTING), recordsLease(killed.db, 'jobs')]
    const next = recordsLease(db, 'jobs')
    expect([await one.take(), await idle.take()]).toEqual([true, true])
    /** As if they had not renewed for nearly LEASE_MS. */
    const makeSilent = () =>
      db.update(leases).set({ expiresAt: sql`clock_timestamp() + interval '1 second'` })
    await makeSilent()
    expect(await next.take()).toBe(false)
    expect((await readSharing(db, COMPUTING)).living).toEqual([one.own.name])
    expect([await one.renew(), await idle.renew()]).toEqual([true, true])
    // As the sockets of a killed process are closed.
    await killed.close()
    expect(await next.take()).toBe(false)
    await removeSilent(db, [one.own.name])
    expect((await readSharing(db, COMPUTING)).living).toEqual([one.own.name])
    const waiting = { timeout: LEASE_MS - 1000, interval: 100 }
    await expect.poll(() => next.take(), waiting).toBe(true)
    expect((await readSharing(db, COMPUTING)).silent).toEqual([one.own.name])
    await removeSilent(db, [one.own.name])
    expect(await readSharing(db, COMPUTING)).toMatchObject({ living: [], silent: [] })
    await next.release()
  })

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
