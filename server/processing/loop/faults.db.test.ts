/**
 * Fails store calls and kills the process everywhere: the final results equal those of an undisturbed run.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { asc, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Fix, Fault as TroubleCode } from '#contract/domain/reading.ts'
import { DAY_MS, SECOND_US } from '#contract/domain/time.ts'
import { knToMps } from '#contract/domain/units.ts'
import { type Condition, DEFAULT_NOTIFICATIONS, RuleForm } from '#contract/wire/rule.ts'
import { seaForecast } from '#server/demo/seaForecast.ts'
import { type Bus, inProcessBus } from '#server/platform/bus.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { BusEvent } from '#server/platform/events.ts'
import { insertGeofence } from '#server/records/geofences.ts'
import { writeProgress } from '#server/records/processingProgress.ts'
import { askRecomputation } from '#server/records/recomputations.ts'
import { insertRule } from '#server/records/rules.ts'
import { insertMounting, mountingHoldsUntil } from '#server/records/sensorMountings.ts'
import { PROCESSED_UP_TO, writeSetting } from '#server/records/settings.ts'
import { insertCorrection, undoCorrection } from '#server/records/tripCorrections.ts'
import { loadVesselStates } from '#server/records/vesselStates.ts'
import type { Db, Records, Tx } from '#server/stores/relational/openRecords.ts'
import {
  alerts,
  departments,
  organizations,
  sensors,
  tripAliases,
  trips,
  vessels,
} from '#server/stores/relational/schema.ts'
import { describeAppended } from '#server/telemetry/describeInterval.ts'
import { HEAT_ZOOMS } from '#server/telemetry/heat.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { VesselReadings } from '#server/telemetry/vesselReadings.ts'
import { clock, DAY_US as MIDNIGHT_US, playMovement } from '#server/testing/playMovement.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { type TestTelemetry, testTelemetry } from '#server/testing/testTelemetry.ts'
import { weatherStep } from '#server/weather/weatherStep.ts'
import { type Processing, startProcessing } from './startProcessing.ts'

/** FAULTS=all tries every place that calls a store, each in turn. */
const TRIES_ALL = process.env.FAULTS === 'all'
/** Number of places that fail, lose their answer or kill the process in a run of the suite; a soak tries all of them. */
const TRIED = 1
/** Number of runs in which one process dies while another continues. */
const TRIED_BESIDE = 1
/** Whenever it dies, progress was saved just before. */
const PROGRESS_EVERY_MS = 100
/** Longer than any look-back of steps beyond their progress, so that data found again has its own time. */
const MARGIN_MS = 90_000

/** Two days ago, because arrival times are kept for a week. */
const LATER_US = (Math.floor(Date.now() / DAY_MS) - 2) * DAY_MS * 1000 - MIDNIGHT_US
const at = (text: string) => clock(text) + LATER_US
/** The clock of processing and storage advances through these days in steps. */
const realNow = Date.now
let aheadMs = 0
const setClock = (us: number) => {
  aheadMs = us / 1000 - realNow()
}
const letPass = (ms: number) => {
  aheadMs += ms
}

let records: Records
let telemetry: TestTelemetry
let owner: { organizationId: string; departmentId: string }

