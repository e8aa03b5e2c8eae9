/** Two processes detect trips of one vessel at once: each trip is stored once. */
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inProcessBus } from '#server/platform/bus.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import type { DirectoryEntry } from '#server/records/vesselDirectory.ts'
import type { Db, Records } from '#server/stores/relational/openRecords.ts'
import { alerts, trips, vessels } from '#server/stores/relational/schema.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { VesselReadings } from '#server/telemetry/vesselReadings.ts'
import { clock, playReadings } from '#server/testing/playMovement.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { type TestTelemetry, testTelemetry } from '#server/testing/testTelemetry.ts'
import { detectTrips } from './detectTrips.ts'
import { GrowingTrips } from './growingTrips.ts'

let records: Records
let telemetry: TestTelemetry
let owner: { organizationId: string; departmentId: string }
beforeAll(async () => {
  records = await testRecords()
  telemetry = await testTelemetry()
  owner = await records.db.transaction((tx) => insertOrganization(tx, { name: 'Fleet' }))
})
afterAll(async () => {
  await records.close()
  await telemetry.close()
})

async function afloat(name: string): Promise<DirectoryEntry> {
  const [vessel] = await records.db
    .insert(vessels)
    .values({ ...owner, name })
    .returning()
  return { ...owner, id: vessel?.id ?? '', number: vessel?.number ?? 0, topSpeedMps: null }
}

/** A vessel that sailed from 07:05 to 07:30. */
async function sailed(): Promise<DirectoryEntry> {
  const vessel = await afloat('Hafdís')
  await telemetry.append([playReadings(vessel.number, '07:00 0kn, 07:05 12kn, 07:30 0kn, 08:00 0kn')])
  return vessel
}

/** Part of the readings between two times, with speeds and positions that never repeat. */
function restless(readings: VesselReadings, fromUs: number, toUs: number): VesselReadings {
  const isWithin = ({ timeUs }: { timeUs: number }) => timeUs >= fromUs && timeUs < toUs
  const wobble = (timeUs: number) => Math.sin(timeUs / 7.3e6)
  return {
    ...readings,
    scalars: readings.scalars.filter(isWithin).map((one) => ({
      ...one,
      value: Math.max(0, (one.value ?? 0) + (one.value ? 0.4 * wobble(one.timeUs) : 0)),
    })),
    fixes: readings.fixes.filter(isWithin).map((one) => ({
      ...one,
      longitudeDeg: one.longitudeDeg + 1e-4 * wobble(one.timeUs),
    })),
  }
}

async function tripsOf({ id }: DirectoryEntry) {
  const rows = await records.db.select().from(trips).where(eq(trips.vesselId, id)).orderBy(asc(trips.startUs))
  return rows.map(({ id, number, vesselId, createdAt, ...trip }) => trip)
}

/** Writers that begin to write only when all of them have read. */
function together(count: number): Db {
  let arrived = 0
  let go = () => {}
  const all = new Promise<void>((resolve) => {
    go = resolve
  })
  return new Proxy(records.db, {
    get(target, name) {
      const method = Reflect.get(target, name) as unknown
      if (typeof method !== 'function') return method
      if (name !== 'transaction') return method.bind(target)
      return async (...args: unknown[]) => {
        if (++arrived >= count) go()
        await all
        return method.apply(target, args)
      }
    },
  })
}

/** A process that reads before the last measurements have arrived. */
const missing = (untilUs: number): Telemetry => ({
  ...telemetry,
  positions: {
    ...telemetry.positions,
    movement: async (intervals) =>
      (await telemetry.positions.movement(intervals)).map((one) => {
        const late = (values: Float64Array) => values.filter((_, i) => (one.timeUs[i] ?? 0) >= untilUs)
        return {
          ...one,
          timeUs: late(one.timeUs),
          latitudeDeg: late(one.latitudeDeg),
          longitudeDeg: late(one.longitudeDeg),
          hdop: late(one.hdop),
          valid: one.valid.filter((_, i) => (one.timeUs[i] ?? 0) >= untilUs),
          sogMps: late(one.sogMps),
        }
      }),
  },
})

const detect = (vessel: DirectoryEntry, db: Db, from: Telemetry = telemetry) =>
  detectTrips(
    { db, telemetry: from, bus: inProcessBus(() => undefined) },
    [{ vessel, fromUs: clock('07:00'), toUs: clock('08:00') }],
    clock('09:00'),
    () => {},
  )

async function expectOneTrip({ id }: DirectoryEntry) {
  const rows = await records.db.select().from(trips).where(eq(trips.vesselId, id)).orderBy(asc(trips.startUs))
  expect(rows).toHaveLength(1)
  const [trip] = rows
  expect(Math.abs((trip?.startUs ?? 0) - clock('07:05'))).toBeLessThan(30e6)
}

test('rejects the second of two detections of the same trip, and agrees when it runs again', async () => {
  const vessel = await sailed()
  const db = together(2)
  const ended = await Promise.allSettled([detect(vessel, db), detect(vessel, db)])
  expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await detect(vessel, records.db)
  await expectOneTrip(vessel)
})

test('rejects the second of two detections that begin the same trip at different times', async () => {
  const vessel = await sailed()
  const db = together(2)
  const ended = await Promise.allSettled([detect(vessel, db), detect(vessel, db, missing(clock('07:15')))])
  expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await detect(vessel, records.db)
  await expectOneTrip(vessel)
})

test('stores no second trip of a vessel that begins at the same time', async () => {
  const vessel = await sailed()
  await detect(vessel, records.db)
  const [trip] = await records.db.select().from(trips).where(eq(trips.vesselId, vessel.id))
  if (!trip) throw new Error('there is no trip')
  const { id, number, ...again } = trip
  await expect(records.db.insert(trips).values(again)).rejects.toMatchObject({ cause: { code: '23P01' } })
  // A deleted trip stays beside the trip that replaced it.
  await records.db.insert(trips).values({ ...again, isDeleted: true })
})

