import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_US } from '#contract/domain/time.ts'
import { createUser } from '#server/access/createUser.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { ruleSegments } from '#server/processing/formulas/rules/ruleSegments.ts'
import { ruleHistory } from '#server/records/ruleHistory.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { comments, trips, vessels } from '#server/stores/relational/schema.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { crewTalk } from './crewTalk.ts'
import { seedDemo } from './seedDemo.ts'

const FROM_US = 1_790_000_000 * 1e6
let records: Records
beforeAll(async () => {
  records = await testRecords()
})
afterAll(async () => {
  await records.close()
})

test('comments on some trips, each once, and on none of other organizations', async () => {
  const { db } = records
  const clock = fixedClock(FROM_US / 1000 + 40 * 24 * 3_600_000)
  const fleet = await seedDemo({ db, clock, createUser })
  const bus = inProcessBus(() => undefined)
  const [boat] = await db.select().from(vessels).where(eq(vessels.name, 'Skuggi'))
  if (!boat) throw new Error('Skuggi has left the fleet')
  const made: string[] = []
  for (let day = 0; day < 20; day++) {
    const startUs = FROM_US + day * 24 * HOUR_US
    const times = {
      startUs,
      endUs: startUs + HOUR_US,
      lastMovingUs: startUs + HOUR_US,
      lastRecordUs: startUs + HOUR_US,
    }
    const figures = { distanceM: 9000, durationS: 3600, avgSogMps: 10, maxSogMps: 12 }
    const [trip] = await db
      .insert(trips)
      .values({
        organizationId: boat.organizationId,
        vesselId: boat.id,
        ...times,
        ...figures,
        startCause: 'moving',
        endCause: 'idle',
        visible: true,
        algoVersion: 1,
      })
      .returning({ id: trips.id })
    made.push(trip?.id ?? '')
  }
  const commentAgain = async () => {
    const crew = crewTalk({ db, bus, log: silentLog, clock }, fleet.organizationId)
    const vessel = {
      organizationId: fleet.organizationId,
      departmentId: boat.departmentId,
      vesselId: boat.id,
    }
    for (const tripId of made) {
      bus.publish({ type: 'trip.changed', ...vessel, tripId })
      bus.publish({ type: 'trip.changed', ...vessel, organizationId: 'another', tripId })
    }
    await crew.close()
    return db.select().from(comments)
  }
  const written = await commentAgain()
  expect(written.length).toBeGreaterThan(0)
  expect(
    written.every(({ userId, createdAt }) => userId !== null && createdAt.getTime() <= clock.nowMs()),
  ).toBe(true)
  expect(await commentAgain()).toEqual(written)
})

test('makes its rules and fences before the month that they evaluate', async () => {
  const { db } = records
  const clock = fixedClock(FROM_US / 1000 + 40 * 24 * 3_600_000)
  const { organizationId, boats } = await seedDemo({ db, clock, createUser })
  const history = await ruleHistory(db, organizationId)
  const [row] = await db
    .select()
    .from(vessels)
    .where(eq(vessels.id, boats[0]?.vesselId ?? ''))
  if (!row) throw new Error('the demo has no boats')
  const segments = ruleSegments(history, row)
  expect(segments.length).toBeGreaterThan(2)
  const monthMs = clock.nowMs() - 31 * 24 * 3_600_000
  for (const { fromUs, fences } of segments)
    for (const us of [fromUs, ...fences.map((fence) => fence.fromUs)]) expect(us / 1000).toBeLessThan(monthMs)
})
