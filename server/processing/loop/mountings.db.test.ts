/** Motion is turned by the mounting of its time, also when a user enters that mounting later. */
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Bus, inProcessBus } from '#server/platform/bus.ts'
import { systemClock } from '#server/platform/clock.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { askRecomputation } from '#server/records/recomputations.ts'
import { insertMounting, mountingHoldsUntil, removeMounting } from '#server/records/sensorMountings.ts'
import { PROCESSED_UP_TO, writeSetting } from '#server/records/settings.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { processingProgress, sensors, vessels } from '#server/stores/relational/schema.ts'
import { ARRIVAL_MARGIN_MS } from '#server/telemetry/appendedIntervals.ts'
import { describeAppended } from '#server/telemetry/describeInterval.ts'
import type { VesselReadings } from '#server/telemetry/vesselReadings.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { type TestTelemetry, testTelemetry } from '#server/testing/testTelemetry.ts'
import { type Processing, startProcessing } from './startProcessing.ts'

const S = 1_000_000
const START_US = Date.UTC(2026, 5, 18, 9) * 1000
const HITS_S = [10, 30, 50]

let records: Records
let telemetry: TestTelemetry
let bus: Bus
let processing: Processing
let vessel: { id: string; number: number }
beforeEach(async () => {
  records = await testRecords()
  telemetry = await testTelemetry()
  const { db } = records
  const { organizationId, departmentId } = await db.transaction((tx) =>
    insertOrganization(tx, { name: 'Fleet' }),
  )
  const [row] = await db.insert(vessels).values({ organizationId, departmentId, name: 'Hafdís' }).returning()
  vessel = { id: row?.id ?? '', number: row?.number ?? 0 }
  await start()
})
afterEach(async () => {
  await processing.close()
  await records.close()
  await telemetry.close()
})

async function start() {
  bus = inProcessBus((error) => {
    throw error
  })
  processing = await startProcessing({ db: records.db, telemetry, bus, log: silentLog, clock: systemClock })
}

/** Starts with all data before a moment processed, so that only later decisions are found. */
async function startAgain(lookedMs: number) {
  await records.db.delete(processingProgress)
  await writeSetting(records.db, PROCESSED_UP_TO, lookedMs + ARRIVAL_MARGIN_MS)
  await start()
}

/** A minute in which three impacts of 2 g come from the sensor's forward axis. */
function minute({ sensor = 1, peakMg = 2000 } = {}): VesselReadings {
  const column = (value: (t: number) => number) =>
    Int16Array.from({ length: 60 * 50 }, (_, i) => Math.round(value(i / 50)))
  const level = column(() => 0)
  const push = (t: number) =>
    HITS_S.reduce(
      (sum, at) => sum + (t < at || t > at + 0.15 ? 0 : peakMg * Math.sin((Math.PI * (t - at)) / 0.15)),
      0,
    )
  return {
    ...{ vesselNumber: vessel.number, scalars: [], fixes: [], ais: [], faults: [] },
    motion: [
      {
        ...{ sensor, startUs: START_US, intervalUs: 20_000, roll: level, pitch: level, yaw: level },
        ...{ forceX: column(push), forceY: level, forceZ: column(() => 1000) },
      },
    ],
  }
}

/** Direction of the push at each impact, and the impact of each of these seconds. */
async function measured() {
  await processing.idle()
  const interval = { vesselNumber: vessel.number, fromUs: START_US, toUs: START_US + 60 * S - 1 }
  const [stored] = await telemetry.impacts.read([interval])
  const field = { key: 'impact', instance: 0, aggregation: 'max' } as const
  const [seconds] = await telemetry.series.buckets(interval, [field], S)
  return {
    pushes: stored?.peaks.map(({ xG, yG }) => [Math.round(xG), Math.round(yG)]),
    seconds: HITS_S.map((at) => {
      const i = seconds?.timeUs.indexOf(START_US + at * S) ?? -1
      return Math.round(seconds?.value[i] ?? Number.NaN)
    }),
  }
}

async function mount(atS: number, xAxis: 'forward' | 'port' | 'down', zAxis: 'forward' | 'up') {
  const [sensor] = await records.db.select().from(sensors).where(eq(sensors.vesselId, vessel.id))
  const mounting = { sensorId: sensor?.id ?? '', validFromUs: START_US + atS * S, xAxis, zAxis }
  const { made } = await records.db.transaction((tx) => insertMounting(tx, mounting, new Date()))
  return made
}

async function publishTurned(mounting: Awaited<ReturnType<typeof mount>>) {
  const { sensorId, validFromUs: fromUs } = mounting
  const toUs = await mountingHoldsUntil(records.db, sensorId, fromUs)
  bus.publish({ type: 'sensors.turned', vesselNumber: vessel.number, fromUs, toUs })
}

async function deliver(readings: VesselReadings) {
  await telemetry.append([readings])
  bus.publish({ type: 'readings.appended', intervals: describeAppended(readings) })
}

test('recomputes the whole past when the sensors of the vessel are chosen, also after a process died', async () => {
  await deliver(minute({ sensor: 1, peakMg: 2000 }))
  await deliver(minute({ sensor: 2, peakMg: 4000 }))
  const { seconds } = await measured()
  expect(seconds).toEqual([4, 4, 4])
  const choose = (number: number | null) =>
    records.db.transaction(async (tx) => {
      const chosen = number === null ? sql`false` : eq(sensors.number, number)
      await tx
        .update(sensors)
        .set({ useWithSafetySpeed: sql`${chosen}` })
        .where(eq(sensors.vesselId, vessel.id))
      await askRecomputation(tx, vessel.id, 'sensors', new Date())
    })
  await choose(1)
  bus.publish({ type: 'recomputation.asked', vesselNumber: vessel.number, step: 'sensors' })
  expect((await measured()).seconds).toEqual([2, 2, 2])
  await processing.close()
  const lookedMs = Date.now()
  await choose(null)
  await startAgain(lookedMs)
  expect((await measured()).seconds).toEqual([4, 4, 4])
})

test('recomputes impacts from the time on at which a mounting becomes valid', async () => {
  await deliver(minute())
  const straight = {
    pushes: [
      [2, 0],
      [2, 0],
      [2, 0],
    ],
    seconds: [2, 2, 2],
  }
  expect(await measured()).toEqual(straight)

  const turned = await mount(20, 'port', 'up')
  await publishTurned(turned)
  expect(await measured()).toEqual({
    ...straight,
    pushes: [
      [2, 0],
      [0, -2],
      [0, -2],
    ],
  })
  // A push downwards is no impact.
  await publishTurned(await mount(40, 'down', 'forward'))
  expect(await measured()).toEqual({
    pushes: [
      [2, 0],
      [0, -2],
    ],
    seconds: [2, 2, 0],
  })

  // Removes the mounting, as if it had never existed; the process dies before it receives that.
  await processing.close()
  const lookedMs = Date.now()
  await records.db.transaction((tx) => removeMounting(tx, turned.sensorId, turned.id, new Date()))
  await startAgain(lookedMs)
  expect(await measured()).toEqual({
    pushes: [
      [2, 0],
      [2, 0],
    ],
    seconds: [2, 2, 0],
  })
})
