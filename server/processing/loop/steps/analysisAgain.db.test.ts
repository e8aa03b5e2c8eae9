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

/** One trip of one vessel, and the step that analyses it. */
async function openTrip(values: Partial<typeof trips.$inferInsert>) {
  const records = await testRecords()
  const telemetry = await testTelemetry()
  const { db } = records
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
    .values({ ...tripOf(vessel, START_US), ...values })
    .returning()
  const clock = fixedClock(START_US / 1000)
  const state = { isAwaited: true }
  const bus = inProcessBus(() => undefined)
  const step = analysisStep({
    ...{ db, telemetry, bus, clock, partitions: new Set(ALL_PARTITIONS) },
    ...{ isMissing: () => false, isAwaited: () => state.isAwaited, hasForecasts: false },
  })
  const [entry] = (await loadDirectory(db)).values()
  if (!entry) throw new Error('there is no vessel')
  return {
    ...{ bus, clock, state },
    isDue: async () => (await step.find?.(clock.nowMs(), false))?.length === 1,
    change: (revision: number) =>
      db
        .update(trips)
        .set({ revision })
        .where(eq(trips.id, trip?.id ?? '')),
    async analyse() {
      const work = { vessel: entry, fromUs: START_US, toUs: START_US + 2 * HOUR_US, share: 'live' as const }
      await step.run([{ ...work, sinceMs: clock.nowMs() }], new AbortController().signal)
    },
    async close() {
      await records.close()
      await telemetry.close()
    },
  }
}

test('analyses an open trip again at once when nothing waits, and five seconds later while the boat sends', async () => {
  // So short that any growth makes it due.
  const trip = await openTrip({ endUs: null, endCause: null, lastRecordUs: START_US + 1e6 })
  const { clock, state, isDue, change, analyse } = trip
  try {
    await change(40)
    expect(await isDue()).toBe(true)
    await analyse()
    expect(await isDue()).toBe(false)
    await change(50)
    clock.set(START_US / 1000 + 4999)
    expect(await isDue()).toBe(false)
    state.isAwaited = false
    expect(await isDue()).toBe(true)
    await analyse()
    await change(60)
    expect(await isDue()).toBe(false)
    clock.set(START_US / 1000 + 5999)
    expect(await isDue()).toBe(true)
    state.isAwaited = true
    expect(await isDue()).toBe(false)
    clock.set(START_US / 1000 + 9999)
    expect(await isDue()).toBe(true)
  } finally {
    await trip.close()
  }
})

test('analyses an ended trip again after ten times as long as its analysis took, at most five minutes', async () => {
  const trip = await openTrip({})
  const { bus, clock, state, isDue, change, analyse } = trip
  state.isAwaited = false
  let tookMs = 2000
  bus.subscribe('trip.changed', () => clock.set(clock.nowMs() + tookMs))
  try {
    for (const [ms, restMs] of [
      [2000, 20_000],
      [60_000, 300_000],
      [0, 0],
    ] as const) {
      tookMs = ms
      await change(clock.nowMs() - START_US / 1000 + 40)
      expect(await isDue()).toBe(true)
      await analyse()
      await change(clock.nowMs() - START_US / 1000 + 41)
      const endedMs = clock.nowMs()
      if (restMs > 0) {
        clock.set(endedMs + restMs - 1)
        expect(await isDue(), `${ms}`).toBe(false)
      }
      clock.set(endedMs + restMs)
      expect(await isDue(), `${ms}`).toBe(true)
    }
  } finally {
    await trip.close()
  }
})
