import { and, asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { KNOT_MPS, mpsToKn, mToNmi } from '#contract/domain/units.ts'
import { type Bus, inProcessBus } from '#server/platform/bus.ts'
import type { BusEvent } from '#server/platform/events.ts'
import { ALL_PARTITIONS, partitionOf } from '#server/platform/partitions.ts'
import { insertComment } from '#server/records/comments.ts'
import { createDevice } from '#server/records/devices.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { askRecomputation } from '#server/records/recomputations.ts'
import { PROCESSED_UP_TO, writeSetting } from '#server/records/settings.ts'
import { correctionsSince, insertCorrection, undoCorrection } from '#server/records/tripCorrections.ts'
import { hideTrip } from '#server/records/tripLists.ts'
import { markTripsStale, resolveTripId } from '#server/records/trips.ts'
import { loadVesselStates, type VesselState } from '#server/records/vesselStates.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import {
  alerts,
  comments,
  pairings,
  processingProgress,
  trips,
  vesselStates,
  vessels,
} from '#server/stores/relational/schema.ts'
import { ARRIVAL_MARGIN_MS } from '#server/telemetry/appendedIntervals.ts'
import { describeAppended } from '#server/telemetry/describeInterval.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { VesselReadings } from '#server/telemetry/vesselReadings.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { clock, type MovementRow, playMovement, playReadings } from '#server/testing/playMovement.ts'
import { playTrack } from '#server/testing/playTrack.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { testTelemetry } from '#server/testing/testTelemetry.ts'
import { startProcessing } from './startProcessing.ts'

let records: Records
let telemetry: Telemetry & { close(): Promise<void> }
let organizationId: string
let departmentId: string
let vesselId: string
let vesselNumber: number
let bornMs: number
const now = fixedClock(clock('36:00') / 1000)
const SOON = { timeout: 20_000, interval: 50 }

beforeAll(async () => {
  records = await testRecords()
  telemetry = await testTelemetry()
  const owner = await records.db.transaction((tx) => insertOrganization(tx, { name: 'Fleet' }))
  organizationId = owner.organizationId
  departmentId = owner.departmentId
})
afterAll(async () => {
  await records.close()
  await telemetry.close()
})

/** Number of the first vessel of a test. */
let firstNumber: number
beforeEach(async () => {
  await newVessel()
  firstNumber = vesselNumber
})
async function newVessel() {
  bornMs = Date.now()
  const [vessel] = await records.db
    .insert(vessels)
    .values({ organizationId, departmentId, name: 'Hafdís' })
    .returning()
  vesselId = vessel?.id ?? ''
  vesselNumber = vessel?.number ?? 0
}

async function begin(
  sinceMs = bornMs,
  db = records.db,
  from: Telemetry = telemetry,
  partitions = ALL_PARTITIONS,
) {
  // Arrival times follow the wall clock and not the fixed clock. Without this filter a start would read all
  // vessels of earlier tests.
  const intervals: Telemetry['intervals'] = {
    ...from.intervals,
    since: async (ms) =>
      (await from.intervals.since(ms)).filter((interval) => interval.vesselNumber >= firstNumber),
  }
  await records.db.delete(processingProgress)
  await writeSetting(records.db, PROCESSED_UP_TO, sinceMs + ARRIVAL_MARGIN_MS)
  const bus = inProcessBus((error) => {
    throw error
  })
  const events: BusEvent[] = []
  for (const type of ['trip.started', 'trip.changed', 'trip.ended', 'vessel.moved'] as const)
    bus.subscribe(type, (event) => events.push(event))
  const processing = await startProcessing({
    ...{ db, telemetry: { ...from, intervals }, bus, log: silentLog, clock: now, partitions },
  })
  return { processing, bus, events }
}

const toReadings = (rows: readonly MovementRow[], ofVessel = vesselNumber): VesselReadings => ({
  vesselNumber: ofVessel,
  scalars: rows.flatMap(({ timeUs, sogMps }) =>
    sogMps === undefined ? [] : [{ timeUs, key: 'sog', instance: 0, value: sogMps } as const],
  ),
  fixes: rows.flatMap(({ timeUs, latitudeDeg, longitudeDeg }) =>
    latitudeDeg === undefined || longitudeDeg === undefined
      ? []
      : [{ timeUs, latitudeDeg, longitudeDeg, hdop: null, valid: true }],
  ),
  motion: [],
  ais: [],
  faults: [],
})

const store = (readings: VesselReadings, bus: Pick<Bus, 'publish'> | null) => storeAll([readings], bus)

async function storeAll(readings: readonly VesselReadings[], bus: Pick<Bus, 'publish'> | null) {
  await telemetry.append(readings)
  bus?.publish({ type: 'readings.appended', intervals: readings.flatMap(describeAppended) })
}

/**
 * Trips of vessels that one process receives beside each other, by vessel. Each vessel receives its batches in order;
 * `waits` chooses the batches after which the process finishes its work.
 */
async function tripsOfFleet(
  fleet: readonly (readonly (readonly MovementRow[])[])[],
  waits: (batches: readonly (readonly MovementRow[])[], i: number) => boolean,
) {
  const sailing: { id: string; number: number }[] = []
  for (const _ of fleet) {
    await newVessel()
    sailing.push({ id: vesselId, number: vesselNumber })
  }
  const { processing, bus } = await begin()
  for (let i = 0; fleet.some((batches) => i < batches.length); i++) {
    const received = fleet.map((batches) => batches[i] ?? [])
    const readings = sailing.map(({ number }, vessel) => toReadings(received[vessel] ?? [], number))
    await storeAll(
      readings.filter(({ fixes, scalars }) => fixes.length + scalars.length > 0),
      bus,
    )
    if (waits(received, i)) await processing.idle()
  }
  await processing.idle()
  await processing.close()
  const found: Awaited<ReturnType<typeof storedTrips>>[] = []
  for (const { id } of sailing) found.push(await storedTrips(id))
  return found
}

const storedTrips = async (ofVessel = vesselId) => {
  const rows = await records.db
    .select()
    .from(trips)
    .where(eq(trips.vesselId, ofVessel))
    .orderBy(asc(trips.startUs))
  // The number of detections differs with the batches; the trips must not.
  return rows.map(
    ({ id, number, vesselId, createdAt, revision, analysedRevision, analysedAt, changedFromUs, ...trip }) =>
      trip,
  )
}

/** Last records of her trips whose figures are complete. */
const analysed = (ofVessel = vesselId) =>
  records.db
    .select({ lastRecordUs: trips.lastRecordUs })
    .from(trips)
    .where(and(eq(trips.vesselId, ofVessel), eq(trips.revision, trips.analysedRevision)))

/** Squares of her day on the heat map. */
const squares = () => {
  const day = { fromS: clock('00:00') / 1e6, toS: clock('23:00') / 1e6 }
  return telemetry.heat.squares({ vesselNumbers: [vesselNumber], ...day }, 14, ['moving_s'])
}

const DAY =
  '06:00 0kn, 07:00 12kn, 08:00 0kn, 08:12 9kn, 08:30 silent, 09:40 0kn, 12:00 18kn, 12:40 silent, 13:00 18kn, 13:30 0kn, 14:00 5kn, 14:01 0kn, 15:00 0kn'

