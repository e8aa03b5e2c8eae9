/** Hours of engines follow from the stored samples alone, whatever their order, and are counted for older samples too. */
import { asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ScalarReading } from '#contract/domain/reading.ts'
import { DAY_MS, SECOND_US } from '#contract/domain/time.ts'
import { type Bus, inProcessBus } from '#server/platform/bus.ts'
import { systemClock } from '#server/platform/clock.ts'
import { insertTasks } from '#server/records/maintenance.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { PROCESSED_UP_TO, writeSetting } from '#server/records/settings.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import {
  alerts,
  engineSegments,
  engines,
  maintenanceTasks,
  processingProgress,
  vessels,
} from '#server/stores/relational/schema.ts'
import { describeAppended } from '#server/telemetry/describeInterval.ts'
import type { VesselReadings } from '#server/telemetry/vesselReadings.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { type TestTelemetry, testTelemetry } from '#server/testing/testTelemetry.ts'
import { type Processing, startProcessing } from './startProcessing.ts'

const START_US = (Math.floor(Date.now() / DAY_MS) - 3) * DAY_MS * 1000

let records: Records
let telemetry: TestTelemetry
let bus: Bus
let processing: Processing
let owner: { organizationId: string; departmentId: string }
beforeAll(async () => {
  records = await testRecords()
  telemetry = await testTelemetry()
  owner = await records.db.transaction((tx) => insertOrganization(tx, { name: 'Fleet' }))
  await start()
})
afterAll(async () => {
  await processing.close()
  await records.db.update(vessels).set({ deletedAt: new Date() })
  await records.close()
  await telemetry.close()
})

async function start() {
  bus = inProcessBus((error) => {
    throw error
  })
  processing = await startProcessing({ db: records.db, telemetry, bus, log: silentLog, clock: systemClock })
}

async function addVessel(areEnginesCounted = true) {
  const [row] = await records.db
    .insert(vessels)
    .values({ ...owner, name: 'Hafdís', areEnginesCounted })
    .returning()
  if (!row) throw new Error('nothing was inserted')
  bus.publish({ type: 'vessel.changed', ...owner, vesselId: row.id })
  return row
}

const readings = (vesselNumber: number, scalars: readonly ScalarReading[]): VesselReadings => ({
  ...{ vesselNumber, scalars: [...scalars], fixes: [], motion: [], ais: [], faults: [] },
})
async function deliver(...batches: readonly VesselReadings[]) {
  const given = batches.filter(({ scalars }) => scalars.length > 0)
  await telemetry.append(given)
  bus.publish({ type: 'readings.appended', intervals: given.flatMap(describeAppended) })
}

/** Two engines over a night: one with a counter that is reset, one with its speed alone and gaps. */
const NIGHT: ScalarReading[] = Array.from({ length: 600 }, (_, minute) => {
  const timeUs = START_US + (600 + minute) * 60 * SECOND_US
  const counter = minute < 300 ? 3_600_000 + minute * 60 : (minute - 300) * 60
  return [
    { timeUs, key: 'engine_hours' as const, instance: 1, value: Math.floor(counter / 180) * 180 },
    ...(minute % 100 < 60 ? [{ timeUs, key: 'engine_speed' as const, instance: 2, value: 30 }] : []),
  ]
}).flat()

async function hoursOf(vesselId: string) {
  const found = await records.db
    .select({ instance: engines.instance, hoursS: engines.hoursS, source: engines.hoursSource })
    .from(engines)
    .where(eq(engines.vesselId, vesselId))
    .orderBy(asc(engines.instance))
  const segments = await records.db
    .select()
    .from(engineSegments)
    .where(eq(engineSegments.vesselId, vesselId))
    .orderBy(asc(engineSegments.instance), asc(engineSegments.fromUs))
  return { found, segments: segments.map(({ vesselId, ...segment }) => segment) }
}

