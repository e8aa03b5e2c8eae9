import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_US, HOUR_US, MINUTE_US, SECOND_US } from '#contract/domain/time.ts'
import { KNOT_MPS } from '#contract/domain/units.ts'
import { DEFAULT_NOTIFICATIONS, RuleForm } from '#contract/wire/rule.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { ALL_PARTITIONS } from '#server/platform/partitions.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { insertRule } from '#server/records/rules.ts'
import { PROCESSED_UP_TO, writeSetting } from '#server/records/settings.ts'
import { type DirectoryEntry, loadDirectory } from '#server/records/vesselDirectory.ts'
import { insertVessel } from '#server/records/vessels.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { processingProgress, trips, vessels } from '#server/stores/relational/schema.ts'
import { ARRIVAL_MARGIN_MS } from '#server/telemetry/appendedIntervals.ts'
import { describeAppended } from '#server/telemetry/describeInterval.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { VesselReadings } from '#server/telemetry/vesselReadings.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { clock as at, playReadings } from '#server/testing/playMovement.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { testTelemetry } from '#server/testing/testTelemetry.ts'
import { mostWorks } from './runner.ts'
import { startProcessing } from './startProcessing.ts'
import { analysisStep } from './steps/analysisStep.ts'
import { WorkQueue } from './workQueue.ts'

/**
 * Most questions that telemetry receives until three other boats have their trips and alerts. Without the bad boat they are 12
 * live and 30 after a restart. Her runs of one step add some. Sixteen years, a day at a time, would add thousands.
 */
const MOST_QUESTIONS = 120
/** Questions about figures of trips, which are measured beside the steps that make trips and alerts. */
const MEASURING = /^(quarterHours|heat|impacts)\.|^series\.seconds$/
/** Most questions with those: how many trips of the bad boat are measured meanwhile depends on the machine. */
const MOST_WITH_MEASURING = 400
const NOW_US = at('36:00')
const BOOT_US = Date.UTC(2010, 3, 13, 10) * 1000

let records: Records
let telemetry: Telemetry & { close(): Promise<void> }
// Each test has its own stores: trips left to analyse would cause queries in the next test.
beforeEach(async () => {
  records = await testRecords()
  telemetry = await testTelemetry()
})
afterEach(async () => {
  await records.close()
  await telemetry.close()
})

/** An organization with vessels, and a rule that all of them break at 5 kn. */
async function newFleet(count: number) {
  const { db } = records
  const { organizationId, departmentId } = await db.transaction((tx) =>
    insertOrganization(tx, { name: 'Fleet' }),
  )
  const form = RuleForm.parse({
    ...{ type: 'threshold', severity: 'warning', department_id: departmentId },
    definition: {
      geofences: { enabled: false, ids: [], area_operation: 'inside' },
      logic: {
        and: [{ variable: { type: 'vfp', field: 'sog', period_sec: 5 }, operation: 'more_than', value: 5 }],
      },
    },
    notifications: DEFAULT_NOTIFICATIONS,
  })
  await db.transaction((tx) =>
    insertRule(tx, {
      ...{ organizationId, departmentId, vessels: form.vessels, type: form.type, severity: form.severity },
      ...{ definition: form.definition, notifications: form.notifications, createdAt: new Date(0) },
    }),
  )
  const fleet: { id: string; number: number }[] = []
  for (let i = 0; i < count; i++) {
    const id = await db.transaction((tx) =>
      insertVessel(tx, { organizationId, departmentId, name: `Boat ${i}` }),
    )
    const [vessel] = await db.select().from(vessels).where(eq(vessels.id, id))
    fleet.push({ id, number: vessel?.number ?? 0 })
  }
  return fleet
}

/** Telemetry with a list of its queries. */
function counted(given: Telemetry, firstNumber: number) {
  const asked: string[] = []
  const nouns = [
    'series',
    'positions',
    'motion',
    'impacts',
    'engines',
    'quarterHours',
    'heat',
    'intervals',
  ] as const
  const watched = Object.fromEntries(
    nouns.map((noun) => [
      noun,
      Object.fromEntries(
        Object.entries(given[noun]).map(([name, call]) => [
          name,
          (...args: unknown[]) => {
            asked.push(`${noun}.${name}`)
            return (call as (...args: unknown[]) => unknown)(...args)
          },
        ]),
      ),
    ]),
  ) as unknown as Pick<Telemetry, (typeof nouns)[number]>
  const since: Telemetry['intervals']['since'] = async (ms) =>
    (await given.intervals.since(ms)).filter(({ vesselNumber }) => vesselNumber >= firstNumber)
  return { asked, telemetry: { ...given, ...watched, intervals: { ...watched.intervals, since } } }
}

async function begin(firstNumber: number, bornMs: number) {
  await records.db.delete(processingProgress)
  await writeSetting(records.db, PROCESSED_UP_TO, bornMs + ARRIVAL_MARGIN_MS)
  const bus = inProcessBus((error) => {
    throw error
  })
  const watched = counted(telemetry, firstNumber)
  const clock = fixedClock(NOW_US / 1000)
  const processing = await startProcessing({
    ...{ db: records.db, telemetry: watched.telemetry, bus, log: silentLog, clock },
  })
  return { processing, bus, clock, asked: watched.asked }
}

/** Returns the questions until each of these boats has a trip and an alert. */
function questionsUntilServed(
  { bus, asked }: Awaited<ReturnType<typeof begin>>,
  boats: readonly { id: string }[],
) {
  const awaited = new Set(boats.flatMap(({ id }) => [`trip.started ${id}`, `alert.raised ${id}`]))
  const { promise, resolve } = Promise.withResolvers<string[]>()
  for (const type of ['trip.started', 'alert.raised'] as const)
    bus.subscribe(type, ({ vesselId }) => {
      awaited.delete(`${type} ${vesselId}`)
      if (awaited.size === 0) resolve([...asked])
    })
  return promise
}