/** One sample every five seconds, so that a thousand samples cover a day. */
const day = () => playMovement(DAY, 5)

describe('trips', () => {
  test.each(['by an event', 'found after a restart'])(
    'ends trips when the device was taken off the vessel, %s',
    async (how) => {
      const first = await begin()
      await store(toReadings(day()), first.bus)
      await first.processing.idle()
      const atUs = clock('07:20')
      if (how !== 'by an event') await first.processing.close()
      const device = await createDevice(records.db, { vesselId, now: new Date(0) })
      await records.db
        .update(pairings)
        .set({ unpairedAt: new Date(atUs / 1000) })
        .where(eq(pairings.deviceId, device.id))
      const second = how === 'by an event' ? first : await begin(0)
      if (how === 'by an event')
        first.bus.publish({ type: 'trips.corrected', vesselNumber, fromUs: atUs, toUs: atUs })
      await second.processing.idle()
      await second.processing.close()
      // A process that was away finds the correction by its time.
      const corrected = { vesselNumber, fromUs: atUs, toUs: atUs }
      expect(await correctionsSince(records.db, atUs / 1000)).toContainEqual(corrected)
      expect(await correctionsSince(records.db, atUs / 1000 + 1)).not.toContainEqual(corrected)
      const [before, after] = await storedTrips()
      expect(before).toMatchObject({
        startUs: clock('07:00'),
        endUs: clock('07:19:55'),
        endCause: 'unpaired',
      })
      expect(after).toMatchObject({ startUs: atUs, startCause: 'paired' })
    },
  )

  test.each(['at once', 'also while the store fails'])(
    'finds trips when the event of another process’s data is lost, %s',
    async (how) => {
      const { processing, bus } = await begin()
      await processing.idle()
      const { since } = telemetry.intervals
      let failures = how === 'at once' ? 0 : 1
      telemetry.intervals.since = (ms) => (failures-- > 0 ? Promise.reject(new Error('away')) : since(ms))
      const publishedMs = Date.now()
      await store(toReadings(day()), null)
      bus.publish({ type: 'events.missed', sinceMs: publishedMs })
      const span = { fromUs: clock('06:00'), toUs: clock('15:00') }
      // All of the nine hours but the 70 minutes in which she was silent.
      await expect
        .poll(() => processing.waiting(vesselNumber, span), { timeout: 20_000 })
        .toBeCloseTo(1 - 70 / (9 * 60), 2)
      telemetry.intervals.since = since
      await processing.idle()
      await processing.close()
      expect(await storedTrips()).not.toEqual([])
    },
  )

  test('finds the trips of a day of data, with their numbers', async () => {
    const { processing, bus, events } = await begin()
    await store(toReadings(day()), bus)
    await processing.idle()
    await processing.close()
    const found = await storedTrips()
    expect(
      found.map(({ startUs, visible }) => [new Date(startUs / 1000).toISOString().slice(11, 16), visible]),
    ).toEqual([
      ['07:00', true],
      ['12:00', true],
      ['13:00', true],
      ['14:00', false],
    ])
    expect(mToNmi(found[0]?.distanceM ?? 0)).toBeCloseTo(12 + 0.3 * 9, 0)
    expect(events.filter(({ type }) => type === 'trip.ended')).toHaveLength(4)
  })

  test('finds the same trips in any order, batches and repetitions of a day', async () => {
    const order = fc.tuple(fc.integer({ min: 1, max: 2 ** 31 - 1 }), fc.integer({ min: 2, max: 12 }))
    await fc.assert(
      // Each vessel receives the day in an order of its own.
      fc.asyncProperty(fc.array(order, { minLength: 5, maxLength: 5 }), async (orders) => {
        const fleet = orders.map(([seed, batches]) => {
          const rows = shuffled(day(), seed)
          return Array.from({ length: batches }, (_, i) =>
            rows.filter((_, at) => at % batches === i || (at * 7 + seed) % 11 === i),
          )
        })
        const [expected, ...found] = await tripsOfFleet([[day()], ...fleet], (_, i) => i % 3 === 1)
        expect(expected).toHaveLength(4)
        for (const trips of found) expect(trips).toEqual(expected)
      }),
      { numRuns: 1, endOnFailure: true },
    )
  }, 120_000)

  test('keeps a trip over a wait in which only the engine sends', async () => {
    const rows = playMovement('08:00 6kn, 09:00 silent, 09:12 6kn, 10:00 0kn, 11:00 0kn', 5)
    const { processing, bus } = await begin()
    await store(toReadings(rows), bus)
    await processing.idle()
    expect(await storedTrips()).toHaveLength(2)
    const scalars = Array.from({ length: 24 }, (_, i) => ({
      ...{ timeUs: clock('09:00') + i * 30_000_000, key: 'engine_speed' as const, instance: 1, value: 12 },
    }))
    await store({ ...toReadings([]), scalars }, bus)
    await processing.idle()
    await processing.close()
    expect(await storedTrips()).toHaveLength(1)
  })

  test('finds trips from positions alone, in any batches', async () => {
    const rows = playMovement('08:00 0kn, 08:10 8kn, 09:00 0kn, 10:00 0kn', 5).map(
      ({ sogMps, ...row }) => row,
    )
    const whole = await begin()
    await store(toReadings(rows), whole.bus)
    await whole.processing.idle()
    await whole.processing.close()
    const expected = await storedTrips()
    expect(expected).toHaveLength(1)
    const sog = { key: 'sog', instance: 0, aggregation: 'avg' } as const
    const sailing = { fromUs: clock('08:15'), toUs: clock('08:44') }
    const speeds = async () =>
      (await telemetry.series.buckets({ vesselNumber, ...sailing }, [sog], 60_000_000))[0]?.value
    expect(await speeds()).toHaveLength(30)
    for (const mps of (await speeds()) ?? []) expect((mps ?? 0) / KNOT_MPS).toBeCloseTo(8, 1)
    // Derived values are no input, and a reported SOG replaces the derived one.
    const [stored] = await telemetry.positions.movement([{ vesselNumber, ...sailing }])
    expect(stored?.sogMps.every(Number.isNaN)).toBe(true)
    const scalars = Array.from({ length: 1900 }, (_, i) => ({
      ...{ timeUs: clock('08:14') + i * 1_000_000, key: 'sog' as const, instance: 0, value: 9 * KNOT_MPS },
    }))
    await telemetry.append([{ ...toReadings([]), vesselNumber, scalars }])
    for (const mps of (await speeds()) ?? []) expect((mps ?? 0) / KNOT_MPS).toBeCloseTo(9, 3)
    await newVessel()
    const { processing, bus } = await begin()
    // Sends single rows from shortly before the boat sails until it has sailed for five minutes.
    await store(toReadings(rows.slice(0, 110)), bus)
    for (const row of rows.slice(110, 180)) await store(toReadings([row]), bus)
    await store(toReadings(rows.slice(180)), bus)
    await processing.idle()
    await processing.close()
    expect(await storedTrips()).toEqual(expected.map((trip) => ({ ...trip })))
  }, 240_000)

  const withoutSog = (rows: readonly MovementRow[]) => rows.map(({ sogMps, ...row }) => row)
  const way = [
    { seconds: 300, kn: 0 },
    { seconds: 1200, kn: 9, turn: 0.1 },
    { seconds: 300, kn: 0 },
  ]
  const dense = playTrack(way, 5, { white: 1 }).rows
  const [first] = dense
  describe('in any order, cut anywhere, and repeated', () => {
    const received: [string, MovementRow[]][] = [
      ['positions alone', withoutSog(dense)],
      ['sparse positions', withoutSog(playTrack([{ seconds: 7200, kn: 12, turn: 0.02 }], 240).rows)],
      ['a SOG that stays 0', dense.map((row) => ({ ...row, sogMps: 0 }))],
      [
        'a report long before the feed',
        [
          { ...first, timeUs: (first?.timeUs ?? 0) - 400_000_000, sogMps: 5 },
          ...dense.map((row, i) => ({ ...row, sogMps: i < 60 || i > 300 ? 0.1 * (i % 2) : 4.63 })),
        ],
      ],
      [
        'a SOG that stays 9 kn before and after she moves',
        [
          ...withoutSog(playTrack([{ seconds: 1, kn: 0 }], 1).rows),
          ...playTrack(
            [
              { seconds: 600, kn: 0 },
              { seconds: 1500, kn: 9, turn: 0.1 },
              { seconds: 1200, kn: 0 },
            ],
            5,
          )
            .rows.slice(120)
            .map((row) => ({ ...row, sogMps: 9 * KNOT_MPS })),
        ],
      ],
    ]
    /** Trips of a vessel that receives each kind whole, followed by those of one vessel for each order. */
    const found = new Map<string, Awaited<ReturnType<typeof tripsOfFleet>>>()
    beforeAll(async () => {
      firstNumber = vesselNumber + 1
      const fleet = received.flatMap(([, rows]) => {
        const size = Math.ceil(rows.length / 6)
        const batches = Array.from({ length: 6 }, (_, i) => rows.slice(i * size, (i + 1) * size))
        return [
          [rows],
          batches.toReversed(),
          [1, 3, 5, 0, 2, 4, 0, 1].map((i) => batches[i] ?? []),
          [
            ...batches.slice(0, -1),
            ...(batches.at(-1) ?? []).slice(0, 12).map((row) => [row]),
            batches.at(-1) ?? [],
          ],
        ]
      })
      const isBatch = (rows: readonly MovementRow[]) => rows.length > 1
      const all = await tripsOfFleet(fleet, (batches) => batches.some(isBatch))
      for (const [i, [kind]] of received.entries()) found.set(kind, all.slice(4 * i, 4 * i + 4))
    }, 120_000)

    test.each(received.map(([kind]) => kind))('finds the same trips in %s', (kind) => {
      const [expected = [], ...others] = found.get(kind) ?? []
      expect(expected.filter(({ visible }) => visible)).toHaveLength(1)
      expect(others).toEqual([expected, expected, expected])
    })
  })

  test('finds the same trips when the process is killed after any batch', async () => {
    const { processing, bus } = await begin()
    await store(toReadings(day()), bus)
    await processing.idle()
    const expected = await storedTrips()
    await processing.close()

    await newVessel()
    const rows = day()
    for (let at = 0; at < rows.length; at += 700) {
      // Killed before it received the batch: its memory is lost.
      const { processing } = await begin()
      await store(toReadings(rows.slice(at, at + 700)), null)
      await processing.close()
    }
    const last = await begin()
    await last.processing.idle()
    await last.processing.close()
    expect(await storedTrips()).toEqual(expected)
  })

  test('finds the same trips when the boat goes back and forth between two processes', async () => {
    const alone = await begin()
    await store(toReadings(day()), alone.bus)
    await alone.processing.idle()
    const expected = await storedTrips()
    await alone.processing.close()

    await newVessel()
    const { processing: one, bus } = await begin()
    const given = { db: records.db, telemetry, bus, log: silentLog, clock: now }
    const other = await startProcessing({ ...given, partitions: [] })
    const hers = [partitionOf(vesselNumber)]
    let [having, next] = [one, other]
    const rows = day()
    for (let at = 0; at < rows.length; at += 700) {
      // The batch is published, and at most partly processed, when the vessel moves to another process.
      await store(toReadings(rows.slice(at, at + 700)), bus)
      if (at % 1400 === 0) await having.idle()
      await having.drop(hers)
      expect(having.partitions()).not.toContain(hers[0])
      await store(toReadings(rows.slice(at, at + 700)), bus)
      await next.hold(hers)
      ;[having, next] = [next, having]
    }
    await having.idle()
    expect(await storedTrips()).toEqual(expected)
    // The process without her partition does no work for her.
    await next.idle()
    expect(next.waiting(vesselNumber, { fromUs: 0, toUs: Number.MAX_SAFE_INTEGER })).toBe(0)
    await one.close()
    await other.close()
  })

  test('has the figures of a trip under way when the boat stops sending, before it has grown enough', async () => {
    const untilMs = clock('07:40') / 1000
    now.set(untilMs)
    const { processing, bus } = await begin()
    const rows = playMovement('06:00 0kn, 06:05 12kn, 07:40:15 12kn')
    const live = rows.filter(({ timeUs }) => timeUs > untilMs * 1000)
    await store(toReadings(rows.slice(0, -live.length)), bus)
    await processing.idle()
    for (const row of live) {
      now.set(row.timeUs / 1000)
      await store(toReadings([row]), bus)
    }
    // Without the pause both the search for trips and their analysis would be due a minute after the last ones.
    now.set(untilMs + 21_000)
    await expect.poll(() => analysed(), SOON).toEqual([{ lastRecordUs: live.at(-1)?.timeUs }])
    const [trip] = await storedTrips()
    await processing.idle()
    expect(await storedTrips()).toEqual([trip])
    await processing.close()
    now.set(clock('36:00') / 1000)
  })

  test('has the figures of a trip under way at once when a process takes over her vessel', async () => {
    now.set(clock('07:40') / 1000)
    const other = { id: vesselId, number: vesselNumber }
    await newVessel()
    const dying = await begin()
    const rows = playMovement('06:00 0kn, 06:05 12kn, 07:40 12kn')
    const last = rows.filter(({ timeUs }) => timeUs >= clock('07:39'))
    const ended = playMovement('05:00 0kn, 05:05 12kn, 05:20 12kn')
    await storeAll([toReadings(rows.slice(0, -last.length)), toReadings(ended, other.number)], dying.bus)
    await dying.processing.idle()
    await dying.processing.close()
    const [before] = await storedTrips()
    // The trip waits for figures when the process dies.
    await markTripsStale(records.db, vesselId)
    await store(toReadings(last), null)

    const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const searched = async (ms: number) => {
      asked.resolve()
      await answer.promise
      return telemetry.intervals.since(ms)
    }
    const slow = { ...telemetry, intervals: { ...telemetry.intervals } }
    // The clock stands still, so nothing that is due later is done.
    const { processing } = await begin(bornMs, records.db, slow, [])
    await processing.hold([partitionOf(other.number)])
    // The missed data of the other boat is due, so her figures wait for nothing.
    now.set(clock('07:40') / 1000 + 2000)
    slow.intervals.since = searched
    const holding = processing.hold([partitionOf(vesselNumber)])
    await asked.promise
    // Figures of her trip wait meanwhile, and those of others do not.
    await markTripsStale(records.db, other.id)
    await expect.poll(() => analysed(other.id), SOON).toHaveLength(1)
    answer.resolve()
    await holding
    await expect.poll(() => analysed(), SOON).toEqual([{ lastRecordUs: last.at(-1)?.timeUs }])
    const [trip] = await storedTrips()
    await processing.idle()
    expect(await storedTrips()).toEqual([trip])
    expect(trip?.distanceM).toBeGreaterThan(before?.distanceM ?? Number.POSITIVE_INFINITY)
    await processing.close()
    now.set(clock('36:00') / 1000)
  })

  test('joins trips when the missing hour arrives, and keeps the old link working', async () => {
    const rows = playMovement('08:00 10kn, 10:00 0kn, 11:00 0kn', 5)
    const gap = (row: MovementRow) => row.timeUs > clock('08:20') && row.timeUs < clock('09:40')
    const { processing, bus } = await begin()
    await store(toReadings(rows.filter((row) => !gap(row))), bus)
    await processing.idle()
    const before = await records.db
      .select()
      .from(trips)
      .where(eq(trips.vesselId, vesselId))
      .orderBy(asc(trips.startUs))
    expect(before).toHaveLength(2)
    await store(toReadings(rows.filter(gap)), bus)
    await processing.idle()
    await processing.close()
    const after = await records.db.select().from(trips).where(eq(trips.vesselId, vesselId))
    expect(after).toHaveLength(1)
    for (const { id } of before) expect(await resolveTripId(records.db, id)).toBe(after[0]?.id)
  })

  test('stores heat squares after each quarter-hour, and the last ones at the end of the trip', async () => {
    const { processing, bus } = await begin()
    now.set(clock('08:40') / 1000)
    await store(toReadings(playMovement('08:05 10kn, 08:40 10kn')), bus)
    await processing.idle()
    expect((await storedTrips())[0]).toMatchObject({ endUs: null })
    const minutes = async () => {
      const movingS = (await squares()).reduce((sum, { figures: [seconds = 0] }) => sum + seconds, 0)
      return Math.round(movingS / 60)
    }
    expect(await minutes()).toBe(25)
    now.set(clock('09:00') / 1000)
    await processing.idle()
    await processing.idle()
    expect((await storedTrips())[0]).toMatchObject({ endCause: 'silence' })
    expect(await minutes()).toBe(35)
    await processing.close()
  })

  test.each(['by an event', 'found after a restart'])(
    'finds trips that a top speed ruled out once the top speed is raised, %s',
    async (how) => {
      const { db } = records
      const ofHer = eq(vessels.id, vesselId)
      await db
        .update(vessels)
        .set({ topSpeedMps: 2 * KNOT_MPS })
        .where(ofHer)
      const first = await begin()
      const rows = playMovement('06:00 0kn, 07:00 30kn, 08:00 0kn, 09:00 0kn', 5)
      await store(toReadings(rows.map(({ sogMps: _, ...position }) => position)), first.bus)
      await first.processing.idle()
      expect(await storedTrips()).toEqual([])
      if (how !== 'by an event') await first.processing.close()
      // All stored data has been processed by then.
      const lookedMs = Date.now() + 1
      await db.transaction(async (tx) => {
        await tx
          .update(vessels)
          .set({ topSpeedMps: 40 * KNOT_MPS })
          .where(ofHer)
        await askRecomputation(tx, vesselId, 'voyages', new Date(lookedMs))
      })
      const second = how === 'by an event' ? first : await begin(lookedMs)
      if (how === 'by an event')
        first.bus.publish({ type: 'recomputation.asked', vesselNumber, step: 'voyages' })
      await second.processing.idle()
      await second.processing.close()
      expect(await storedTrips()).toMatchObject([{ startUs: clock('07:00') }])
    },
  )

  test('empties the heat squares of removed trips, though the store failed at first', async () => {
    const isAsFastAs = (kn: number) =>
      records.db
        .update(vessels)
        .set({ topSpeedMps: kn * KNOT_MPS })
        .where(eq(vessels.id, vesselId))
    let isAway = false
    const heat: Telemetry['heat'] = {
      ...telemetry.heat,
      async store(squares) {
        if (!isAway) return telemetry.heat.store(squares)
        isAway = false
        throw new Error('the store does not answer')
      },
    }
    await isAsFastAs(40)
    const { processing, bus } = await begin(bornMs, records.db, { ...telemetry, heat })
    const rows = playMovement('06:00 0kn, 07:00 30kn, 08:00 0kn, 09:00 0kn', 5)
    await store(toReadings(rows.map(({ sogMps: _, ...position }) => position)), bus)
    await processing.idle()
    expect(await storedTrips()).toHaveLength(1)
    expect((await squares()).length).toBeGreaterThan(10)
    await isAsFastAs(2)
    isAway = true
    bus.publish({ type: 'vessel.changed', organizationId: '', departmentId: '', vesselId })
    bus.publish({ type: 'recomputation.asked', vesselNumber, step: 'voyages' })
    await processing.idle()
    await processing.close()
    expect(isAway).toBe(false)
    expect(await storedTrips()).toEqual([])
    expect(await squares()).toEqual([])
  })

  test('stores values along a trip by today’s settings, and none for hidden or removed trips', async () => {
    const { db } = records
    const set = (values: Partial<typeof vessels.$inferInsert>) =>
      db.update(vessels).set(values).where(eq(vessels.id, vesselId))
    const drawn = async () => {
      const whole = { vesselNumber, fromUs: clock('06:00'), toUs: clock('10:00') }
      const keys = ['sog', 'rog', 'fuel_rate_l_nm', 'co2_emissions'] as const
      const all = await Promise.all(keys.map((key) => telemetry.series.samples(whole, key, 0)))
      const counts = all.map(({ timeUs, value }) => timeUs.filter((_, i) => value[i] !== null).length)
      return Object.fromEntries(keys.map((key, i) => [key, counts[i]]))
    }
    await set({ safetySpeedLimitMps: 15 * KNOT_MPS })
    const { processing, bus } = await begin()
    const measured = async () => {
      await markTripsStale(db, vesselId)
      bus.publish({ type: 'vessel.changed', organizationId: '', departmentId: '', vesselId })
      await processing.idle()
      return drawn()
    }
    const rows = playMovement('06:00 0kn, 07:00 30kn, 08:00 0kn, 09:00 0kn', 5)
    const burnt = rows.map(({ timeUs }) => ({ timeUs, key: 'fuel_rate' as const, instance: 1, value: 1e-5 }))
    const positions = toReadings(rows.map(({ sogMps: _, ...position }) => position))
    await store({ ...positions, scalars: burnt }, bus)
    await processing.idle()
    const all = await drawn()
    for (const count of Object.values(all)) expect(count).toBeGreaterThan(700)

    await set({ safetySpeedLimitMps: null })
    expect(await measured()).toEqual({ ...all, rog: 0 })
    const half = ['2026-06-18T06:00:00Z', '2026-06-18T07:30:00Z'] as const
    const ignored = {
      type: 'date_range',
      start_time: half[0],
      end_time: half[1],
      comment: null,
      created_at: half[0],
    } as const
    await set({ safetySpeedLimitMps: 15 * KNOT_MPS, ignoredFuelPeriods: [ignored] })
    const some = await measured()
    // Half an hour of the trip, each five seconds.
    const { fuel_rate_l_nm = 0, co2_emissions = 0 } = all
    expect(some).toEqual({
      ...all,
      fuel_rate_l_nm: fuel_rate_l_nm - 360,
      co2_emissions: co2_emissions - 360,
    })

    const [trip] = await db.select().from(trips).where(eq(trips.vesselId, vesselId))
    await db
      .update(trips)
      .set({ visible: false })
      .where(eq(trips.id, trip?.id ?? ''))
    const nothing = { sog: 0, rog: 0, fuel_rate_l_nm: 0, co2_emissions: 0 }
    expect(await measured()).toEqual(nothing)
    await db
      .update(trips)
      .set({ visible: true })
      .where(eq(trips.id, trip?.id ?? ''))
    expect(await measured()).toEqual(some)

    await set({ topSpeedMps: 2 * KNOT_MPS })
    bus.publish({ type: 'vessel.changed', organizationId: '', departmentId: '', vesselId })
    bus.publish({ type: 'recomputation.asked', vesselNumber, step: 'voyages' })
    await processing.idle()
    expect(await storedTrips()).toEqual([])
    expect(await drawn()).toEqual(nothing)
    await processing.close()
  })

  test('measures a trip under way again when its past changes', async () => {
    const { db } = records
    await db
      .update(vessels)
      .set({ safetySpeedLimitMps: 15 * KNOT_MPS })
      .where(eq(vessels.id, vesselId))
    const { processing, bus } = await begin()
    const rows = playMovement('07:00 0kn, 07:05 12kn, 09:00 12kn')
    const receive = async (from: string, to: string, at: string, burnt = true) => {
      now.set(clock(at) / 1000)
      const own = rows.filter(({ timeUs }) => timeUs >= clock(from) && timeUs < clock(to))
      const fuel = own.map(({ timeUs }) => ({ timeUs, key: 'fuel_rate' as const, instance: 1, value: 1e-5 }))
      const { scalars, ...readings } = toReadings(own)
      await store({ ...readings, scalars: burnt ? [...scalars, ...fuel] : scalars }, bus)
      await processing.idle()
    }
    const trip = async () => (await storedTrips())[0]
    await receive('07:00', '07:20', '07:20')
    await receive('07:20', '07:40', '07:40', false)
    await receive('07:40', '08:20', '08:20')
    const before = (await trip())?.stats ?? {}
    expect((await trip())?.endUs).toBeNull()
    // The fuel rate arrives late.
    await receive('07:20', '07:40', '08:20')
    const after = (await trip())?.stats ?? {}
    expect(after.fuel_consumption).toBeCloseTo((before.fuel_consumption ?? 0) + 12, 1)
    const limited = async (safetySpeedLimitMps: number | null) => {
      await db.update(vessels).set({ safetySpeedLimitMps }).where(eq(vessels.id, vesselId))
      await markTripsStale(db, vesselId)
      bus.publish({ type: 'vessel.changed', organizationId: '', departmentId: '', vesselId })
      await processing.idle()
      const whole = { vesselNumber, fromUs: clock('07:00'), toUs: clock('09:00') }
      const { value } = await telemetry.series.samples(whole, 'rog', 0)
      const rogMps = new Set(value.filter((one) => one !== null))
      return {
        quality: (await trip())?.stats.safety_quality,
        rogKn: [...rogMps].map((mps) => Math.round(mpsToKn(mps))),
      }
    }
    expect(before.safety_quality).toBe(1)
    expect(await limited(10 * KNOT_MPS)).toEqual({ quality: 0, rogKn: [10] })
    expect(await limited(null)).toEqual({ quality: null, rogKn: [] })
    await processing.close()
    now.set(clock('36:00') / 1000)
  })

  test('measures trips again once when other positions are accepted', async () => {
    const { processing, bus } = await begin()
    await store(toReadings(day()), bus)
    await processing.idle()
    const revisions = async () => {
      const rows = await records.db.select().from(trips).where(eq(trips.vesselId, vesselId))
      expect(rows.every(({ revision, analysedRevision }) => revision === analysedRevision)).toBe(true)
      return rows.map(({ revision }) => revision)
    }
    const before = await revisions()
    bus.publish({ type: 'recomputation.asked', vesselNumber, step: 'voyages' })
    await processing.idle()
    await processing.close()
    expect(await revisions()).toEqual(before.map((revision) => revision + 1))
  })

  test('starts a live trip within twenty moving seconds, and ends it in silence', async () => {
    const { processing, bus, events } = await begin()
    now.set(clock('08:10') / 1000)
    const rows = playMovement('08:08 0kn, 08:09 8kn, 08:10 0kn').slice(0, -1)
    await store(toReadings(rows.slice(0, 50)), bus)
    for (const row of rows.slice(50)) await store(toReadings([row]), bus)
    await processing.idle()
    expect(events.some(({ type }) => type === 'trip.started')).toBe(true)
    expect((await storedTrips())[0]).toMatchObject({ endUs: null })
    now.set(clock('08:21') / 1000)
    await processing.idle()
    await processing.idle()
    expect((await storedTrips())[0]).toMatchObject({ endCause: 'silence' })
    await processing.close()
    now.set(clock('36:00') / 1000)
  })
})

