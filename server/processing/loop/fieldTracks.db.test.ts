/**
 * Recordings of real boats with missing or wrong speed, imported as files and processed by the server's code.
 */
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mpsToKn, mToNmi } from '#contract/domain/units.ts'
import { importLog } from '#server/gateway/importLog.ts'
import { run } from '#server/gateway/readLogWorker.ts'
import { type Gateway, startGateway } from '#server/gateway/startGateway.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { systemClock } from '#server/platform/clock.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { insertVessel } from '#server/records/vessels.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { trips, vessels } from '#server/stores/relational/schema.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { testTelemetry } from '#server/testing/testTelemetry.ts'
import { startProcessing } from './startProcessing.ts'

const FOLDER = `${process.env.RECORDINGS ?? '../shared/data'}/field`
let records: Records
let telemetry: Telemetry & { close(): Promise<void> }
let gateway: Gateway
let processing: Awaited<ReturnType<typeof startProcessing>>
let owner: { organizationId: string; departmentId: string }

beforeAll(async () => {
  records = await testRecords()
  telemetry = await testTelemetry()
  const { db } = records
  const bus = inProcessBus((error) => {
    throw error
  })
  owner = await db.transaction((tx) => insertOrganization(tx, { name: 'Fleet' }))
  const parts = { db, telemetry, bus, log: silentLog, clock: systemClock }
  processing = await startProcessing(parts)
  gateway = await startGateway({
    ...{ config: { MQTT_HOST: '127.0.0.1', MQTT_PORT: 0 }, isListening: false },
    ...parts,
  })
})
afterAll(async () => {
  await gateway.close()
  await processing.close()
  await records.close()
  await telemetry.close()
})

async function importOf(file: string) {
  const { db } = records
  const id = await db.transaction((tx) => insertVessel(tx, { ...owner, name: file }))
  const [vessel] = await db.select().from(vessels).where(eq(vessels.id, id))
  const { noTrip } = await importLog(
    gateway.intake,
    run,
    { id, number: vessel?.number ?? 0 },
    `${FOLDER}/${file}`,
    () => {},
  )
  await processing.idle()
  const found = await db.select().from(trips).where(eq(trips.vesselId, id)).orderBy(asc(trips.startUs))
  return { noTrip, found }
}

test.each([
  ['01-gpx-1s-8kn.gpx', 8, 0.66],
  ['03-gpx-speed-0.gpx', 12, null],
])('finds one trip of derived speed in %s', async (file, kn, nmi) => {
  const { noTrip, found } = await importOf(file)
  expect(noTrip).toBe(null)
  expect(found).toHaveLength(1)
  const [trip] = found
  expect(trip?.stats).toMatchObject({ sog_derived: 1 })
  expect(mpsToKn(trip?.avgSogMps ?? 0)).toBeCloseTo(kn, 0)
  const hours = (trip?.durationS ?? 0) / 3600
  const way = mToNmi(trip?.distanceM ?? 0)
  expect(way / (nmi ?? kn * hours)).toBeGreaterThan(0.98)
  expect(way / (nmi ?? kn * hours)).toBeLessThan(1.02)
})

test('finds no trip in 22-frozen-position.csv, and the import reports why', async () => {
  expect(await importOf('22-frozen-position.csv')).toEqual({ noTrip: 'receiver_frozen', found: [] })
})