beforeAll(async () => {
  records = await testRecords()
  telemetry = await testTelemetry()
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + aheadMs)
  const [organization] = await records.db.insert(organizations).values({ name: 'Fleet' }).returning()
  const organizationId = organization?.id ?? ''
  const [department] = await records.db
    .insert(departments)
    .values({ organizationId, name: 'Fleet' })
    .returning()
  owner = { organizationId, departmentId: department?.id ?? '' }
  const harbour = {
    name: 'Harbour',
    type: 'circle',
    radiusM: 2000,
    coordinates: [{ latitudeDeg: 64.1, longitudeDeg: -22 }],
  }
  // One rule for each kind of input: samples, values without samples, computed series, series drawn along a
  // trip, and figures of a finished trip.
  await records.db.transaction(async (tx) => {
    const fence = await insertGeofence(tx, { ...harbour, ...owner, createdAt: new Date(0) })
    const status = (field: string) => ({ type: 'instant', source: 'vessel-status', field }) as const
    await insertRule(tx, ruleThat({ type: 'instant', field: 'sog' }, 10))
    await insertRule(tx, ruleThat(status('hour'), 8))
    await insertRule(tx, ruleThat(status('captain'), 0.5, 'less_than'))
    await insertRule(tx, ruleThat(status('age'), 7200))
    await insertRule(tx, ruleThat({ type: 'instant', field: 'impact' }, 1))
    await insertRule(tx, ruleThat({ type: 'instant', field: 'rog' }, 16, 'less_than'))
    await insertRule(tx, ruleThat({ type: 'instant', source: 'statistics', field: 'distance' }, 0.5))
    const crossing = { type: 'geofence', severity: 'info', department_id: owner.departmentId } as const
    const definition = { geofences: { ids: [fence] }, trigger_on: 'cross' }
    await insertRule(tx, toRule({ ...crossing, definition, notifications: DEFAULT_NOTIFICATIONS }))
  })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await records.close()
  await telemetry.close()
})

function toRule(form: object) {
  const { type, severity, definition, vessels, notifications } = RuleForm.parse(form)
  return { ...owner, type, severity, definition, vessels, notifications, createdAt: new Date(0) }
}

const ruleThat = (
  variable: Condition['variable'],
  value: number,
  operation: Condition['operation'] = 'more_than',
) =>
  toRule({
    ...{ type: 'threshold', severity: 'warning', department_id: owner.departmentId },
    definition: {
      geofences: { enabled: false, ids: [], area_operation: 'inside' },
      logic: { and: [{ variable, operation, value }] },
    },
    notifications: DEFAULT_NOTIFICATIONS,
  })

/** A call of a store: its place in the code, and its number among the calls from there. */
interface Call {
  place: string
  nth: number
}

/** How a process is disturbed: before a call takes effect, after it, or for good. */
interface Fault {
  failsAt?: Call
  failsAfter?: Call
  diesAt?: Call
}

/** Counts the calls of a process to its stores, and lets one fail, be done but not answered, or be the last. */
class Faults {
  readonly calls = new Map<string, number>()
  /** Names of all functions that called a store, directly or not. */
  readonly callers = new Set<string>()
  isDead = false
  readonly #fault: Fault

  constructor(fault: Fault) {
    this.#fault = fault
  }

  /** Throws where it fails before it has an effect; otherwise whether it fails after it. */
  call(what: string): boolean {
    const frames = (new Error().stack ?? '').split('\n').filter((frame) => OURS.test(frame))
    const [, line = ''] = OURS.exec(frames[0] ?? '') ?? []
    for (const frame of frames) this.callers.add(NAME.exec(frame)?.[1] ?? '')
    const place = `${what} ${line}`
    const nth = (this.calls.get(place) ?? 0) + 1
    this.calls.set(place, nth)
    const { failsAt, failsAfter, diesAt } = this.#fault
    const isIt = (call?: Call) => call?.place === place && call.nth === nth
    if (isIt(diesAt)) this.isDead = true
    if (this.isDead || isIt(failsAt)) throw new Error('the store does not answer')
    return isIt(failsAfter)
  }
}

/** Matches the code that calls stores, without the wrappers of this test. */
const OURS = /server\/((?:records|processing|weather)\/(?!loop\/faults)[^:)]+:\d+)/
const NAME = /at (?:async )?(?:\w+\.)*(\w+) /

async function unanswered(work: PromiseLike<unknown>): Promise<never> {
  await work
  throw new Error('the store has done it and does not answer')
}

/** Wraps a statement, and what the builder makes of it, so that its answer is lost. */
function unansweredQuery<Given extends object>(query: Given): Given {
  return new Proxy(query, {
    get(target, name) {
      const part = Reflect.get(target, name) as unknown
      if (typeof part !== 'function') return part
      if (name === 'then')
        return (...settled: Parameters<Promise<never>['then']>) =>
          unanswered(target as unknown as PromiseLike<unknown>).then(...settled)
      return (...args: unknown[]) => {
        const next = part.apply(target, args) as unknown
        return typeof next === 'object' && next !== null ? unansweredQuery(next) : next
      }
    },
  })
}