describe('corrected trips', () => {
  const rows = () => playMovement('06:00 0kn, 07:00 12kn, 08:00 0kn, 09:00 9kn, 09:30 0kn, 11:00 0kn', 5)
  const shown = async () =>
    (
      await records.db.select().from(trips).where(eq(trips.vesselId, vesselId)).orderBy(asc(trips.startUs))
    ).map(({ id, startUs, distanceM }) => ({
      id,
      at: new Date(startUs / 1000).toISOString().slice(11, 16),
      distanceM,
    }))
  const quarterHours = async () => {
    const choice = { vesselNumbers: [vesselNumber], fromS: clock('00:00') / 1e6, toS: clock('24:00') / 1e6 }
    const [byTrip] = await telemetry.quarterHours.sums(choice, ['trip'])
    const kept = [...(byTrip ?? [])].filter(([, { sog_s }]) => sog_s > 0)
    return { trips: kept.length, nmi: kept.reduce((sum, [, { distance_m }]) => sum + mToNmi(distance_m), 0) }
  }

  const deciding = ({ processing, bus }: Pick<Awaited<ReturnType<typeof begin>>, 'processing' | 'bus'>) => {
    const publishCorrected = async (fromUs: number, toUs: number) => {
      bus.publish({ type: 'trips.corrected', vesselNumber, fromUs, toUs })
      await processing.idle()
    }
    return {
      async decide(kind: string, from: string, to: string) {
        const correction = { vesselId, kind, fromUs: clock(from), toUs: clock(to) }
        const id = await records.db.transaction((tx) => insertCorrection(tx, correction))
        await publishCorrected(correction.fromUs, correction.toUs)
        return id
      },
      async undo(id: string, from: string, to: string) {
        await records.db.transaction((tx) => undoCorrection(tx, vesselId, id, new Date(0)))
        await publishCorrected(clock(from), clock(to))
      },
    }
  }

  test('splits and joins trips, in reports too, and restores them once undone', async () => {
    const { processing, bus } = await begin()
    await store(toReadings(rows()), bus)
    await processing.idle()
    const before = await shown()
    const sailed = await quarterHours()
    expect([before.map(({ at }) => at), sailed.trips]).toEqual([['07:00', '09:00'], 2])

    const { decide, undo } = deciding({ processing, bus })
    const split = await decide('split', '07:20', '07:20')
    expect((await shown()).map(({ at }) => at)).toEqual(['07:00', '07:20', '09:00'])
    expect(await quarterHours()).toEqual({ trips: 3, nmi: expect.closeTo(sailed.nmi, 1) })
    await undo(split, '07:20', '07:20')
    expect(await shown()).toEqual(before)
    expect(await quarterHours()).toEqual(sailed)

    const merge = await decide('merge', '07:00', '09:30')
    const joined = await shown()
    expect(joined.map(({ at }) => at)).toEqual(['07:00'])
    for (const { id } of before) expect(await resolveTripId(records.db, id)).toBe(joined[0]?.id)
    expect((await quarterHours()).trips).toBe(1)
    await undo(merge, '07:00', '09:30')
    expect(await shown()).toEqual(before)
    for (const { id } of before) expect(await resolveTripId(records.db, id)).toBe(id)
    await processing.close()
  })

  test('gives alerts and comments to the trip of their own time', async () => {
    const { processing, bus } = await begin()
    await store(toReadings(rows()), bus)
    await processing.idle()
    const { decide, undo } = deciding({ processing, bus })
    const [first, second] = await shown()
    const [firstId, secondId] = [first?.id ?? '', second?.id ?? '']
    const owner = { organizationId, vesselId }
    const alert = { ...owner, type: 'threshold' }
    const times = { early: '07:10', late: '07:40', next: '09:10' }
    const word = { ...owner, userId: null }
    const written = (at: string) => ({ isUnderWay: true, createdAt: new Date(clock(at) / 1000) })
    await records.db.transaction(async (tx) => {
      for (const [text, at] of Object.entries(times))
        await tx.insert(alerts).values({
          ...alert,
          text,
          triggerUs: clock(at),
          tripId: at < '09' ? firstId : secondId,
        })
      // Comments on a trip are written while it lasts and afterwards, even during the next trip.
      await insertComment(tx, { ...word, text: 'early', tripId: firstId, ...written('07:15') })
      await insertComment(tx, { ...word, text: 'late', tripId: firstId, ...written('07:45') })
      const afterwards = { createdAt: new Date(clock('09:20') / 1000) }
      await insertComment(tx, { ...word, text: 'about first', tripId: firstId, ...afterwards })
      await insertComment(tx, { ...word, text: 'about second', tripId: secondId, ...afterwards })
      await insertComment(tx, { ...word, text: 'about the boat', tripId: null, ...afterwards })
    })
    const of = async (id: string) => {
      const { db } = records
      const hanging = [
        ...(await db.select().from(alerts).where(eq(alerts.tripId, id)).orderBy(alerts.text)),
        ...(await db.select().from(comments).where(eq(comments.tripId, id)).orderBy(comments.text)),
      ]
      return hanging.map(({ text }) => text)
    }
    const all = async () => [await of(firstId), await of(secondId)]
    const before = await all()
    expect(before).toEqual([
      ['early', 'late', 'about first', 'early', 'late'],
      ['next', 'about second'],
    ])

    const split = await decide('split', '07:36', '07:36')
    const parts = await shown()
    expect(parts.map(({ id }) => id === firstId)).toEqual([true, false, false])
    expect(await of(parts[1]?.id ?? '')).toEqual(['late', 'late'])
    expect(await of(firstId)).toEqual(['early', 'about first', 'early'])
    await undo(split, '07:36', '07:36')
    expect(await all()).toEqual(before)

    const merge = await decide('merge', '07:00', '09:30')
    expect((await of(firstId)).length + (await of(secondId)).length).toBe(7)
    expect(Math.max((await of(firstId)).length, (await of(secondId)).length)).toBe(7)
    await undo(merge, '07:00', '09:30')
    expect(await all()).toEqual(before)

    // Comments from the trimmed time belong to no trip.
    const trim = await decide('trim', '07:30', '08:30')
    expect(await of(firstId)).toEqual(['early', 'about first', 'early', 'late'])
    await undo(trim, '07:30', '08:30')
    expect(await all()).toEqual(before)
    await processing.close()
  })

  test('splits a trip after a start, when the process ended before it received the decision', async () => {
    const { processing, bus } = await begin()
    await store(toReadings(rows()), bus)
    await processing.idle()
    await processing.close()
    const at = clock('07:20')
    // All stored data has been processed by then.
    const lookedMs = Date.now() + 1
    const split = { vesselId, kind: 'split', fromUs: at, toUs: at, createdAt: new Date(lookedMs) }
    await records.db.transaction((tx) => insertCorrection(tx, split))
    const again = await begin(lookedMs)
    await again.processing.idle()
    await again.processing.close()
    expect((await shown()).map(({ at }) => at)).toEqual(['07:00', '07:20', '09:00'])
  })

  test('keeps a trip deleted and out of reports when late data changes it', async () => {
    const { processing, bus } = await begin()
    await store(toReadings(rows()), bus)
    await processing.idle()
    const [first] = await shown()
    await records.db.transaction((tx) => hideTrip(tx, first?.id ?? ''))
    await processing.idle()
    expect((await quarterHours()).trips).toBe(1)
    await store(toReadings(rows().map((row) => ({ ...row, timeUs: row.timeUs + 2_000_000 }))), bus)
    await processing.idle()
    expect((await quarterHours()).trips).toBe(1)
    const again = await records.db
      .select()
      .from(trips)
      .where(eq(trips.id, first?.id ?? ''))
    expect(again[0]).toMatchObject({ isDeleted: true, stats: {} })
    await processing.close()
  })
})

