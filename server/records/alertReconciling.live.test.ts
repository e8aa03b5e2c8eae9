import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRecords, type Records, rowsOf } from '#server/stores/relational/openRecords.ts'
import { alerts, trips } from '#server/stores/relational/schema.ts'
import { type Thing, tripOf, twoOrganizations } from '#server/testing/testApi.ts'
import { startTestPostgres } from '#server/testing/testPostgres.ts'
import { type FoundAlert, reconcileAlerts } from './alertReconciling.ts'
import { holdTrips, reassignToTrips } from './trips.ts'

const server = await startTestPostgres()
const HOUR_US = 3_600_000_000

describe.skipIf(!server)('PostgreSQL', () => {
  let records: Records
  let own: Thing
  beforeAll(async () => {
    records = await openRecords({ DATABASE_URL: (await server?.createDatabase()) ?? '', dataDir: '' })
    own = (await twoOrganizations(records.db)).own
  })
  afterAll(async () => {
    await records.close()
    await server?.close()
  })

  test('links an alert to its trip when the alert is raised while the trip is being written', async () => {
    const { db } = records
    const { vesselId, organizationId, departmentId, ruleId } = own
    const startUs = Date.UTC(2026, 7, 1) * 1000
    const goOn = Promise.withResolvers<void>()
    const isWritten = Promise.withResolvers<string>()
    const writing = db.transaction(async (tx) => {
      await holdTrips(tx, [vesselId])
      const [trip] = await tx
        .insert(trips)
        .values(tripOf({ id: vesselId, organizationId }, startUs))
        .returning()
      await reassignToTrips(tx, vesselId, { fromUs: startUs, toUs: startUs + HOUR_US }, [])
      isWritten.resolve(trip?.id ?? '')
      await goOn.promise
    })
    const tripId = await isWritten.promise
    const found: FoundAlert = {
      ...{ ruleId, ruleVersion: 1, type: 'threshold', severity: 'warning', text: null, instance: null },
      facts: { kind: 'impact', impact: 3.9, limit: 3 },
      ...{
        beginUs: startUs + 60_000_000,
        endUs: null,
        isOpen: true,
        decidedUs: null,
        isEndedBySilence: false,
      },
      ...{ latitudeDeg: null, longitudeDeg: null, sources: [] },
    }
    const evaluated = { vesselId, organizationId, departmentId, spans: new Map(), found: [found] }
    const raising = db.transaction((tx) => reconcileAlerts(tx, [evaluated], new Date()))
    const waiting = async () => (await rowsOf(db, sql`select 1 from pg_locks where not granted`)).length
    await expect.poll(waiting, { interval: 10, timeout: 10_000 }).toBe(1)
    goOn.resolve()
    await writing
    const [raised] = await raising
    const [alert] = await db.select().from(alerts).where(sql`${alerts.id} = ${raised?.alertId}`)
    expect(alert?.tripId).toBe(tripId)
  })
})