const STATEMENTS = ['select', 'selectDistinct', 'insert', 'update', 'delete', 'execute', 'transaction']

function faultyDb<Given extends object>(db: Given, faults: Faults): Given {
  return new Proxy(db, {
    get(target, name) {
      const method = Reflect.get(target, name) as unknown
      if (typeof method !== 'function') return method
      if (!STATEMENTS.includes(String(name))) return method.bind(target)
      return (...args: unknown[]) => {
        const failsAfter = faults.call(String(name))
        const [work] = args
        const done =
          name === 'transaction'
            ? method.call(target, (tx: object) => (work as (tx: object) => unknown)(faultyDb(tx, faults)))
            : method.apply(target, args)
        return failsAfter ? unansweredQuery(done) : done
      }
    },
  })
}

/** A noun may be a class, so its methods are its prototype's. */
function faulty<Given extends object>(noun: string, store: Given, faults: Faults): Given {
  return new Proxy(store, {
    get(target, name) {
      const method = Reflect.get(target, name) as unknown
      if (typeof method !== 'function') return method
      return async (...args: unknown[]) => {
        const failsAfter = faults.call(`${noun}.${String(name)}`)
        faults.callers.add(`${noun}.${String(name)}`)
        const done = method.apply(target, args)
        return failsAfter ? unanswered(done) : done
      }
    },
  })
}

/** Telemetry of one vessel with injected faults; the data of other runs stays out. */
function faultyTelemetry(vesselNumber: number, faults: Faults): Telemetry {
  const { series, positions, motion, impacts, quarterHours, heat, intervals, engines, sources } = telemetry
  const nouns = { series, positions, motion, impacts, quarterHours, heat, intervals, engines, sources }
  const faultyNouns = Object.fromEntries(
    Object.entries(nouns).map(([noun, store]) => [noun, faulty(noun, store, faults)]),
  ) as typeof nouns
  const ownIntervals = faultyNouns.intervals
  return {
    ...telemetry,
    appendDerived: faulty('telemetry', telemetry, faults).appendDerived,
    ...faultyNouns,
    intervals: {
      ...{
        newest: ownIntervals.newest,
        recordTimes: ownIntervals.recordTimes,
        lastBefore: ownIntervals.lastBefore,
      },
      ...{ touched: ownIntervals.touched, extent: ownIntervals.extent },
      ...{ timesOfData: ownIntervals.timesOfData, timesOfOtherData: ownIntervals.timesOfOtherData },
      since: async (ms) => (await ownIntervals.since(ms)).filter((one) => one.vesselNumber === vesselNumber),
    },
  }
}

const SAILED = playMovement(
  '07:00 0kn, 07:05 12kn, 08:20 0kn, 08:45 silent, 34:00 0kn, 34:05 8kn, 34:25 0kn, 35:00 silent, ' +
    '35:10 0kn, 35:12 25kn, 35:24 0kn, 35:30 0kn',
  5,
).map((row) => ({ ...row, timeUs: row.timeUs + LATER_US }))
const SAYS_SPEED_UNTIL_US = at('35:10')

function readingsBetween(vesselNumber: number, from: string, to: string): VesselReadings {
  const rows = SAILED.filter(({ timeUs }) => timeUs >= at(from) && timeUs < at(to))
  const speeds = rows.filter(({ timeUs }) => timeUs < SAYS_SPEED_UNTIL_US)
  return {
    ...{ vesselNumber, motion: [], ais: [], faults: [] },
    scalars: speeds.flatMap(({ timeUs, sogMps = 0 }) => [
      { timeUs, key: 'sog' as const, instance: 0, value: sogMps },
      { timeUs, key: 'fuel_rate' as const, instance: 1, value: (1 + sogMps) * 1e-6 },
    ]),
    fixes: rows.map(({ timeUs, latitudeDeg = 0, longitudeDeg = 0 }) => ({
      ...{ timeUs, latitudeDeg, longitudeDeg, hdop: null, valid: true },
    })),
  }
}

