/** Whatever store call fails, and wherever the process dies: what is computed in the end is as if nothing had happened. */
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Condition, DEFAULT_NOTIFICATIONS, RuleForm } from '#contract/rule.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { systemClock } from '#server/platform/clock.ts'
import { writeProgress } from '#server/records/processingProgress.ts'
import { insertRule } from '#server/records/rules.ts'
import { insertMounting, mountingHoldsUntil } from '#server/records/sensorMountings.ts'
import { PROCESSED_UP_TO, writeSetting } from '#server/records/settings.ts'
import { loadVesselStates } from '#server/records/vesselStates.ts'
import type { Db, Records } from '#server/stores/relational/openRecords.ts'
import {
  alerts,
  departments,
  organizations,
  sensors,
  trips,
  vessels,
} from '#server/stores/relational/schema.ts'
import { describeStretch } from '#server/telemetry/describeStretch.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { VesselReadings } from '#server/telemetry/vesselReadings.ts'
import { clock, playMovement } from '#server/testing/playMovement.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { type TestTelemetry, testTelemetry } from '#server/testing/testTelemetry.ts'
import { type Processing, startProcessing } from './startProcessing.ts'

/** So many calls fail, one in each run, and at as many the process dies; over many runs of the suite all of them do. */
const TRIED = 3
/** Where a process dies beside one that goes on. */
const TRIED_BESIDE = 1
/** Whenever it dies, progress was saved just before. */
const PROGRESS_EVERY_MS = 20

let records: Records
let telemetry: TestTelemetry
let owner: { organizationId: string; departmentId: string }

beforeAll(async () => {
  records = await testRecords()
  telemetry = await testTelemetry()
  const [organization] = await records.db.insert(organizations).values({ name: 'Fleet' }).returning()
  const organizationId = organization?.id ?? ''
  const [department] = await records.db
    .insert(departments)
    .values({ organizationId, name: 'Fleet' })
    .returning()
  owner = { organizationId, departmentId: department?.id ?? '' }
  // One rule on each of three bases: what is said, what is computed of it, and what a trip was in the end.
  await records.db.transaction(async (tx) => {
    await insertRule(tx, ruleThat({ type: 'instant', field: 'sog' }, 10))
    await insertRule(tx, ruleThat({ type: 'instant', field: 'impact' }, 1))
    await insertRule(tx, ruleThat({ type: 'instant', source: 'statistics', field: 'distance' }, 0.5))
  })
})
afterAll(async () => {
  await records.close()
  await telemetry.close()
})

function ruleThat(variable: Condition['variable'], value: number) {
  const form = RuleForm.parse({
    ...{ type: 'threshold', severity: 'warning', department_id: owner.departmentId },
    definition: {
      geofences: { enabled: false, ids: [], area_operation: 'inside' },
      logic: { and: [{ variable, operation: 'more_than', value }] },
    },
    notifications: DEFAULT_NOTIFICATIONS,
  })
  const { type, severity, definition, vessels, notifications } = form
  return { ...owner, type, severity, definition, vessels, notifications, createdAt: new Date(0) }
}

/** Where a process is disturbed, by the number of the call: before it has an effect, after it, or for good. */
interface Fault {
  failsAt?: number
  failsAfter?: number
  diesAt?: number
}

/** Counts the calls of a process to its stores, and lets one fail, be done but not answered, or be the last. */
class Faults {
  calls = 0
  isDead = false
  readonly #fault: Fault

  constructor(fault: Fault) {
    this.#fault = fault
  }