test('stops though the record store no longer answers', async () => {
  const asked = Promise.withResolvers<void>()
  const away = new Proxy(records.db, {
    get(db, name) {
      if (name !== 'transaction') return Reflect.get(db, name)
      asked.resolve()
      return () => new Promise(() => undefined)
    },
  })
  await begin().then(({ processing }) => processing.close())
  const bus = inProcessBus((error) => {
    throw error
  })
  const processing = await startProcessing({
    ...{ db: away, telemetry, bus, log: silentLog, clock: now },
    progressEveryMs: 1,
  })
  await asked.promise
  await processing.close()
})

test('queries the last seconds of many vessels at once', async () => {
  const COUNT = 20
  const numbers: number[] = []
  for (let i = 0; i < COUNT; i++) {
    await newVessel()
    numbers.push(vesselNumber)
  }
  const asked = new Map<string, number>()
  const counted = <Noun extends object>(name: string, noun: Noun): Noun =>
    new Proxy(noun, {
      get(target, method) {
        const value = Reflect.get(target, method) as unknown
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          const what = `${name}.${String(method)}`
          asked.set(what, (asked.get(what) ?? 0) + 1)
          return value.apply(target, args)
        }
      },
    })
  const { positions, series, motion, impacts, quarterHours, heat } = telemetry
  const { processing, bus } = await begin(bornMs, records.db, {
    ...telemetry,
    ...{ positions: counted('positions', positions), series: counted('series', series) },
    ...{ motion: counted('motion', motion), impacts: counted('impacts', impacts) },
    ...{ quarterHours: counted('quarterHours', quarterHours), heat: counted('heat', heat) },
  })
  const flat = new Int16Array(500)
  const deliver = async (from: string, to: string) => {
    now.set(clock(to) / 1000)
    const isThen = ({ timeUs }: { timeUs: number }) => timeUs >= clock(from) && timeUs < clock(to)
    const all = numbers.map((vesselNumber) => {
      const played = playReadings(vesselNumber, '07:00 9kn, 08:00 9kn', 5)
      const block = { sensor: 1, startUs: clock(to) - 10_000_000, intervalUs: 20_000 }
      return {
        ...{ ...played, scalars: played.scalars.filter(isThen), fixes: played.fixes.filter(isThen) },
        motion: [
          {
            ...{ ...block, forceX: flat, forceY: flat, forceZ: flat.map(() => 1000) },
            ...{ roll: flat, pitch: flat, yaw: flat },
          },
        ],
      }
    })
    await telemetry.append(all)
    bus.publish({ type: 'readings.appended', intervals: all.flatMap(describeAppended) })
    await processing.idle()
  }
  await deliver('07:00', '07:40')
  asked.clear()
  await deliver('07:40', '07:41')
  expect(asked.get('motion.bySensor')).toBeGreaterThan(0)
  expect(asked.get('positions.movement')).toBeGreaterThan(0)
  expect(Math.max(...asked.values()), JSON.stringify([...asked])).toBeLessThan(COUNT / 2)
  await processing.close()
  now.set(clock('36:00') / 1000)
})