/** Fixes of a receiver that stands still while the boat moves. */
function repeatedFixes(from: string, to: string): VesselReadings['fixes'] {
  const { fixes } = readingsBetween(0, from, to)
  return fixes.map(({ timeUs }) => ({ ...(fixes[0] as Fix), timeUs }))
}

/** A minute, in which the boat is hit once. */
function motion(startUs: number): VesselReadings['motion'][number] {
  const seconds = 60
  const level = new Int16Array(seconds * 50)
  const forceZ = new Int16Array(seconds * 50).fill(1000)
  const forceX = new Int16Array(seconds * 50)
  for (let i = 0; i < 6; i++) {
    forceZ[1000 + i] = 1000 + Math.round(4000 * Math.sin((Math.PI * i) / 6))
    forceX[1000 + i] = Math.round(2000 * Math.sin((Math.PI * i) / 6))
  }
  return {
    ...{ sensor: 1, startUs, intervalUs: 20_000, forceX, forceY: level, forceZ },
    ...{ roll: level, pitch: level, yaw: level },
  }
}

const trouble = (timeUs: number): TroubleCode => ({
  ...{ timeUs, instance: 1, spn: 100, fmi: 1, occurrenceCount: 1 },
  lamps: { protect: 0, amberWarning: 0, redStop: 1, malfunction: 0 },
})

/** Step of the scenario: its time, its action, and the event published about it. */
interface Scene {
  now: string
  happens(vessel: { id: string; number: number }): Promise<BusEvent | null>
}

/**
 * A boat sails live, and an hour of her data arrives late. The following day arrives at once, and people
 * change settings.
 */
function story(): Scene[] {
  const deliver =
    (from: string, to: string, more: Partial<VesselReadings> = {}) =>
    async ({ number }: { number: number }): Promise<BusEvent | null> => {
      const readings = { ...readingsBetween(number, from, to), ...more }
      await telemetry.append([readings])
      return { type: 'readings.appended', intervals: describeAppended(readings) }
    }
  const choose =
    (
      step: 'voyages' | 'sensors',
      change: (tx: Tx, vesselId: string) => PromiseLike<unknown>,
    ): Scene['happens'] =>
    async (vessel) => {
      await records.db.transaction(async (tx) => {
        await change(tx, vessel.id)
        await askRecomputation(tx, vessel.id, step, new Date(Date.now()))
      })
      return { type: 'recomputation.asked', vesselNumber: vessel.number, step }
    }
  const corrected = (number: number, from: string, to: string) =>
    ({ type: 'trips.corrected', vesselNumber: number, fromUs: at(from), toUs: at(to) }) as const
  let merge = ''
  return [
    { now: '07:20', happens: deliver('07:00', '07:20') },
    { now: '08:17', happens: deliver('07:58', '08:17', { motion: [motion(at('08:10'))] }) },
    // A trip under way is read from its last samples only. Meanwhile her receiver repeats one position.
    { now: '08:19', happens: deliver('08:17', '08:19', { fixes: repeatedFixes('08:17', '08:19') }) },
    {
      now: '08:45',
      happens: deliver('08:19', '08:45', {
        faults: [0, 1, 2].map((s) => trouble(at('08:40') + s * SECOND_US)),
      }),
    },
    { now: '36:00', happens: deliver('34:00', '35:30') },
    // Late samples join two trips into one, and change her eco speed of the day after.
    { now: '36:02', happens: deliver('07:20', '07:58') },
    { now: '36:04', happens: mountSensor },
    {
      now: '36:06',
      happens: choose('sensors', (tx, vesselId) =>
        tx.update(sensors).set({ useWithSafetySpeed: true }).where(eq(sensors.vesselId, vesselId)),
      ),
    },
    {
      now: '36:08',
      happens: async ({ id: vesselId, number }) => {
        const joined = { vesselId, kind: 'merge', fromUs: at('34:05'), toUs: at('35:24') }
        merge = await records.db.transaction((tx) =>
          insertCorrection(tx, { ...joined, createdAt: new Date(Date.now()) }),
        )
        return corrected(number, '34:05', '35:24')
      },
    },
    {
      now: '36:10',
      happens: async ({ id, number }) => {
        await records.db.transaction((tx) => undoCorrection(tx, id, merge, new Date(Date.now())))
        return corrected(number, '34:05', '35:24')
      },
    },
    // With a lower top speed the voyage from positions alone is impossible, and is removed.
    {
      now: '36:12',
      happens: choose('voyages', (tx, vesselId) =>
        tx
          .update(vessels)
          .set({ topSpeedMps: knToMps(10) })
          .where(eq(vessels.id, vesselId)),
      ),
    },
  ]
}

