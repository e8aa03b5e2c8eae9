import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { leases } from '#server/stores/relational/schema.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { exclusiveLease, requireShared, StoresInUse } from './exclusiveLease.ts'
import { LeaseLost, recordsLease } from './leases.ts'

let records: Records
beforeAll(async () => {
  records = await testRecords()
})
afterAll(() => records.close())

test.each(['alone', 'processing 1'])(
  'waits for a dead process with the lease %s, and warns',
  async (name) => {
    await recordsLease(records.db, name, 3000).take()
    const warnings: string[] = []
    const alone = await exclusiveLease(records.db, {
      ...silentLog,
      warn: (message) => warnings.push(message),
    })
    expect(warnings).toEqual([expect.stringContaining('waiting for it to end')])
    await alone.close()
  },
)

test('waits, before it shares, for a process that had the stores alone', async () => {
  await recordsLease(records.db, 'alone', 2000).take()
  const warnings: string[] = []
  await requireShared(records.db, { ...silentLog, warn: (message) => warnings.push(message) })
  expect(warnings).toEqual([expect.stringContaining('waiting for it to end')])
})

test('reports a lost lease, and refuses further writes', async () => {
  const { db } = records
  const late = await exclusiveLease(db, silentLog)
  await db
    .update(leases)
    .set({ expiresAt: sql`clock_timestamp()`, holder: crypto.randomUUID() })
    .where(eq(leases.name, 'alone'))
  await expect(late.lost).resolves.toBeInstanceOf(StoresInUse)
  await expect(late.lease.fenced.transaction(async () => 'written')).rejects.toThrow(LeaseLost)
  await late.close()
})