test('finds data stamped before progress was saved and stored after it', async () => {
  await store(toReadings(day()), null)
  // Progress saved half a minute later did not include the insert in progress.
  const { processing } = await begin(Date.now() + 30_000 - ARRIVAL_MARGIN_MS)
  await processing.idle()
  await processing.close()
  expect(await storedTrips()).not.toEqual([])
})

/** Records of which one call of this name fails, once `fails` is set. */
function failingOnce(name: 'transaction' | 'select') {
  const failure = { fails: false }
  const db = new Proxy(records.db, {
    get(target, method) {
      if (method !== name || !failure.fails) return Reflect.get(target, method)
      failure.fails = false
      const error = new Error('the store does not answer')
      if (name === 'transaction') return () => Promise.reject(error)
      throw error
    },
  })
  return { db, failure }
}

test('saves a state again that could not be saved at first', async () => {
  now.set(clock('08:00') / 1000)
  const { db, failure } = failingOnce('transaction')
  const { processing, bus } = await begin(bornMs, db)
  await processing.idle()
  failure.fails = true
  await store(toReadings([{ timeUs: clock('08:00'), latitudeDeg: 64.3, longitudeDeg: -22, sogMps: 0 }]), bus)
  await processing.idle()
  expect(failure.fails).toBe(false)
  expect((await loadVesselStates(records.db)).get(vesselNumber)?.latitudeDeg).toBe(64.3)
  await processing.close()
  now.set(clock('36:00') / 1000)
})

