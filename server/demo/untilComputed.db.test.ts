import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inProcessBus } from '#server/platform/bus.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { noteWeather } from '#server/records/tripWeather.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { trips, vessels } from '#server/stores/relational/schema.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { tripOf } from '#server/testing/testApi.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { untilComputed, untilProcessedBetween } from './untilComputed.ts'

let records: Records
beforeAll(async () => {
  records = await testRecords()
})
afterAll(() => records.close())

test('is not complete before all data is processed, with forecasts and figures', async () => {
  const { db } = records
  const owner = await db.transaction((tx) => insertOrganization(tx, { name: 'Fleet' }))
  const [vessel] = await db
    .insert(vessels)
    .values({ ...owner, name: 'Hafdís' })
    .returning()
  const trip = tripOf({ id: vessel?.id ?? '', organizationId: owner.organizationId }, 1e15)
  const [made] = await db
    .insert(trips)
    .values({ ...trip, analysedRevision: -1 })
    .returning()
  const id = made?.id ?? ''
  let waitingUs = 7200e6
  const steps = [
    async () => {
      waitingUs = 0
    },
    () =>
      noteWeather(
        db,
        { id, revision: made?.revision ?? 0, fromUs: trip.startUs, toUs: trip.endUs ?? 0 },
        'demo',
      ),
    async () => {
      await db.update(trips).set({ analysedRevision: 1 }).where(eq(trips.id, id))
    },
  ]
  const reported: number[] = []
  const bus = inProcessBus(() => undefined)
  bus.subscribe('preparation.progressed', ({ done, total }) => {
    reported.push(total - done)
    void steps.shift()?.()
  })
  const processing = { waitingBeforeUs: () => waitingUs }
  await untilComputed({ db, processing, bus, log: silentLog }, 2e15, 0, new AbortController().signal)
  expect(reported).toEqual([3, 1, 1, 0])
})

test('waits for no forecast when no forecast is configured', async () => {
  const { db } = records
  await db.update(trips).set({ weatherUpToUs: null })
  const reported: number[] = []
  const bus = inProcessBus(() => undefined)
  bus.subscribe('preparation.progressed', ({ done, total }) => reported.push(total - done))
  const processing = { waitingBeforeUs: () => 0 }
  await untilComputed({ db, processing, bus, log: silentLog }, 2e15, null, new AbortController().signal)
  expect(reported).toEqual([0])
})

test('waits for data between two moments, and neither for older data nor for figures', async () => {
  const working = { older: 7200e6, between: 60e6, figures: 60e6 }
  let looks = 0
  const hastened: number[] = []
  const processing = {
    hasten(beforeUs: number) {
      hastened.push(beforeUs)
    },
    waitingBeforeUs(beforeUs: number, precedesFigures?: boolean) {
      if (beforeUs === 2e15 && ++looks === 3) working.between = 0
      const between = working.between + (precedesFigures ? 0 : working.figures)
      return working.older + (beforeUs === 2e15 ? between : 0)
    },
  }
  const signal = new AbortController().signal
  await untilProcessedBetween(processing, { fromUs: 1.5e15, beforeUs: 2e15 }, signal)
  expect(looks).toBe(3)
  expect(hastened).toEqual([2e15, 2e15])
})
