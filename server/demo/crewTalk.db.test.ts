import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_US } from '#contract/time.ts'
import { createUser } from '#server/access/createUser.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { fixedClock } from '#server/platform/clock.ts'
import { silentLog } from '#server/platform/log.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { alerts, comments, trips, vessels } from '#server/stores/relational/schema.ts'
import { BLOCK_US } from '#server/telemetry/impactBlock.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { testTelemetry } from '#server/testing/testTelemetry.ts'
import { crewTalk } from './crewTalk.ts'
import { seedDemo } from './seedDemo.ts'

const FROM_US = 1_790_000_000 * 1e6
let records: Records
let telemetry: Telemetry & { close(): Promise<void> }
beforeAll(async () => {
  records = await testRecords()
  telemetry = await testTelemetry()
})
afterAll(async () => {
  await records.close()
  await telemetry.close()
})

const hit = (timeUs: number, peakG: number) => ({
  ...{ sensor: 1, timeUs, peakG, jerkGPerS: 40, durationS: 0.1, riseS: 0.04, freeFallS: 0.2 },
  ...{ xG: 0, yG: 0, zG: peakG, clipped: false, coarse: false, degraded: false },
})
const block = (vesselNumber: number, timeUs: number, peakG: number) => {
  const startUs = Math.floor(timeUs / BLOCK_US) * BLOCK_US
  const sensor = { sensor: 1, firstUs: startUs, lastUs: startUs + 9e6, samples: 450, coveredS: 9, rateHz: 50 }
  return { vesselNumber, startUs, sensors: [sensor], peaks: [hit(timeUs, peakG)] }
}

test('the hardest hits of trips become alerts and some are talked about, each once, nothing of other organizations', async () => {
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
    if (day > 0) continue
    await telemetry.impacts.store(
      [
        [600, 4.2],
        [700, 3.9],
        [1800, 2.4],
        [2400, 1],
      ].map(([atS = 0, peakG = 0]) => block(boat.number, startUs + atS * 1e6, peakG)),
    )
  }
  const sayAgain = async () => {
    const crew = crewTalk({ db, telemetry, bus, log: silentLog, clock }, fleet.organizationId)
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
    return { raised: await db.select().from(alerts), said: await db.select().from(comments) }
  }
  const { raised, said } = await sayAgain()
  expect(raised).toMatchObject([
    { tripId: made[0], severity: 'critical', facts: { kind: 'impact', impact: 4.2, limit: 3 } },
    { tripId: made[0], severity: 'warning', facts: { kind: 'impact', impact: 2.4 } },
  ])
  expect(said.length).toBeGreaterThan(0)
  expect(said.every(({ userId, createdAt }) => userId !== null && createdAt.getTime() <= clock.nowMs())).toBe(
    true,
  )
  expect(await sayAgain()).toEqual({ raised, said })
})