test('finds a new vessel though the directory could not be read at first', async () => {
  const { db, failure } = failingOnce('select')
  const { processing, bus } = await begin(bornMs, db)
  await processing.idle()
  await newVessel()
  failure.fails = true
  await store(toReadings(day()), bus)
  await processing.idle()
  await processing.close()
  expect(failure.fails).toBe(false)
  expect(await storedTrips()).not.toEqual([])
})

test('shows the newest position and speed at once, and keeps them for the next start', async () => {
  const { processing, bus, events } = await begin()
  now.set(clock('08:00') / 1000)
  await store(
    toReadings([{ timeUs: clock('08:00'), latitudeDeg: 64.1, longitudeDeg: -22, sogMps: 7 * KNOT_MPS }]),
    bus,
  )
  const moved = events.find((event) => event.type === 'vessel.moved')
  expect(moved).toMatchObject({
    vesselId,
    live: { lat: 64.1, lon: -22, last_updated: clock('08:00') / 1000 },
  })
  expect(moved?.type === 'vessel.moved' && moved.live.sog).toBeCloseTo(7, 9)
  await processing.close()
  expect((await loadVesselStates(records.db)).get(vesselNumber)?.latitudeDeg).toBe(64.1)
  now.set(clock('36:00') / 1000)
})

