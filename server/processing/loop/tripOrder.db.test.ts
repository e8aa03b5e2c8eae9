/** Trips of receivers without SOG, with one that is stuck, with frozen or rare positions, however their data comes. */
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nothingDecoded } from '#contract/domain/reading.ts'
import { SECOND_US } from '#contract/domain/time.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { PROCESSED_UP_TO, writeSetting } from '#server/records/settings.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { processingProgress, trips, vessels } from '#server/stores/relational/schema.ts'
import { ARRIVAL_MARGIN_MS } from '#server/telemetry/appendedIntervals.ts'
import { describeAppended } from '#server/telemetry/describeInterval.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { VesselReadings } from '#server/telemetry/vesselReadings.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { luckOf, patchyTrack } from '#server/testing/patchyTrack.ts'
import { DAY_US, type MovementRow } from '#server/testing/playMovement.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { testTelemetry } from '#server/testing/testTelemetry.ts'
import { startProcessing } from './startProcessing.ts'

/** `TRIP_SEEDS=200 TRIP_SEED=7` in the environment tries 200 recordings, starting at seed 7. */
const SEEDS = Number(process.env.TRIP_SEEDS ?? 2)
const FIRST_SEED = Number(process.env.TRIP_SEED ?? 1)
const END_MS = DAY_US / 1000 + 36 * 3_600_000

let records: Records
let telemetry: Telemetry & { close(): Promise<void> }
let owner: { organizationId: string; departmentId: string }
const now = fixedClock(END_MS)

beforeAll(async () => {
  records = await testRecords()
  telemetry = await testTelemetry()
  const { db } = records
  owner = await db.transaction((tx) => insertOrganization(tx, { name: 'Fleet' }))
})
afterAll(async () => {
  await records.close()
  await telemetry.close()
})

interface Delivery {
  rows: MovementRow[]
  /** The process is killed and another one begins before it notices these. */
  isMissed: boolean
  isWaitedFor: boolean
}

/** Batches as they come: mostly in order with some late, or in any order; single rows, halves and some again. */
function deliveriesOf(seed: number, rows: readonly MovementRow[]): Delivery[] {
  const luck = luckOf(seed + 77_777)
  const wildness = [0, 0.1, 0.4, 1][seed % 4] as number
  const batches: MovementRow[][] = []
  for (let at = 0; at < rows.length; ) {
    const length = luck() < 0.15 ? 1 : Math.ceil((rows.length / 8) * luck())
    const batch = rows.slice(at, at + length)
    at += length
    if (luck() < 0.2 && batch.length > 3) {
      // SOG and positions as two devices would send them.
      batches.push(batch.map(({ sogMps, ...row }) => row))
      batches.push(batch.flatMap(({ timeUs, sogMps }) => (sogMps === undefined ? [] : [{ timeUs, sogMps }])))
    } else if (luck() < 0.3 && batch.length > 3) {
      const late = Math.floor(luck() * batch.length)
      batches.push(
        batch.filter((_, i) => i !== late),
        batch.filter((_, i) => i === late),
      )
    } else batches.push(batch)
  }
  const all = batches
    .filter(({ length }) => length > 0)
    .map((batch, i) => ({
      batch,
      place: i + (luck() < wildness ? luck() * 2 * batches.length * wildness : 0),
    }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ batch }) => batch)
  return [...all, ...all.filter(() => luck() < 0.1)].map((rows) => ({
    ...{ rows, isMissed: seed % 3 !== 0 && luck() < 0.1, isWaitedFor: luck() < 0.7 },
  }))
}

async function newVessel(name: string) {
  const [vessel] = await records.db
    .insert(vessels)
    .values({ ...owner, name })
    .returning()
  return { id: vessel?.id ?? '', number: vessel?.number ?? 0 }
}

const toReadings = (vesselNumber: number, rows: readonly MovementRow[]): VesselReadings => ({
  ...nothingDecoded(),
  ...{ vesselNumber, faults: [] },
  scalars: rows.flatMap(({ timeUs, sogMps }) =>
    sogMps === undefined ? [] : [{ timeUs, key: 'sog', instance: 0, value: sogMps } as const],
  ),
  fixes: rows.flatMap(({ timeUs, latitudeDeg, longitudeDeg }) =>
    latitudeDeg === undefined || longitudeDeg === undefined
      ? []
      : [{ timeUs, latitudeDeg, longitudeDeg, hdop: null, valid: true }],
  ),
})

/** A process that searches for missed data of this vessel alone. */
async function begin(vesselNumber: number, sinceMs: number) {
  const intervals: Telemetry['intervals'] = {
    ...telemetry.intervals,
    since: async (ms) =>
      (await telemetry.intervals.since(ms)).filter((interval) => interval.vesselNumber === vesselNumber),
  }
  await records.db.delete(processingProgress)
  await writeSetting(records.db, PROCESSED_UP_TO, sinceMs + ARRIVAL_MARGIN_MS)
  const bus = inProcessBus((error) => {
    throw error
  })
  const processing = await startProcessing({
    ...{ db: records.db, telemetry: { ...telemetry, intervals }, bus, log: silentLog, clock: now },
  })
  return { processing, bus }
}

async function deliver(name: string, deliveries: readonly Delivery[]) {
  const vessel = await newVessel(name)
  const bornMs = Date.now()
  let process = await begin(vessel.number, bornMs)
  now.set(DAY_US / 1000)
  for (const { rows, isMissed, isWaitedFor } of deliveries) {
    const readings = toReadings(vessel.number, rows)
    now.set(Math.max(now.nowMs(), (rows.at(-1)?.timeUs ?? 0) / 1000 + 500))
    await telemetry.append([readings])
    if (isMissed) {
      await process.processing.close()
      process = await begin(vessel.number, bornMs)
    } else process.bus.publish({ type: 'readings.appended', intervals: describeAppended(readings) })
    if (isWaitedFor) await process.processing.idle()
  }
  await process.processing.idle()
  now.set(END_MS)
  await process.processing.idle()
  await process.processing.idle()
  await process.processing.close()
  const rows = await records.db
    .select()
    .from(trips)
    .where(eq(trips.vesselId, vessel.id))
    .orderBy(asc(trips.startUs))
  return rows.map((trip) => {
    const { startUs, endUs, lastMovingUs, lastRecordUs, startCause, endCause, visible, seaState } = trip
    const { distanceM, durationS, avgSogMps, maxSogMps, distanceSuspect, stats, isDeleted } = trip
    const seconds = [startUs, endUs, lastMovingUs, lastRecordUs].map((us) =>
      us === null ? null : (us - DAY_US) / SECOND_US,
    )
    return {
      ...{ seconds, startCause, endCause, visible, seaState, distanceM, durationS, avgSogMps, maxSogMps },
      ...{ distanceSuspect, stats, isDeleted },
    }
  })
}

test('finds the same trips whole, cut, out of order, repeated and around restarts', async () => {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
    const rows = patchyTrack(seed)
    const whole = await deliver(`Whole ${seed}`, [{ rows, isMissed: false, isWaitedFor: true }])
    const cut = await deliver(`Cut ${seed}`, deliveriesOf(seed, rows))
    expect.soft({ seed, trips: cut }).toEqual({ seed, trips: whole })
  }
}, 3_000_000)
