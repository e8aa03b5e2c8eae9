import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ALL_PARTITIONS, partitionOf } from '#server/platform/partitions.ts'
import { rowOfPartition } from '#server/records/processingProgress.ts'
import { PROCESSED_UP_TO, writeSetting } from '#server/records/settings.ts'
import { type Db, type Records, rowsOf } from '#server/stores/relational/openRecords.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { randomStream } from '#simulator/random.ts'
import { StepProgress } from './progress.ts'
import type { Runner } from './runner.ts'

const NOW_MS = 1_000_000_000
const STEPS = ['impacts', 'trips']

let records: Records
beforeAll(async () => {
  records = await testRecords()
})
afterAll(() => records.close())

const waiting = (works: Record<string, [vesselNumber: number, sinceMs: number][]>) =>
  ({ oldestMs: (step: string) => new Map(works[step]) }) as unknown as Runner
const load = (steps = STEPS, follows = {}, nowMs = NOW_MS) =>
  StepProgress.load(records.db, steps, follows, nowMs)

test('begins at the common progress when steps have no progress of their own', async () => {
  await writeSetting(records.db, PROCESSED_UP_TO, 5000)
  expect((await load()).leastMs(ALL_PARTITIONS)).toBe(5000)
})

test('stores how far each step is, and which vessel is behind', async () => {
  const before = await load()
  await before.save(
    waiting({
      impacts: [[7, NOW_MS - 3000]],
      trips: [
        [7, NOW_MS - 3_600_000],
        [8, NOW_MS - 1000],
      ],
    }),
    NOW_MS,
    ALL_PARTITIONS,
  )
  const progress = await load()
  expect([7, 8, 9].map((vessel) => progress.upToMs('trips', vessel))).toEqual([
    NOW_MS - 3_600_000,
    NOW_MS - 1000,
    NOW_MS - 1000,
  ])
  expect(progress.upToMs('impacts', 7)).toBe(NOW_MS - 3000)
  expect(progress.leastMs(ALL_PARTITIONS)).toBe(NOW_MS - 3_600_000)
  // A step that is new begins where all were before.
  expect((await load([...STEPS, 'rules'])).upToMs('rules', 7)).toBe(5000)
  await progress.save(waiting({}), NOW_MS + 5000, ALL_PARTITIONS)
  expect((await load()).leastMs(ALL_PARTITIONS)).toBe(NOW_MS + 5000)
})

test('begins a step that follows another at the progress of that step', async () => {
  await (await load()).save(waiting({ impacts: [[7, NOW_MS - 3_600_000]] }), NOW_MS, ALL_PARTITIONS)
  const progress = await load([...STEPS, 'after'], { after: 'impacts' })
  expect([7, 8].map((vessel) => progress.upToMs('after', vessel))).toEqual([NOW_MS - 3_600_000, NOW_MS])
  await progress.save(waiting({}), NOW_MS + 5000, ALL_PARTITIONS)
  expect((await load(['after'], { after: 'impacts' })).upToMs('after', 7)).toBe(NOW_MS + 5000)
})

test('saves progress only for the partitions of its own process', async () => {
  const [mine, others] = [[partitionOf(7), partitionOf(9)], [partitionOf(8)]]
  await (await load()).save(waiting({}), NOW_MS, ALL_PARTITIONS)
  const progress = await load()
  await progress.save(waiting({ trips: [[7, NOW_MS - 3_600_000]] }), NOW_MS + 5000, mine)
  await progress.save(waiting({ trips: [[8, NOW_MS + 1000]] }), NOW_MS + 2000, others)
  const after = await load()
  const trips = (...numbers: number[]) => numbers.map((number) => after.upToMs('trips', number))
  expect(trips(7, 8, 9, 10)).toEqual([NOW_MS - 3_600_000, NOW_MS + 1000, NOW_MS + 5000, NOW_MS])
  expect([after.leastMs(mine), after.leastMs(others)]).toEqual([NOW_MS - 3_600_000, NOW_MS + 1000])
  // The process with the other partitions does not have the waiting work of these partitions.
  await after.save(waiting({ trips: [[7, 0]] }), NOW_MS + 9000, others)
  expect((await load()).upToMs('trips', 7)).toBe(NOW_MS - 3_600_000)
  expect((await load()).upToMs('trips', 8)).toBe(NOW_MS + 9000)
  await after.save(waiting({}), NOW_MS + 10_000, ALL_PARTITIONS)
  expect((await load()).leastMs(ALL_PARTITIONS)).toBe(NOW_MS + 10_000)
})

test('writes no row of a vessel that is as far behind as before', async () => {
  const behind = waiting({ trips: [[7, NOW_MS - 3_600_000]] })
  const progress = await load()
  await progress.save(behind, NOW_MS, ALL_PARTITIONS)
  const versions = async () => {
    const rows = await rowsOf<{ step: string; vessel_number: number; version: string }>(
      records.db,
      sql`select step, vessel_number, xmin::text as version from processing_progress order by step, vessel_number`,
    )
    return new Map(rows.map((row) => [`${row.step} ${row.vessel_number}`, row.version]))
  }
  const before = await versions()
  expect([...before.keys()]).toEqual(['impacts trips 0', 'trips 7'])
  await progress.save(behind, NOW_MS + 60_000, ALL_PARTITIONS)
  const after = await versions()
  expect([...after].filter(([row, version]) => before.get(row) === version).map(([row]) => row)).toEqual([
    'trips 7',
  ])
  await progress.save(waiting({}), NOW_MS + 120_000, ALL_PARTITIONS)
  expect([...(await versions()).keys()]).toEqual(['impacts trips 0'])
})