test('shows the newest position of data that was stored while it was stopped', async () => {
  now.set(clock('08:00') / 1000)
  await store(
    toReadings([{ timeUs: clock('07:59'), latitudeDeg: 64.2, longitudeDeg: -22, sogMps: 5 * KNOT_MPS }]),
    null,
  )
  const { processing, events } = await begin()
  await processing.idle()
  await processing.close()
  expect(events.filter((event) => event.type === 'vessel.moved' && event.vesselId === vesselId)).not.toEqual(
    [],
  )
  const state = (await loadVesselStates(records.db)).get(vesselNumber)
  expect(state).toMatchObject({ latitudeDeg: 64.2, fixUs: clock('07:59') })
  expect(state?.latest.sog).toEqual([clock('07:59'), expect.closeTo(5 * KNOT_MPS, 4)])
  now.set(clock('36:00') / 1000)
})

test('shows the derived speed of a boat without SOG, the same live, at a start and in batches', async () => {
  const rows = playMovement('08:00 0kn, 08:10 8kn, 09:00 0kn, 09:20 6kn, 09:30 6kn', 5).map(
    ({ sogMps, ...row }) => row,
  )
  const state = async () => {
    const { vesselId: _, ...shown } = (await loadVesselStates(records.db, [vesselId])).get(
      vesselNumber,
    ) as VesselState & { vesselId: string }
    return shown
  }
  const running = await begin()
  await store(toReadings(rows), running.bus)
  await running.processing.idle()
  await running.processing.close()
  const expected = await state()
  expect(expected.latest).toEqual({ sog: [clock('09:30'), expect.closeTo(6 * KNOT_MPS, 1), true] })

  // With all that was derived of her in the meantime.
  await records.db.delete(vesselStates).where(eq(vesselStates.vesselId, vesselId))
  const again = await begin()
  await again.processing.idle()
  await again.processing.close()
  expect(await state()).toEqual(expected)

  await newVessel()
  const batches = await begin()
  for (let from = 0, size = 7; from < rows.length; from += size, size = 77 - size)
    await store(toReadings(rows.slice(from, from + size)), batches.bus)
  await batches.processing.idle()
  await batches.processing.close()
  expect(await state()).toEqual(expected)
})

