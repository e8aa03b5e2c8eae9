import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { HOUR_US } from '#contract/domain/time.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { ALL_PARTITIONS } from '#server/platform/partitions.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { loadDirectory } from '#server/records/vesselDirectory.ts'
import { trips, vessels } from '#server/stores/relational/schema.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { tripOf } from '#server/testing/testApi.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { testTelemetry } from '#server/testing/testTelemetry.ts'
import { analysisStep } from './analysisStep.ts'

const START_US = Date.UTC(2026, 5, 18, 9) * 1000

test('analyses an open trip again at once when nothing waits, and five seconds later while the boat sends', async () => {
  const records = await testRecords()
  const telemetry = await testTelemetry()
  const { db } = records
  try {
    const [vessel] = await db.transaction(async (tx) => {
      const place = await insertOrganization(tx, { name: 'One' })
      return tx
        .insert(vessels)
        .values({ ...place, name: 'Sula' })
        .returning()
    })
    if (!vessel) throw new Error('nothing was inserted')
    const [trip] = await db
      .insert(trips)
      // So short that any growth makes it due.
      .values({ ...tripOf(vessel, START_US), endUs: null, endCause: null, lastRecordUs: START_US + 1e6 })
      .returning()
    const clock = fixedClock(START_US / 1000)
    let isAwaited = true
    const step = analysisStep({
      ...{ db, telemetry, bus: inProcessBus(() => undefined), clock, partitions: new Set(ALL_PARTITIONS) },
      ...{ isMissing: () => false, isAwaited: () => isAwaited, hasForecasts: false },
    })
    const directory = await loadDirectory(db)
    const isDue = async () => (await step.find?.(clock.nowMs(), false))?.length === 1
    const change = async (revision: number) =>
      db
        .update(trips)
        .set({ revision })
        .where(eq(trips.id, trip?.id ?? ''))
    const analyse = async () => {
      const [entry] = directory.values()
      if (!entry) throw new Error('there is no vessel')
      const work = { vessel: entry, fromUs: START_US, toUs: START_US + 2 * HOUR_US, share: 'live' as const }
      await step.run([{ ...work, sinceMs: clock.nowMs() }], new AbortController().signal)
    }
    await change(40)
    expect(await isDue()).toBe(true)
    await analyse()
    expect(await isDue()).toBe(false)
    await change(50)
    clock.set(START_US / 1000 + 4999)
    expect(await isDue()).toBe(false)
    isAwaited = false
    expect(await isDue()).toBe(true)
    await analyse()
    await change(60)
    expect(await isDue()).toBe(false)
    clock.set(START_US / 1000 + 5999)
    expect(await isDue()).toBe(true)
    isAwaited = true
    expect(await isDue()).toBe(false)
    clock.set(START_US / 1000 + 9999)
    expect(await isDue()).toBe(true)
  } finally {
    await records.close()
    await telemetry.close()
  }
})
