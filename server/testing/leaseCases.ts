/** Requirements of leases on either engine. */
import { eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { LeaseLost, recordsLease } from '#server/cluster/leases.ts'
import { LEASE_MS, SURE_MS } from '#server/cluster/withLease.ts'
import { writeSetting } from '#server/records/settings.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { leases, settings } from '#server/stores/relational/schema.ts'

export function leaseCases(read: () => Db): void {
  const LONG_MS = 60_000
  const SURE_FOR_MS = LONG_MS - LEASE_MS + SURE_MS
  const write = (db: Db, value: string) => db.transaction((tx) => writeSetting(tx, 'written by', value))
  const written = async () =>
    (await read().select().from(settings).where(eq(settings.name, 'written by')))[0]?.value
  /** As if its holder had been away for as long. */
  const expire = (name: string) =>
    read().update(leases).set({ expiresAt: sql`clock_timestamp()` }).where(eq(leases.name, name))
  const two = (name: string) =>
    [recordsLease(read(), name, LONG_MS), recordsLease(read(), name, LONG_MS)] as const

  test('gives a lease to one process until that releases it', async () => {
    const [first, second] = two('one')
    expect(await first.take()).toBe(true)
    expect([await second.take(), await second.renew()]).toEqual([false, false])
    expect(await first.renew()).toBe(true)
    await first.release()
    expect(await second.take()).toBe(true)
    expect([await first.take(), await first.renew()]).toEqual([false, false])
    await first.release()
    expect(await first.take()).toBe(false)
    expect(await second.renew()).toBe(true)
  })

  test('is sure of a lease until another process may take it, counted from the question', async () => {
    const [lease] = two('sure')
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      expect(lease.isSure()).toBe(false)
      await lease.take()
      vi.advanceTimersByTime(SURE_FOR_MS - 1)
      expect(lease.isSure()).toBe(true)
      vi.advanceTimersByTime(1)
      expect(lease.isSure()).toBe(false)
      const renewing = lease.renew()
      vi.advanceTimersByTime(1000)
      expect(await renewing).toBe(true)
      vi.advanceTimersByTime(SURE_FOR_MS - 1001)
      expect(lease.isSure()).toBe(true)
      vi.advanceTimersByTime(1)
      expect(lease.isSure()).toBe(false)
      await lease.renew()
      await lease.release()
      expect(lease.isSure()).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })

  test('renews before a write after standing still, and refuses the write of a process that was replaced', async () => {
    const [late, next] = two('stood still')
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      await expect(late.makeSure()).rejects.toThrow(LeaseLost)
      await late.take()
      await expire('stood still')
      // While it is sure, it asks nothing: the row stays expired.
      await late.makeSure()
      expect(await next.take()).toBe(true)
      await next.release()
      vi.advanceTimersByTime(SURE_FOR_MS)
      await expect(late.makeSure()).rejects.toThrow(LeaseLost)
      await next.take()
      vi.advanceTimersByTime(SURE_FOR_MS)
      await next.makeSure()
      expect(next.isSure()).toBe(true)
      await next.release()
      await expect(next.makeSure()).rejects.toThrow(LeaseLost)
      expect(await late.take()).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })

  test('gives a lease to one of many that ask together', async () => {
    const all = Array.from({ length: 8 }, () => recordsLease(read(), 'many', LONG_MS))
    const taken = await Promise.all(all.map((lease) => lease.take()))
    expect(taken.filter(Boolean)).toHaveLength(1)
  })

  test('refuses writes of a process that was away for longer than its lease', async () => {
    const [late, next] = two('late')
    await expect(write(late.fenced, 'nobody')).rejects.toThrow(LeaseLost)
    await late.take()
    await write(late.fenced, 'late')
    await expire('late')
    await expect(write(late.fenced, 'late again')).rejects.toThrow(LeaseLost)
    expect(await next.take()).toBe(true)
    await write(next.fenced, 'next')
    await expect(write(late.fenced, 'late again')).rejects.toThrow(LeaseLost)
    expect(await late.renew()).toBe(false)
    expect(await written()).toBe('next')
  })

  test('continues the lease of a process that was away and has no successor', async () => {
    const [only] = two('only')
    await only.take()
    await expire('only')
    expect(await only.renew()).toBe(true)
    await write(only.fenced, 'only')
    expect(await written()).toBe('only')
  })
}