  /** Throws where it fails before it has an effect; otherwise whether it fails after it. */
  call(): boolean {
    this.calls++
    if (this.calls === this.#fault.diesAt) this.isDead = true
    if (this.isDead || this.calls === this.#fault.failsAt) throw new Error('the store does not answer')
    return this.calls === this.#fault.failsAfter
  }
}

async function unanswered(work: PromiseLike<unknown>): Promise<never> {
  await work
  throw new Error('the store has done it and does not answer')
}

/** A statement, or what becomes of it, whose answer gets lost. */
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

const STATEMENTS = ['select', 'insert', 'update', 'delete', 'execute', 'transaction']

function faultyDb<Given extends object>(db: Given, faults: Faults): Given {
  return new Proxy(db, {
    get(target, name) {
      const method = Reflect.get(target, name) as unknown
      if (typeof method !== 'function') return method
      if (!STATEMENTS.includes(String(name))) return method.bind(target)
      return (...args: unknown[]) => {
        const failsAfter = faults.call()
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
function faulty<Given extends object>(store: Given, faults: Faults): Given {
  return new Proxy(store, {
    get(target, name) {
      const method = Reflect.get(target, name) as unknown
      if (typeof method !== 'function') return method
      return async (...args: unknown[]) => {
        const failsAfter = faults.call()
        const done = method.apply(target, args)
        return failsAfter ? unanswered(done) : done
      }
    },
  })
}

/** Of one vessel: the other runs' data is none of this one's. */
function faultyTelemetry(vesselNumber: number, faults: Faults): Telemetry {
  const { series, positions, motion, impacts, quarters, heat, stretches, engines, sources } = telemetry
  const told = faulty(stretches, faults)
  return {
    ...faulty(telemetry, faults),
    ...{ series: faulty(series, faults), positions: faulty(positions, faults) },
    ...{ motion: faulty(motion, faults), impacts: faulty(impacts, faults) },
    ...{ quarters: faulty(quarters, faults), heat: faulty(heat, faults) },
    ...{ engines: faulty(engines, faults), sources: faulty(sources, faults) },
    stretches: {
      ...told,
      since: async (ms) => (await told.since(ms)).filter((one) => one.vesselNumber === vesselNumber),
    },
  }
}

/** Two trips with motion on the first one, told in an order of its own: the second, then the first, then its motion. */
function voyage(vesselNumber: number): VesselReadings[] {
  const rows = playMovement('07:00 0kn, 07:05 12kn, 07:30 0kn, 09:00 8kn, 09:20 0kn, 09:45 0kn', 5)
  const nothing = { vesselNumber, scalars: [], fixes: [], motion: [], ais: [], faults: [] }
  const told = (from: string, to: string): VesselReadings => ({
    ...nothing,
    ...{
      scalars: rows
        .filter(({ timeUs }) => timeUs >= clock(from) && timeUs < clock(to))
        .map(({ timeUs, sogMps = 0 }) => ({ timeUs, key: 'sog' as const, instance: 0, value: sogMps })),
      fixes: rows
        .filter(({ timeUs }) => timeUs >= clock(from) && timeUs < clock(to))
        .map(({ timeUs, latitudeDeg = 0, longitudeDeg = 0 }) => ({
          ...{ timeUs, latitudeDeg, longitudeDeg, hdop: null, valid: true },
        })),
    },
  })
  const seconds = 60
  const level = new Int16Array(seconds * 50)
  const forceZ = new Int16Array(seconds * 50).fill(1000)
  const forceX = new Int16Array(seconds * 50)
  for (let i = 0; i < 6; i++) {
    forceZ[1000 + i] = 1000 + Math.round(4000 * Math.sin((Math.PI * i) / 6))
    forceX[1000 + i] = Math.round(2000 * Math.sin((Math.PI * i) / 6))
  }
  const startUs = clock('07:10')
  return [
    told('08:00', '09:50'),
    told('07:00', '07:15'),
    {
      ...nothing,
      motion: [
        {
          ...{ sensor: 1, startUs, intervalUs: 20_000, forceX, forceY: level, forceZ },
          ...{ roll: level, pitch: level, yaw: level },
        },
      ],
    },
    told('07:15', '08:00'),
  ]
}

/**
 * A life of processing: as often as it dies it starts again, unless there is one `beside` it, which then goes on alone.
 * Before the last of its data somebody says how the sensor was built in.
 */
async function live(fault: Fault, { beside = false } = {}) {
  const [vessel] = await records.db
    .insert(vessels)
    .values({ ...owner, name: 'Hafdís' })
    .returning()
  const [vesselId, vesselNumber] = [vessel?.id ?? '', vessel?.number ?? 0]
  await writeProgress(records.db, [])
  await writeSetting(records.db, PROCESSED_UP_TO, 0)
  let faults = new Faults(fault)
  const firstFaults = faults
  const dead: Processing[] = []
  let bus = inProcessBus(() => undefined)
  let processing: Processing | null = null
  const start = (own: Faults) =>
    startProcessing({
      db: faultyDb(records.db, own) as Db,
      telemetry: faultyTelemetry(vesselNumber, own),
      ...{ bus, log: silentLog, clock: systemClock, progressEveryMs: PROGRESS_EVERY_MS },
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
      if (faults.isDead) faults = new Faults({})
      if (!other) bus = inProcessBus(() => undefined)
      processing = await start(faults).catch(() => null)
    }
    return processing
  }

  /** Whoever lives has done everything, in spite of the call that fails. */
  async function settled() {
    for (let tries = 0; tries < 3; tries++) {
      const all = [await alive(), ...(other ? [other] : [])]
      const done = await Promise.allSettled(all.map((one) => one.idle()))
      if (!faults.isDead && done.every(({ status }) => status === 'fulfilled')) return
    }
  }

  const parts = voyage(vesselNumber)
  for (const readings of parts) {
    await alive()
    if (readings === parts.at(-1))
      await mountSensor(vesselId, (span) => bus.publish({ ...span, vesselNumber }))
    await telemetry.append([readings])
    const stretch = describeStretch(readings)
    if (stretch && (other || !faults.isDead)) bus.publish({ type: 'readings.appended', stretches: [stretch] })
    await settled()
  }
  await settled()
  const last = [await alive(), ...(other ? [other] : []), ...dead]
  await Promise.all([...new Set(last)].map((one) => one.close()))
  return { calls: firstFaults.calls, computed: await computedOf(vesselId, vesselNumber) }
}

/** What the sensor called forward was to port, in the middle of its minute. */
async function mountSensor(
  vesselId: string,
  publish: (turned: { type: 'sensors.turned'; fromUs: number; toUs: number }) => void,
) {
  const [sensor] = await records.db.select().from(sensors).where(eq(sensors.vesselId, vesselId))
  const mounting = { sensorId: sensor?.id ?? '', validFromUs: clock('07:10') + 15_000_000 }
  const axes = { xAxis: 'port', zAxis: 'up' } as const
  await records.db.transaction((tx) => insertMounting(tx, { ...mounting, ...axes }, new Date()))
  const toUs = await mountingHoldsUntil(records.db, mounting.sensorId, mounting.validFromUs)
  publish({ type: 'sensors.turned', fromUs: mounting.validFromUs, toUs })
}

async function computedOf(vesselId: string, vesselNumber: number) {
  const whole = { vesselNumber, fromUs: clock('06:00'), toUs: clock('12:00') }
  const rows = await records.db
    .select()
    .from(trips)
    .where(eq(trips.vesselId, vesselId))
    .orderBy(asc(trips.startUs))
  const choice = { vesselNumbers: [vesselNumber], fromS: clock('06:00') / 1e6, toS: clock('12:00') / 1e6 }
  const [byQuarter, byTrip] = await telemetry.quarters.sums(choice, ['quarter', 'trip'])
  const impacts = await telemetry.impacts.read([whole])
  const raised = await records.db
    .select()
    .from(alerts)
    .where(eq(alerts.vesselId, vesselId))
    .orderBy(asc(alerts.triggerUs), asc(alerts.ruleId))
  const beginOf = new Map(rows.map((trip) => [trip.id, trip.startUs]))
  return {
    alerts: raised.map(({ id, vesselId, createdAt, tripId, ...alert }) => ({
      ...alert,
      tripStartUs: beginOf.get(tripId ?? ''),
    })),
    trips: rows.map(({ id, number, vesselId, createdAt, revision, analysedRevision, ...trip }) => ({
      ...trip,
      isAnalysed: analysedRevision === revision,
      figures: byTrip?.get(number),
    })),
    quarters: [...(byQuarter ?? [])].filter(([, { sog_s }]) => sog_s > 0),
    impacts: impacts.map(({ peaks, sensors }) => ({ peaks, sensors })),
    seconds: await telemetry.series.samples(whole, 'impact', 0),
    state: { ...(await loadVesselStates(records.db)).get(vesselNumber), vesselId: null },
  }
}

/** Numbers up to `calls`, evenly apart, that differ from run to run. */
function some(calls: number, count: number) {
  const apart = calls / count
  const offset = Math.random()
  return Array.from({ length: count }, (_, i) => 1 + Math.floor((i + offset) * apart))
}

let calls: number
let computed: Awaited<ReturnType<typeof live>>['computed']
beforeAll(async () => {
  const undisturbed = await live({})
  calls = undisturbed.calls
  computed = undisturbed.computed
}, 120_000)

test('without faults there is something of everything', () => {
  expect(computed.trips).toHaveLength(2)
  expect(computed.trips.every(({ isAnalysed }) => isAnalysed)).toBe(true)
  expect(computed.seconds.value).toHaveLength(60)
  expect(computed.state.fixUs).toBe(clock('09:45'))
  // Too fast, hit, and both trips long enough: each alert is of the trip that holds it.
  expect(computed.alerts).toHaveLength(4)
  expect(computed.alerts.every(({ tripStartUs, isOpen }) => tripStartUs && !isOpen)).toBe(true)
  // Turned: what hit from ahead hit from the side.
  expect(
    computed.impacts.flatMap(({ peaks }) => peaks.map(({ xG, yG }) => [xG, yG].map(Math.round))),
  ).toEqual([[0, -2]])
  expect(calls).toBeGreaterThan(50)
})

test('a store call that fails changes nothing', { timeout: 600_000 }, async () => {
  for (const failsAt of some(calls, TRIED))
    expect((await live({ failsAt })).computed, `call ${failsAt} of ${calls} fails`).toEqual(computed)
})

test('a store call that is done but not answered changes nothing', { timeout: 600_000 }, async () => {
  for (const failsAfter of some(calls, TRIED))
    expect((await live({ failsAfter })).computed, `call ${failsAfter} of ${calls} gets no answer`).toEqual(
      computed,
    )
})

test('a process that dies changes nothing', { timeout: 600_000 }, async () => {
  for (const diesAt of some(calls, TRIED))
    expect((await live({ diesAt })).computed, `dies at call ${diesAt} of ${calls}`).toEqual(computed)
})

test('two processes that do the same, of which one may die, change nothing', {
  timeout: 600_000,
}, async () => {
  expect((await live({}, { beside: true })).computed).toEqual(computed)
  for (const diesAt of some(calls, TRIED_BESIDE))
    expect((await live({ diesAt }, { beside: true })).computed, `dies at call ${diesAt}`).toEqual(computed)
})