test('gives late samples the hours that samples in order have', async () => {
  const ordered = await addVessel()
  const mixed = fc.sample(
    fc.array(fc.integer({ min: 0, max: 3 }), { minLength: NIGHT.length, maxLength: NIGHT.length }),
    { numRuns: 3, seed: 7 },
  )
  const late = []
  for (const _ of mixed) late.push(await addVessel())
  for (let round = 0; round < 4; round++) {
    const from = (NIGHT.length / 4) * round
    await deliver(
      readings(ordered.number, NIGHT.slice(from, from + NIGHT.length / 4)),
      ...late.map(({ number }, i) =>
        readings(
          number,
          NIGHT.filter((_, at) => mixed[i]?.[at] === round),
        ),
      ),
    )
    await processing.idle()
  }
  const expected = await hoursOf(ordered.id)
  expect(expected.found).toEqual([
    // 1,000 h, then 4 h 57 min to the reset, and 4 h 57 min after it.
    { instance: 1, hoursS: 3_600_000 + 17_820 + 17_820, source: 'counter' },
    { instance: 2, hoursS: 6 * 59 * 60, source: 'speed' },
  ])
  for (const { id } of late) expect(await hoursOf(id)).toEqual(expected)
})

test('counts samples from before the hours of engines were counted', async () => {
  const vessel = await addVessel(false)
  await telemetry.append([readings(vessel.number, NIGHT)])
  await processing.close()
  await records.db.delete(processingProgress)
  await writeSetting(records.db, PROCESSED_UP_TO, Date.now() + DAY_MS)
  await start()
  await processing.idle()
  const { found } = await hoursOf(vessel.id)
  expect(found.map(({ hoursS }) => hoursS)).toEqual([3_635_640, 21_240])
})

test('finds a task due as the engine runs and time passes', async () => {
  const vessel = await addVessel()
  await deliver(readings(vessel.number, NIGHT.slice(0, 100)))
  await processing.idle()
  const [engine] = await records.db.select().from(engines).where(eq(engines.vesselId, vessel.id))
  const base = { organizationId: owner.organizationId, vesselId: vessel.id, baseAt: new Date(0) }
  await records.db.transaction((tx) =>
    insertTasks(tx, [
      {
        ...{ ...base, title: 'Oil', engineId: engine?.id ?? '', baseHoursS: engine?.hoursS ?? 0 },
        ...{ everyHoursS: 7200, checkedAt: new Date() },
      },
      { ...base, title: 'Liferaft', everyMonths: 12, checkedAt: new Date(0) },
    ]),
  )
  await processing.idle()
  const states = async () =>
    (
      await records.db
        .select({ title: maintenanceTasks.title, state: maintenanceTasks.state })
        .from(maintenanceTasks)
        .where(eq(maintenanceTasks.vesselId, vessel.id))
        .orderBy(asc(maintenanceTasks.title))
    ).map(({ state }) => state)
  expect(await states()).toEqual(['due', 'ok'])
  await deliver(readings(vessel.number, NIGHT.slice(100)))
  await processing.idle()
  expect(await states()).toEqual(['due', 'due'])
  const raised = await records.db.select().from(alerts).where(eq(alerts.vesselId, vessel.id))
  const open = raised.flatMap(({ facts, isOpen, type, severity }) =>
    isOpen && facts?.kind === 'maintenance' ? [`${type} ${severity} ${facts.title} ${facts.state}`] : [],
  )
  expect(open.toSorted()).toEqual(['external warning Liferaft due', 'external warning Oil due'])
})

test('opens one task for a fault of an engine, whatever repeats it', async () => {
  const vessel = await addVessel()
  const fault = (second: number) => ({
    ...{ timeUs: START_US + second * SECOND_US, instance: 1, spn: 110, fmi: 0, occurrenceCount: 1 },
    lamps: { protect: 0, amberWarning: 1, redStop: 0, malfunction: 0 },
  })
  for (const from of [0, 600]) {
    const faults = [0, 1, 2].map((second) => fault(from + second))
    const batch = { ...readings(vessel.number, []), faults }
    await telemetry.append([batch])
    bus.publish({ type: 'readings.appended', intervals: describeAppended(batch) })
    await processing.idle()
  }
  const found = await records.db
    .select()
    .from(maintenanceTasks)
    .where(eq(maintenanceTasks.vesselId, vessel.id))
  expect(found).toMatchObject([{ fault: { instance: 1, spn: 110, fmi: 0 }, state: 'due', title: null }])
})