/** Corrects the mounting from the middle of the minute on: the sensor's forward axis pointed to port. */
async function mountSensor({ id, number }: { id: string; number: number }): Promise<BusEvent> {
  const [sensor] = await records.db.select().from(sensors).where(eq(sensors.vesselId, id))
  const mounting = { sensorId: sensor?.id ?? '', validFromUs: at('08:10') + 15 * SECOND_US }
  const axes = { xAxis: 'port', zAxis: 'up' } as const
  await records.db.transaction((tx) => insertMounting(tx, { ...mounting, ...axes }, new Date(Date.now())))
  const toUs = await mountingHoldsUntil(records.db, mounting.sensorId, mounting.validFromUs)
  return { type: 'sensors.turned', vesselNumber: number, fromUs: mounting.validFromUs, toUs }
}

/** Runs processing: a process that dies starts again, unless another process `beside` it continues alone. */
async function live(fault: Fault, { beside = false } = {}) {
  setClock(at('07:00'))
  const [vessel] = await records.db
    .insert(vessels)
    .values({
      ...{ ...owner, name: 'Hafdís', createdAt: new Date(0), fuelType: 'diesel' },
      ...{ topSpeedMps: knToMps(40), safetySpeedLimitMps: knToMps(15), cruisingSpeedMps: knToMps(8) },
    })
    .returning()
  const her = { id: vessel?.id ?? '', number: vessel?.number ?? 0 }
  await writeProgress(records.db, [])
  await writeSetting(records.db, PROCESSED_UP_TO, Date.now())
  let faults = new Faults(fault)
  const firstFaults = faults
  const dead: Processing[] = []
  let bus: Bus = inProcessBus(() => undefined)
  let processing: Processing | null = null
  const start = (own: Faults) =>
    startProcessing({
      db: faultyDb(records.db, own) as Db,
      telemetry: faultyTelemetry(her.number, own),
      ...{ bus, log: silentLog, clock: systemClock, progressEveryMs: PROGRESS_EVERY_MS },
      moreSteps: [(context) => weatherStep({ ...context, source: seaForecast })],
    })
  const other = beside ? await start(new Faults({})) : null

  async function alive(): Promise<Processing> {
    while (!processing || faults.isDead) {
      if (processing) dead.push(processing)
      if (other && processing) {
        processing = other
        faults = new Faults({})
        break
      }
      if (faults.isDead) {
        faults = new Faults({})
        letPass(MARGIN_MS)
      }
      if (!other) bus = inProcessBus(() => undefined)
      processing = await start(faults).catch(() => null)
    }
    return processing
  }

  /** Waits until the living processes have done everything, in spite of the failing call. */
  async function settled() {
    for (let tries = 0; tries < 3; tries++) {
      const all = [await alive(), ...(other ? [other] : [])]
      const done = await Promise.allSettled(
        all.map((one) => one.idle(['asked', 'live', 'backlog', 'outside'])),
      )
      if (!faults.isDead && done.every(({ status }) => status === 'fulfilled')) return
    }
  }

  for (const { now, happens } of story()) {
    setClock(at(now))
    await alive()
    const event = await happens(her)
    if (event && (other || !faults.isDead)) bus.publish(event)
    // Waiting work keeps its age, whatever progress other steps have.
    letPass(MARGIN_MS)
    await settled()
  }
  await settled()
  const last = [await alive(), ...(other ? [other] : []), ...dead]
  await Promise.all([...new Set(last)].map((one) => one.close()))
  const { calls, callers } = firstFaults
  const computed = await computedOf(her.id, her.number)
  // Deletes the vessel, so that later runs do not process it.
  await records.db
    .update(vessels)
    .set({ deletedAt: new Date(Date.now()) })
    .where(eq(vessels.id, her.id))
  return { calls, callers, computed }
}

