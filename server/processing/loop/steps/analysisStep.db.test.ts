import { afterAll, beforeAll, expect, test } from 'vitest'
import { inProcessBus } from '#server/platform/bus.ts'
import { ALL_PARTITIONS } from '#server/platform/partitions.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { noteWeather } from '#server/records/tripWeather.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { trips, vessels } from '#server/stores/relational/schema.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { tripOf } from '#server/testing/testApi.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { analysisStep } from './analysisStep.ts'

let records: Records
beforeAll(async () => {
  records = await testRecords()
})
afterAll(() => records.close())

test('analyses an ended trip with its forecast, or without after ten seconds, or at once where forecasts are off', async () => {
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
  const stepOf = (hasForecasts: boolean) =>
    analysisStep({
      ...{ db, telemetry: {} as Telemetry, bus: inProcessBus(() => undefined), clock: fixedClock(0) },
      ...{
        partitions: new Set(ALL_PARTITIONS),
        isMissing: () => false,
        isAwaited: () => false,
        hasForecasts,
      },
    })
  const found = [{ vesselNumber: vessel?.number, share: 'backlog' }]
  expect(await stepOf(false).find?.(0, false)).toMatchObject(found)
  const step = stepOf(true)
  expect(await step.find?.(0, false)).toEqual([])
  expect(await step.find?.(9999, false)).toEqual([])
  expect(await step.find?.(10_000, false)).toMatchObject(found)
  const { id = '', revision = 0 } = made ?? {}
  await noteWeather(db, { id, revision, fromUs: trip.startUs, toUs: trip.endUs ?? 0 }, 'demo')
  expect(await stepOf(true).find?.(0, false)).toMatchObject(found)
})