test('measures a growing trip from new data, to the same digits as from the whole', async () => {
  const [growing, fresh] = [await afloat('Hafdís'), await afloat('Hafrún')]
  const timeline =
    '07:00 0kn, 07:05 12kn, 08:20 0kn, 08:24 11kn, 08:50 silent, 08:53 9kn, 09:50 0kn, 10:10 0kn'
  const late = '07:41 25kn, 07:43 0kn'
  const rows = (vessel: DirectoryEntry, from: string, to: string) =>
    restless(playReadings(vessel.number, timeline, 5), clock(from), clock(to))
  const known = new GrowingTrips()
  let readFromUs: number[] = []
  const watched: Telemetry = {
    ...telemetry,
    positions: {
      ...telemetry.positions,
      movement: (intervals) => {
        readFromUs.push(...intervals.map(({ fromUs }) => fromUs))
        return telemetry.positions.movement(intervals)
      },
    },
  }
  const times = [
    '07:00',
    '07:20',
    '07:36',
    '07:50',
    '08:02',
    '08:16',
    '08:31',
    '08:40',
    '08:52',
    '09:05',
    '09:40',
    '10:10',
  ]
  for (const [i, to] of times.entries()) {
    const from = times[i - 1]
    if (!from) continue
    const isLate = to === '08:40'
    const batches = (vessel: DirectoryEntry) => [
      rows(vessel, from, to),
      ...(isLate ? [playReadings(vessel.number, late, 7)] : []),
    ]
    await telemetry.append([growing, fresh].flatMap(batches))
    const span = { fromUs: clock(isLate ? '07:41' : from), toUs: clock(to) }
    const look = (vessel: DirectoryEntry, from: Telemetry, seen: GrowingTrips) =>
      detectTrips(
        { db: records.db, telemetry: from, bus: inProcessBus(() => undefined) },
        [{ vessel, ...span }],
        clock(to),
        () => {},
        seen,
      )
    readFromUs = []
    await look(growing, watched, known)
    if (to === '09:40') expect(readFromUs, 'what may still have changed').toEqual([clock('08:30')])
    await look(fresh, telemetry, new GrowingTrips())
    expect(await tripsOf(growing), to).toEqual(await tripsOf(fresh))
  }
  expect(await tripsOf(growing)).toHaveLength(1)
})

test.each([
  ['under way', '07:00 0kn, 07:05 12kn, 07:30 12kn', clock('07:31'), clock('07:40')],
  ['that ended', '07:00 0kn, 07:05 12kn, 07:30 0kn, 08:00 0kn', clock('09:00'), null],
])(
  'links an alert to the trip %s when the alert is older than the trip and later than its last record',
  async (_, timeline, nowUs, raisedUs) => {
    const vessel = await afloat('Hafdís')
    await telemetry.append([playReadings(vessel.number, timeline)])
    const detectIn = (db: Db) =>
      detectTrips(
        { db, telemetry, bus: inProcessBus(() => undefined) },
        [{ vessel, fromUs: clock('07:00'), toUs: clock('08:00') }],
        nowUs,
        () => {},
      )
    await detectIn(records.db)
    const [first] = await tripsOf(vessel)
    await records.db.delete(trips).where(eq(trips.vesselId, vessel.id))
    const triggerUs = raisedUs ?? (first?.endUs ?? 0) + 500_000
    await records.db
      .insert(alerts)
      .values({ organizationId: owner.organizationId, vesselId: vessel.id, type: 'threshold', triggerUs })
    await detectIn(records.db)
    const [trip] = await records.db.select().from(trips).where(eq(trips.vesselId, vessel.id))
    expect(triggerUs).toBeGreaterThan(trip?.lastRecordUs ?? 0)
    expect(trip?.endUs === null).toBe(raisedUs !== null)
    const [alert] = await records.db.select().from(alerts).where(eq(alerts.vesselId, vessel.id))
    expect(alert?.tripId).toBe(trip?.id)
  },
)

test('clears the forecast after late movement of a trip, and keeps it when nothing changed', async () => {
  const vessel = await afloat('Hafrún')
  const played = playReadings(vessel.number, '07:00 0kn, 07:05 12kn, 07:30 0kn, 08:00 0kn')
  const receive = async (from: string, to: string) => {
    const [fromUs, toUs] = [clock(from), clock(to)]
    await telemetry.append([restless(played, fromUs, toUs)])
    await detectTrips(
      { db: records.db, telemetry, bus: inProcessBus(() => undefined) },
      [{ vessel, fromUs, toUs }],
      clock('09:00'),
      () => {},
    )
    const [trip] = await tripsOf(vessel)
    return trip?.weatherUpToUs ?? null
  }
  const forecast = (upTo: string) =>
    records.db
      .update(trips)
      .set({ weatherUpToUs: clock(upTo) })
      .where(eq(trips.vesselId, vessel.id))

  await receive('07:15', '07:20')
  expect(await receive('07:21', '08:00')).toBeNull()
  await forecast('07:30')
  expect(await receive('07:21', '08:00')).toBe(clock('07:30'))
  expect(await receive('07:20', '07:21')).toBe(clock('07:20'))
  await forecast('07:30')
  // The trip now begins earlier than before.
  const [known] = await tripsOf(vessel)
  expect(await receive('07:00', '07:15')).toBe(clock('07:00'))
  const [trip] = await tripsOf(vessel)
  expect(trip?.startUs).toBeLessThan(known?.startUs ?? 0)
})