async function computedOf(vesselId: string, vesselNumber: number) {
  const whole = { vesselNumber, fromUs: at('06:00'), toUs: at('37:00') }
  const rows = await records.db
    .select()
    .from(trips)
    .where(eq(trips.vesselId, vesselId))
    .orderBy(asc(trips.startUs))
  const choice = { vesselNumbers: [vesselNumber], fromS: whole.fromUs / 1e6, toS: whole.toUs / 1e6 }
  const [byQuarterHour, byTrip] = await telemetry.quarterHours.sums(choice, ['quarter_hour', 'trip'])
  const impacts = await telemetry.impacts.read([whole])
  const raised = await records.db
    .select()
    .from(alerts)
    .where(eq(alerts.vesselId, vesselId))
    .orderBy(asc(alerts.triggerUs), asc(alerts.ruleId))
  const beginOf = new Map(rows.map((trip) => [trip.id, trip.startUs]))
  const aliases = await records.db
    .select()
    .from(tripAliases)
    .where(
      inArray(
        tripAliases.tripId,
        rows.map(({ id }) => id),
      ),
    )
  const squares = HEAT_ZOOMS.map((zoom) => telemetry.heat.squares(choice, zoom, ['moving_s']))
  const series = ['impact', 'rog', 'sog', 'wave_height_fc'] as const
  return {
    alerts: raised.map(({ id, vesselId, createdAt, tripId, withdrawnAt, ...alert }) => ({
      ...alert,
      isWithdrawn: withdrawnAt !== null,
      tripStartUs: beginOf.get(tripId ?? ''),
    })),
    trips: rows.map(
      ({ id, number, vesselId, createdAt, revision, analysedRevision, analysedAt, ...trip }) => ({
        ...trip,
        isAnalysed: analysedRevision === revision,
        figures: byTrip?.get(number),
      }),
    ),
    aliases: aliases.map(({ tripId }) => beginOf.get(tripId)).sort(),
    quarterHours: [...(byQuarterHour ?? [])].filter(([, { sog_s }]) => sog_s > 0),
    squares: (await Promise.all(squares)).map((all) => all.map((square) => JSON.stringify(square)).sort()),
    impacts: impacts.map(({ peaks, sensors }) => ({ peaks, sensors })),
    series: Object.fromEntries(
      await Promise.all(
        series.map(async (key) => [key, await telemetry.series.samples(whole, key, 0)] as const),
      ),
    ),
    state: { ...(await loadVesselStates(records.db)).get(vesselNumber), vesselId: null },
  }
}

let calls: ReadonlyMap<string, number>
let callers: ReadonlySet<string>
let computed: Awaited<ReturnType<typeof live>>['computed']
beforeAll(async () => {
  const undisturbed = await live({})
  calls = undisturbed.calls
  callers = undisturbed.callers
  computed = undisturbed.computed
}, 120_000)

/** Calls of places that are evenly apart and differ from run to run. */
function some(count: number): Call[] {
  const all = [...calls]
  const apart = TRIES_ALL ? 1 : all.length / count
  const offset = TRIES_ALL ? 0 : Math.random()
  return Array.from({ length: Math.round(all.length / apart) }, (_, i) => {
    const [place, made] = all[Math.floor((i + offset) * apart)] as [string, number]
    // Periodic calls are rarer on another machine, so the fault falls within the first half of them.
    return { place, nth: 1 + Math.floor((Math.random() * made) / 2) }
  })
}

