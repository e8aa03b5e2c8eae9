import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LeaseLost } from '#server/cluster/leases.ts'
import { ALL_PARTITIONS, PARTITIONS } from '#server/platform/partitions.ts'
import { writeSetting } from '#server/records/settings.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { leases, partitions } from '#server/stores/relational/schema.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { COMPUTING, giveParts, readSharing, removeSilent, takeParts, workLease } from './sharedWork.ts'
import { fairShare, shareWork } from './shareWork.ts'

let records: Records
beforeAll(async () => {
  records = await testRecords()
})
afterAll(() => records.close())

const LONG_MS = 600_000
const expire = (name: string) =>
  records.db.update(leases).set({ expiresAt: sql`clock_timestamp()` }).where(eq(leases.name, name))

/** A process that takes part; its processing only records what it has. */
async function join() {
  const lease = workLease(records.db, COMPUTING, LONG_MS)
  await lease.take()
  const held = new Set<number>()
  /** Work under way keeps the vessels from leaving. */
  const work = { underWay: Promise.resolve(), drops: 0, onDrop: () => {} }
  const worker = {
    parts: () => [...held],
    hold: async (all: readonly number[]) => all.forEach((one) => void held.add(one)),
    drop: async (all: readonly number[]) => {
      work.drops++
      work.onDrop()
      await work.underWay
      for (const one of all) held.delete(one)
    },
  }
  const sharing = shareWork({ work: COMPUTING, db: records.db, me: lease.own.name, worker, log: silentLog })
  return { lease, held, work, sharing }
}
type Member = Awaited<ReturnType<typeof join>>

async function settle(all: readonly Member[]) {
  for (let i = 0; i < 3; i++) for (const { sharing } of all) await sharing.look()
}

/** No two processes have a common partition. */
function expectApart(all: readonly Member[]) {
  const held = all.flatMap((one) => [...one.held])
  expect(new Set(held).size).toBe(held.length)
}

test('gives each partition one holder, and none more than a fair share, while processes join, die and leave', async () => {
  // Numbers from a seed, so that a failure repeats.
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((seed / 2 ** 31) * below)
  }
  let living: Member[] = [await join()]
  for (let step = 0; step < 25; step++) {
    const act = living.length === 1 ? 0 : living.length > 5 ? 1 + random(2) : random(3)
    const one = living[random(living.length)] as Member
    if (act === 0) living.push(await join())
    else {
      living = living.filter((other) => other !== one)
      await one.sharing.close()
      if (act === 1) await one.lease.release()
      else await expire(one.lease.own.name)
    }
    for (const each of living) {
      await each.sharing.look()
      expectApart(living)
    }
    await settle(living)
    expectApart(living)
    const sizes = living.map(({ held }) => held.size)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(PARTITIONS)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(
      fairShare(
        PARTITIONS,
        living.map(() => PARTITIONS),
      ),
    )
  }
  for (const { sharing, lease } of living) {
    await sharing.close()
    await lease.release()
  }
})

test('keeps partitions with work under way until the work is done', async () => {
  const first = await join()
  await settle([first])
  const done = Promise.withResolvers<void>()
  const leaving = Promise.withResolvers<void>()
  first.work.underWay = done.promise
  first.work.onDrop = leaving.resolve
  const second = await join()
  const looking = first.sharing.look()
  await leaving.promise
  const lookingAgain = first.sharing.look()
  for (let i = 0; i < 3; i++) await second.sharing.look()
  expect([first.held.size, second.held.size]).toEqual([PARTITIONS, 0])
  done.resolve()
  await Promise.all([looking, lookingAgain])
  expect(first.work.drops).toBe(1)
  await settle([first, second])
  expect([first.held.size, second.held.size]).toEqual([PARTITIONS / 2, PARTITIONS / 2])
  for (const { sharing, lease } of [first, second]) {
    await sharing.close()
    await lease.release()
  }
})

test('refuses writes and partitions to a process that was taken for dead', async () => {
  const late = await join()
  await settle([late])
  await late.sharing.close()
  const { own } = late.lease
  const write = () => own.fenced.transaction((tx) => writeSetting(tx, 'late', true))
  await write()
  expect(own.isSure()).toBe(true)
  await expire(own.name)
  const next = await join()
  await settle([next])
  expect(next.held.size).toBe(PARTITIONS)
  await expect(write()).rejects.toThrow(LeaseLost)
  await records.db.update(partitions).set({ holder: null }).where(eq(partitions.part, 0))
  await expect(takeParts(records.db, COMPUTING, own.name, 1)).rejects.toThrow()
  expect(await own.renew()).toBe(false)
  // The process takes part again under another name.
  expect(await late.lease.take()).toBe(true)
  await expect(write()).rejects.toThrow(LeaseLost)
  await next.sharing.look()
  expect([...next.held].sort((a, b) => a - b)).not.toEqual(ALL_PARTITIONS)
  await next.sharing.close()
  for (const { lease } of [late, next]) await lease.release()
})

test('takes nothing from a process that lives, and frees the parts of one that leaves', async () => {
  const { db } = records
  const idle = workLease(db, COMPUTING, LONG_MS)
  await idle.take()
  const one = await join()
  await one.sharing.look()
  expect([one.held.size, one.work.drops]).toEqual([PARTITIONS / 2, 0])
  await idle.release()
  const other = await join()
  await settle([one, other])
  const held = async () => {
    const { parts } = await readSharing(db, COMPUTING)
    return [one, other].map(({ lease }) => parts.filter(({ holder }) => holder === lease.own.name).length)
  }
  const half = PARTITIONS / 2
  expect(await held()).toEqual([half, half])
  await removeSilent(db, [other.lease.own.name])
  await giveParts(db, COMPUTING, one.lease.own.name, [...other.held])
  expect(await takeParts(db, COMPUTING, one.lease.own.name, PARTITIONS)).toEqual([])
  expect(await held()).toEqual([half, half])
  for (const { sharing } of [one, other]) await sharing.close()
  await other.lease.release()
  expect(await held()).toEqual([half, 0])
  await one.lease.release()
})

test.each([
  [4, [4], 4],
  [4, [4, 0], 2],
  [4, [2, 2, 0], 1],
  [4, [2, 1, 1], 2],
  [4, [1, 1, 1, 1, 0], 1],
  [64, [32, 32, 0], 21],
])('divides %i partitions, held as %j, so that a process has at most %i', (parts, held, most) => {
  expect(fairShare(parts, held)).toBe(most)
})