const sailing = (vesselNumber: number) => playReadings(vesselNumber, '35:58 0kn, 35:58:30 10kn, 36:00 silent')

const message = (vesselNumber: number, timesUs: readonly number[]): VesselReadings => ({
  ...{ vesselNumber, motion: [], ais: [], faults: [] },
  scalars: timesUs.map((timeUs) => ({ timeUs, key: 'sog', instance: 0, value: 12 * KNOT_MPS })),
  fixes: timesUs.map((timeUs) => ({ timeUs, latitudeDeg: 64, longitudeDeg: -22, hdop: null, valid: true })),
})

const moment = fc.integer({ min: BOOT_US / SECOND_US, max: NOW_US / SECOND_US }).map((s) => s * SECOND_US)
const every = (stepUs: number, count: number) =>
  Array.from({ length: count }, (_, i) => NOW_US - (count - 1 - i) * stepUs)
/** Times of the messages that one boat sends: the worst known cases. */
const messages = fc.oneof<fc.Arbitrary<number[][]>[]>(
  fc.constant([[BOOT_US, NOW_US - SECOND_US, NOW_US]]),
  fc.constant([[0, NOW_US]]),
  fc.array(moment, { minLength: 100, maxLength: 800 }).map((times) => [times]),
  fc.array(moment, { minLength: 10, maxLength: 40 }).map((times) => times.map((time) => [time, NOW_US])),
  fc.constant(
    Array.from({ length: 300 }, (_, i) => [i % 2 === 0 ? BOOT_US + i * SECOND_US : NOW_US - i * 1000]),
  ),
  fc.constant([every(50 * MINUTE_US, 9000)]),
  fc.constant([every(HOUR_US + MINUTE_US, 2000)]),
  fc.constant([every(DAY_US, 1000).map((us) => us - DAY_US), [NOW_US]]),
  fc.constant([every(10 * SECOND_US, 20_000).map((us) => us - 30 * DAY_US)]),
)

test('serves other boats after as few questions, whatever dates one boat sends', async () => {
  await fc.assert(
    fc.asyncProperty(messages, fc.boolean(), async (sent, isRestart) => {
      const bornMs = Date.now()
      const [bad, ...others] = await newFleet(4)
      const batch = sent.map((times) => message(bad?.number ?? 0, times))
      const all = [...batch, ...others.map(({ number }) => sailing(number))]
      const first = isRestart ? null : await begin(bad?.number ?? 0, bornMs)
      await telemetry.append(all)
      // After a restart only stored state is known, and all of it is a backlog.
      const running = first ?? (await begin(bad?.number ?? 0, bornMs))
      const { bus, clock, asked, processing } = running
      try {
        asked.length = 0
        const served = questionsUntilServed(running, others)
        for (const readings of isRestart ? [] : all)
          bus.publish({ type: 'readings.appended', intervals: describeAppended(readings) })
        if (isRestart) clock.set(clock.nowMs() + 2000)
        const questions = await served
        expect(questions.length).toBeLessThan(MOST_WITH_MEASURING)
        expect(questions.filter((name) => !MEASURING.test(name)).length).toBeLessThan(MOST_QUESTIONS)
      } finally {
        await processing.close()
      }
    }),
    { numRuns: Number(process.env.FAIRNESS_RUNS ?? 6) },
  )
}, 180_000)

test('measures ended trips of several boats with the statements of one', async () => {
  const fleet = await newFleet(3)
  const { bus, clock, processing } = await begin(fleet[0]?.number ?? 0, Date.now())
  const all = fleet.map(({ number }) =>
    playReadings(number, '30:00 0kn, 30:10 12kn, 30:50 0kn, 31:30 silent'),
  )
  await telemetry.append(all)
  for (const readings of all)
    bus.publish({ type: 'readings.appended', intervals: describeAppended(readings) })
  await processing.idle()
  await processing.close()
  const { db } = records
  await db.update(trips).set({ revision: 100 })
  const watched = counted(telemetry, 0)
  const step = analysisStep({
    ...{ db, telemetry: watched.telemetry, bus, clock, partitions: new Set(ALL_PARTITIONS) },
    ...{ isMissing: () => false, isAwaited: () => false },
  })
  const found = await step.find?.(clock.nowMs(), false)
  const queue = new WorkQueue(-1, step.longestUs, step)
  for (const one of found ?? []) queue.add(one.vesselNumber, one, clock.nowMs(), 0)
  const taken = queue.take(clock.nowMs(), mostWorks(step, 'backlog'), step.mostUs)
  const directory = await loadDirectory(db)
  await step.run(
    taken.map((work) => ({
      ...work,
      vessel: directory.get(work.vesselNumber) as DirectoryEntry,
      share: 'backlog',
    })),
    new AbortController().signal,
  )
  expect(watched.asked.filter((name) => name === 'heat.store')).toHaveLength(1)
  expect(await step.find?.(clock.nowMs(), false)).toEqual([])
})

test('asks as few questions about two dates years apart as about two days', async () => {
  const [boat] = await newFleet(1)
  const number = boat?.number ?? 0
  const { bus, asked, processing } = await begin(number, Date.now())
  const readings = message(number, [BOOT_US, NOW_US - SECOND_US, NOW_US])
  await telemetry.append([readings])
  asked.length = 0
  bus.publish({ type: 'readings.appended', intervals: describeAppended(readings) })
  await processing.idle()
  await processing.close()
  expect(asked.length).toBeLessThan(MOST_QUESTIONS)
})