test('computes results of every kind when nothing fails', () => {
  expect(computed.trips.map(({ startUs }) => startUs)).toEqual([at('07:05'), at('34:05')])
  expect(computed.trips.every(({ isAnalysed, weatherSource }) => isAnalysed && weatherSource)).toBe(true)
  expect(computed.aliases).toContain(at('07:05'))
  expect(computed.series.impact?.value).toHaveLength(60)
  for (const { value } of Object.values(computed.series)) expect(value.length).toBeGreaterThan(50)
  for (const all of computed.squares) expect(all.length).toBeGreaterThan(2)
  expect(computed.state.lastUpdatedUs).toBe(at('35:29:55'))
  // All eight rules, and the engine's own fault.
  expect(new Set(computed.alerts.map(({ ruleId }) => ruleId)).size).toBe(9)
  // The mounting was turned: an impact from ahead became one from the side.
  expect(
    computed.impacts.flatMap(({ peaks }) => peaks.map(({ xG, yG }) => [xG, yG].map(Math.round))),
  ).toEqual([[0, -2]])
})

/** Imports of processing from records that make no query. */
const ASKS_NOTHING = [
  'figuresOfTrip',
  'raisedUs',
  'holdsUpToUs',
  'rowOfPartition',
  'PROCESSED_UP_TO',
  'EMPTY_STATE',
  'toVesselLive',
]
/** Formulas that only the console, downloads and reports ask. */
const FOR_OTHERS = ['previewRule.ts', 'tripBuckets.ts', 'findStages.ts', 'motionAround.ts']

test('lists every store call of processing among the calls that fail', () => {
  const here = new URL('.', import.meta.url)
  const filesOf = (folder: string) =>
    readdirSync(new URL(folder, here), { recursive: true, encoding: 'utf8' }).map((name) => folder + name)
  const files = [...filesOf('./'), ...filesOf('../formulas/'), '../../weather/weatherStep.ts'].filter(
    (name) => /(?<!test)\.ts$/.test(name) && !FOR_OTHERS.some((other) => name.endsWith(other)),
  )
  const called = files.flatMap((name) => {
    const code = readFileSync(new URL(name, here), 'utf8')
    const fromRecords = [...code.matchAll(/import \{([^}]*)\} from '#server\/records\//g)].flatMap(
      ([, names = '']) => names.split(',').map((one) => one.trim()),
    )
    const asked = [...code.matchAll(/telemetry\.(\w+\.\w+)\(/g)].map(([, one = '']) => one)
    return [...fromRecords.filter((one) => /^\w+$/.test(one) && !ASKS_NOTHING.includes(one)), ...asked]
  })
  expect(called.length).toBeGreaterThan(60)
  expect([...new Set(called)].filter((one) => !callers.has(one))).toEqual([])
})

const nameOf = ({ place, nth }: Call) => `call ${nth} of ${calls.get(place)} of ${place}`

test('computes the same when a store call fails and the answer to another is lost', {
  timeout: 7_200_000,
}, async () => {
  const unanswered = some(TRIED)
  for (const [i, failsAt] of some(TRIED).entries()) {
    // The list that is walked backwards pairs each place with another one.
    const failsAfter = unanswered.at(-1 - i) ?? failsAt
    expect
      .soft(
        (await live({ failsAt, failsAfter })).computed,
        `${nameOf(failsAt)} fails, ${nameOf(failsAfter)} gets no answer`,
      )
      .toEqual(computed)
  }
})

test('computes the same when the process dies', { timeout: 7_200_000 }, async () => {
  for (const diesAt of some(TRIED))
    expect.soft((await live({ diesAt })).computed, `dies at ${nameOf(diesAt)}`).toEqual(computed)
})

test('computes the same when two processes do the same work and one may die', {
  timeout: 7_200_000,
}, async () => {
  expect((await live({}, { beside: true })).computed).toEqual(computed)
  for (const diesAt of some(TRIED_BESIDE))
    expect
      .soft((await live({ diesAt }, { beside: true })).computed, `dies at ${nameOf(diesAt)}`)
      .toEqual(computed)
})