test('lets an open trip reach to the last record of any kind, whenever it is computed', async () => {
  const rows = playMovement('07:00 9kn, 07:30 9kn', 5)
  const lastUs = rows.at(-1)?.timeUs ?? 0
  const flat = new Int16Array(500)
  const block = { sensor: 1, startUs: lastUs, intervalUs: 20_000, forceX: flat, forceY: flat, forceZ: flat }
  const motion = [{ ...block, roll: flat, pitch: flat, yaw: flat }]
  now.set(lastUs / 1000 + 15_000)
  const { processing, bus } = await begin()
  await store(toReadings(rows), bus)
  await store({ ...toReadings([]), motion }, bus)
  await processing.idle()
  const atOnce = await storedTrips()
  expect(atOnce).toMatchObject([{ endUs: null, lastRecordUs: lastUs + 499 * 20_000 }])
  // A repetition causes another computation, soon after and once the silence is a long one.
  for (const laterMs of [20_000, 180_000]) {
    now.set(lastUs / 1000 + laterMs)
    await store(toReadings(rows.slice(0, 2)), bus)
    await processing.idle()
    expect(await storedTrips()).toEqual(atOnce)
  }
  await processing.close()
  now.set(clock('36:00') / 1000)
})

test('lets a trip reach to records that arrive while it is found', async () => {
  const rows = playMovement('07:00 9kn, 07:30 9kn', 5)
  const lastUs = rows.at(-1)?.timeUs ?? 0
  const timeUs = lastUs + 2_000_000
  const late = [{ timeUs, key: 'engine_speed' as const, instance: 1, value: 12 }]
  now.set(lastUs / 1000 + 15_000)
  const { positions } = telemetry
  let hasCome = false
  const { processing, bus } = await begin(bornMs, records.db, {
    ...telemetry,
    positions: {
      ...positions,
      async movement(intervals) {
        const read = await positions.movement(intervals)
        if (!hasCome && read.length > 0) {
          hasCome = true
          await store({ ...toReadings([]), scalars: late }, bus)
        }
        return read
      },
    },
  })
  await store(toReadings(rows), bus)
  await processing.idle()
  expect(hasCome).toBe(true)
  expect(await storedTrips()).toMatchObject([{ endUs: null, lastRecordUs: timeUs }])
  await processing.close()
  now.set(clock('36:00') / 1000)
})

test('computes the impact of each second and of the trip from motion', async () => {
  const rows = playMovement('08:00 20kn, 08:10 0kn, 08:40 0kn')
  const n = 600 * 50
  const forceZ = new Int16Array(n).fill(1000)
  for (let i = 0; i < 6; i++) forceZ[300 * 50 + i] = 1000 + Math.round(4000 * Math.sin((Math.PI * i) / 6))
  const level = new Int16Array(n)
  const { processing, bus } = await begin()
  await store(
    {
      ...toReadings(rows),
      motion: [
        {
          sensor: 1,
          startUs: clock('08:00'),
          intervalUs: 20_000,
          forceX: level,
          forceY: level,
          forceZ,
          roll: level,
          pitch: level,
          yaw: level,
        },
      ],
    },
    bus,
  )
  await processing.idle()
  await processing.close()
  const [trip] = await storedTrips()
  expect(trip?.peakImpactG).toBeCloseTo(3.99, 1)
  expect(trip?.avgImpactG).toBeLessThan(0.1)
  const { value } = await telemetry.series.samples(
    { vesselNumber, fromUs: clock('08:00'), toUs: clock('08:10') },
    'impact',
    1,
  )
  expect(value).toHaveLength(600)
})

const LATE_TRIP = '08:00 12kn, 09:00 0kn, 09:20 0kn'
const TWO_LATE_TRIPS = '08:00 12kn, 09:00 0kn, 09:20 silent, 11:00 12kn, 12:00 0kn, 12:20 0kn'

test.each([
  ['leaves it, when too little was sailed for one', LATE_TRIP, 0, 1],
  ['analyses it again, when its day gets one', LATE_TRIP, 2200, 2],
  ['analyses it again, when two trips together give its day one', TWO_LATE_TRIPS, 1500, 2],
])('takes late data for the eco band of a later trip and %s', async (_, late, knownS, expected) => {
  const known = {
    bin_s: knownS,
    bin_m3: 0.01,
    bin_m: 9000,
    cruise_s: knownS,
    cruise_m3: 0.01,
    cruise_m: 9000,
  }
  let analyses = 0
  const counting: Telemetry = {
    ...telemetry,
    quarterHours: {
      ...telemetry.quarterHours,
      dailySpeedBins: async (choice) => {
        const days = await telemetry.quarterHours.dailySpeedBins(choice)
        const earlier = new Map([14, 15, 16, 17, 18, 19, 20, 21].map((kn) => [kn, known]))
        return days.set(choice.fromS, earlier)
      },
      store: (quarterHours) => {
        const ofLater = quarterHours.filter(({ quarterHourS }) => quarterHourS * 1e6 >= clock('24:00'))
        analyses += ofLater.some((one) => one.vesselNumber === vesselNumber) ? 1 : 0
        return telemetry.quarterHours.store(quarterHours)
      },
    },
  }
  const { processing, bus } = await begin(bornMs, records.db, counting)
  for (const track of ['32:00 12kn, 33:00 0kn, 33:20 0kn', late]) {
    const rows = playMovement(track)
    const fuel = rows.map(({ timeUs }) => ({ timeUs, key: 'fuel_rate' as const, instance: 1, value: 1e-5 }))
    const { scalars, ...readings } = toReadings(rows)
    await store({ ...readings, scalars: [...scalars, ...fuel] }, bus)
    await processing.idle()
  }
  expect(await analysed()).toHaveLength(late === TWO_LATE_TRIPS ? 3 : 2)
  expect(analyses).toBe(expected)
  await processing.close()
})

test('analyses an ended trip once when its motion comes in many pieces', async () => {
  const minutes = 20
  const rows = playMovement('08:00 20kn, 08:20 0kn, 08:50 0kn')
  const level = new Int16Array(60 * 50)
  const motion = Array.from({ length: minutes }, (_, i) => ({
    ...{ sensor: 1, startUs: clock('08:00') + i * 60_000_000, intervalUs: 20_000 },
    ...{ forceX: level, forceY: level, forceZ: new Int16Array(60 * 50).fill(1000) },
    ...{ roll: level, pitch: level, yaw: level },
  }))
  let analyses = 0
  const counting: Telemetry = {
    ...telemetry,
    quarterHours: {
      ...telemetry.quarterHours,
      store: (quarterHours) => {
        analyses += quarterHours.some((one) => one.vesselNumber === vesselNumber) ? 1 : 0
        return telemetry.quarterHours.store(quarterHours)
      },
    },
  }
  const { processing, bus } = await begin(bornMs, records.db, counting)
  await store({ ...toReadings(rows), motion }, bus)
  const interval = { fromUs: clock('08:00'), toUs: clock('08:50') }
  // Backlogs wait until their batches pause.
  now.set(clock('36:00') / 1000 + 2000)
  await expect.poll(() => processing.waiting(vesselNumber, interval), SOON).toBe(0)
  await expect.poll(() => analysed(), SOON).toHaveLength(1)
  expect(analyses).toBe(1)
  await processing.idle()
  expect(analyses).toBe(1)
  await processing.close()
  now.set(clock('36:00') / 1000)
})

function shuffled<T>(items: readonly T[], seed: number): T[] {
  const copy = [...items]
  let state = seed
  for (let i = copy.length - 1; i > 0; i--) {
    state = (state * 48271) % 2147483647
    const j = state % (i + 1)
    const a = copy[i] as T
    copy[i] = copy[j] as T
    copy[j] = a
  }
  return copy
}