test('writes one row for each partition, and one for each step that is behind in it', async () => {
  const mine = [partitionOf(7), partitionOf(8), partitionOf(9)]
  await (await load()).save(waiting({}), NOW_MS, ALL_PARTITIONS)
  const progress = await load()
  await progress.save(
    waiting({
      impacts: [[7, NOW_MS + 7000]],
      trips: [
        [7, NOW_MS - 50_000],
        [8, NOW_MS + 5000],
      ],
    }),
    NOW_MS + 10_000,
    mine,
  )
  const rows = await rowsOf<{ step: string; vessel_number: number; ms: number }>(
    records.db,
    sql`select step, vessel_number, up_to_ms::float8 as ms from processing_progress where vessel_number < 0`,
  )
  const stored = new Map(rows.map(({ step, vessel_number, ms }) => [`${step} ${vessel_number}`, ms - NOW_MS]))
  const [row7, row8, row9] = [7, 8, 9].map((number) => rowOfPartition(partitionOf(number)))
  expect(stored).toEqual(
    new Map([
      [`impacts trips ${row7}`, 10_000],
      [`impacts ${row7}`, 7000],
      [`impacts trips ${row8}`, 10_000],
      [`trips ${row8}`, 5000],
      [`impacts trips ${row9}`, 10_000],
      [`trips ${row7}`, -50_000],
    ]),
  )
})

test('never passes waiting work, nor falls far behind it, whatever waits and whichever process saves', async () => {
  const random = randomStream(7)
  const numbers = Array.from({ length: 90 }, (_, i) => i + 1)
  const most = { before: 400_000, lag: 120_000 }
  let nowMs = NOW_MS + 3_600_000
  for (let round = 0; round < 12; round++) {
    nowMs += 20_000
    const works = Object.fromEntries(
      STEPS.map((step) => [
        step,
        numbers
          .filter(() => random() < 0.3)
          .map((number): [number, number] => [
            number,
            Math.round(nowMs + 5000 - random() ** 3 * most.before),
          ]),
      ]),
    )
    const isWhole = random() < 0.3
    const split = isWhole
      ? [ALL_PARTITIONS]
      : [0, 1].map((half) => ALL_PARTITIONS.filter((one) => one % 2 === half))
    for (const partitions of split)
      await (await load(STEPS, {}, nowMs)).save(waiting(works), nowMs, partitions)
    const progress = await load(STEPS, {}, nowMs)
    for (const step of STEPS)
      for (const number of numbers) {
        const oldestMs = new Map(works[step]).get(number) ?? nowMs
        const upToMs = progress.upToMs(step, number)
        expect(upToMs).toBeLessThanOrEqual(Math.min(oldestMs, nowMs))
        expect(upToMs).toBeGreaterThanOrEqual(Math.min(oldestMs, nowMs - most.lag))
      }
  }
})

test('begins a step of a later version where it began before, not where the others are', async () => {
  await writeSetting(records.db, PROCESSED_UP_TO, 5000)
  await (await load()).save(waiting({}), NOW_MS + 9_000_000, ALL_PARTITIONS)
  const progress = await load([...STEPS, 'rules'], {}, NOW_MS + 9_000_000)
  expect(['trips', 'rules'].map((step) => progress.upToMs(step, 7))).toEqual([NOW_MS + 9_000_000, 5000])
  await progress.save(waiting({ rules: [[7, 5000]] }), NOW_MS + 9_000_000, ALL_PARTITIONS)
  expect((await load([...STEPS, 'rules'], {}, NOW_MS + 9_000_000)).upToMs('rules', 7)).toBe(5000)
})

test('writes all rows again after a save whose outcome is unknown', async () => {
  let isLost = true
  const db = new Proxy(records.db, {
    get: (target, property) =>
      property === 'transaction'
        ? async (...args: Parameters<Db['transaction']>) => {
            await target.transaction(...args)
            if (isLost) throw new Error('the answer was lost')
          }
        : Reflect.get(target, property),
  })
  const progress = await StepProgress.load(db, STEPS, {}, NOW_MS)
  const lost = progress.save(waiting({ trips: [[7, NOW_MS - 3_600_000]] }), NOW_MS, ALL_PARTITIONS)
  await expect(lost).rejects.toThrow('the answer was lost')
  isLost = false
  await progress.save(waiting({}), NOW_MS + 5000, ALL_PARTITIONS)
  expect((await load()).leastMs(ALL_PARTITIONS)).toBe(NOW_MS + 5000)
})

test('begins at the present after the clock was set back', async () => {
  await (await load()).save(waiting({}), NOW_MS, ALL_PARTITIONS)
  const hourBeforeMs = NOW_MS - 3_600_000
  const progress = await load(STEPS, {}, hourBeforeMs)
  expect(progress.leastMs(ALL_PARTITIONS)).toBe(hourBeforeMs)
  expect(progress.upToMs('trips', 7)).toBe(hourBeforeMs)
})
