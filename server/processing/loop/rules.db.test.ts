import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { DERATE_SPN, type Fault, N2K_STATUS_SPN, type ScalarReading } from '#contract/domain/reading.ts'
import { knToMps } from '#contract/domain/units.ts'
import type {
  Condition,
  GeofenceDefinition,
  Rule,
  RuleNotifications,
  ThresholdDefinition,
} from '#contract/wire/rule.ts'
import { RULE_TEMPLATES } from '#contract/wire/ruleTemplates.ts'
import { sourceOf } from '#contract/wire/source.ts'
import { encoderFor } from '#protocols/formats.ts'
import { Collector } from '#server/gateway/collector.ts'
import type { DeviceActivity } from '#server/gateway/deviceActivity.ts'
import { GnssClock } from '#server/gateway/gnssClock.ts'
import { InstanceNumbers } from '#server/gateway/instanceNumbers.ts'
import { Decoders, Intake, type PairedDevice } from '#server/gateway/intake.ts'
import { NoticeLog } from '#server/gateway/noticeLog.ts'
import { RejectionLog } from '#server/gateway/rejectionLog.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import type { BusEvent } from '#server/platform/events.ts'
import { ALL_PARTITIONS } from '#server/platform/partitions.ts'
import { noteOnAlert } from '#server/records/alertCase.ts'
import { acknowledgeAlert } from '#server/records/alerts.ts'
import { insertGeofence } from '#server/records/geofences.ts'
import { insertTurn } from '#server/records/helm.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { askRecomputation } from '#server/records/recomputations.ts'
import { insertRule, updateRule } from '#server/records/rules.ts'
import { PROCESSED_UP_TO, writeSetting } from '#server/records/settings.ts'
import { markTripsStale } from '#server/records/trips.ts'
import { type DirectoryEntry, loadDirectory } from '#server/records/vesselDirectory.ts'
import { insertVessel } from '#server/records/vessels.ts'
import type { Records, Tx } from '#server/stores/relational/openRecords.ts'
import {
  alertNotes,
  alerts,
  captains,
  devices,
  messages,
  pairings,
  processingProgress,
  trips,
  users,
  versions,
  vessels,
} from '#server/stores/relational/schema.ts'
import { ARRIVAL_MARGIN_MS } from '#server/telemetry/appendedIntervals.ts'
import { describeAppended } from '#server/telemetry/describeInterval.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { VesselReadings } from '#server/telemetry/vesselReadings.ts'
import { healthReport, saveDeviceHealth, waitingAmount } from '#server/testing/healthReport.ts'
import { clock as at } from '#server/testing/playMovement.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { testTelemetry } from '#server/testing/testTelemetry.ts'
import { compileRule } from '../formulas/rules/compileRule.ts'
import { previewRule } from '../formulas/rules/previewRule.ts'
import type { FenceVersion } from '../formulas/rules/ruleFold.ts'
import { detectTrips } from './detectTrips.ts'
import { LatestStates } from './latest.ts'
import { RuleCache } from './ruleCache.ts'
import { type Processing, startProcessing } from './startProcessing.ts'
import { analysisStep } from './steps/analysisStep.ts'
import { rulesStep } from './steps/rulesStep.ts'

let records: Records
let telemetry: Telemetry & { close(): Promise<void> }
let organizationId: string
let departmentId: string
let vesselId: string
let vesselNumber: number
let bornMs: number
/** The clock shortly after the data: a boat that was silent for ten minutes ends open alerts. */
const BEGAN_MS = at('10:02') / 1000
let nowMs = BEGAN_MS
/** Processing instances still running. */
const begun: Processing[] = []
/** Vessels that cross a fence at once. */
const STORM_VESSELS = Number(process.env.STORM_VESSELS ?? 50)
const LONG_AGO = new Date('2026-01-01T00:00:00Z')
const S_US = 1_000_000

beforeAll(async () => {
  records = await testRecords()
  telemetry = await testTelemetry()
})
afterAll(async () => {
  await records.close()
  await telemetry.close()
})
beforeEach(async () => {
  bornMs = Date.now()
  nowMs = BEGAN_MS
  const { db } = records
  const owner = await db.transaction((tx) => insertOrganization(tx, { name: 'Fleet' }))
  organizationId = owner.organizationId
  departmentId = owner.departmentId
  const vessel = await newVessel()
  vesselId = vessel.id
  vesselNumber = vessel.number
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const one of begun.splice(0)) await one.close()
  // Processes of later tests would evaluate these vessels too.
  await records.db.update(vessels).set({ deletedAt: new Date() }).where(isNull(vessels.deletedAt))
})
async function newVessel() {
  const values = { organizationId, departmentId, name: 'Hafdís' }
  const id = await records.db.transaction((tx) => insertVessel(tx, values))
  const [vessel] = await records.db.select().from(vessels).where(eq(vessels.id, id))
  return { id, number: vessel?.number ?? 0 }
}

async function begin(following = telemetry) {
  await records.db.delete(processingProgress)
  await writeSetting(records.db, PROCESSED_UP_TO, bornMs + ARRIVAL_MARGIN_MS)
  const bus = inProcessBus((error) => {
    throw error
  })
  const published: BusEvent[] = []
  for (const type of ['alert.raised', 'alert.changed'] as const)
    bus.subscribe(type, (event) => published.push(event))
  const clock = { nowMs: () => nowMs }
  const processing = await startProcessing({
    ...{ db: records.db, telemetry: following, bus, log: silentLog, clock },
  })
  begun.push(processing)
  return { processing, bus, published }
}
type Running = Awaited<ReturnType<typeof begin>>

const NOTHING = { scalars: [], fixes: [], motion: [], ais: [], faults: [] }
const receive = (running: Running, readings: Partial<VesselReadings>) => receiveAll(running, [readings])

type Received = Partial<VesselReadings>
async function receiveAll({ bus, processing }: Running, received: readonly Received[]) {
  const all = received.map((readings) => ({
    ...{ vesselNumber, ...NOTHING, ...readings },
  }))
  const intervals = all.flatMap(describeAppended)
  nowMs = Math.max(nowMs, ...intervals.map(({ toUs }) => toUs / 1000))
  await telemetry.append(all)
  bus.publish({ type: 'readings.appended', intervals })
  await processing.idle()
}

const sogs = (fromS: number, values: readonly number[]) =>
  values.map((kn, i) => ({
    ...{ timeUs: at('10:00') + (fromS + i) * S_US, key: 'sog' as const, instance: 0 },
    value: knToMps(kn),
  }))
const seconds = (count: number, kn: number) => Array<number>(count).fill(kn)
const fixesEast = (fromS: number, eastM: readonly number[]) =>
  eastM.map((metres, i) => ({
    ...{ timeUs: at('10:00') + (fromS + i) * S_US, hdop: 1, valid: true },
    ...{ latitudeDeg: 0.001, longitudeDeg: metres / 111_194.93 + 10 },
  }))

const QUIET: RuleNotifications = {
  push_notifications: { enabled: false, apply_to_all: false, user_ids: [] },
  email: { enabled: false, apply_to_all: false, user_ids: [] },
  sms: { enabled: false, apply_to_all: false, user_ids: [] },
  helm: { enabled: true, show_native_alert_banner: false, requires_acknowledgement: false },
  console: { enabled: true },
}
const fast: Condition = { variable: { type: 'instant', field: 'sog' }, operation: 'more_than', value: 10 }
const threshold = (and: Condition[], change: Partial<ThresholdDefinition> = {}): ThresholdDefinition => ({
  geofences: { enabled: false, ids: [], area_operation: 'inside' },
  logic: { and },
  cool_down_sec: 0,
  ...change,
})
const EVERYBODY: Rule['vessels'] = { apply_to_all: true, ids: [] }
const addRule = (
  definition: ThresholdDefinition | GeofenceDefinition,
  createdAt = LONG_AGO,
  ruleVessels = EVERYBODY,
  severity = 'warning',
) =>
  records.db.transaction((tx) =>
    insertRule(tx, {
      ...{ organizationId, departmentId, severity, definition, createdAt },
      type: 'logic' in definition ? 'threshold' : 'geofence',
      ...{ vessels: ruleVessels, notifications: QUIET },
    }),
  )
const stored = (ofVessel = vesselId) =>
  records.db
    .select()
    .from(alerts)
    .where(eq(alerts.vesselId, ofVessel))
    .orderBy(asc(alerts.triggerUs), asc(alerts.id))
/** Begin and end in seconds after ten. */
const spans = async (ofVessel = vesselId) =>
  (await stored(ofVessel)).map(({ triggerUs, endUs, isOpen }) => [
    (triggerUs - at('10:00')) / S_US,
    isOpen ? 'open' : endUs === null ? null : (endUs - at('10:00')) / S_US,
  ])

/** All fields of an alert except its ids. */
const alertsOf = async (ofVessel: string) =>
  (await stored(ofVessel))
    .map(({ ruleId, triggerUs, endUs, isOpen, instance, facts, sources }) =>
      JSON.stringify([ruleId, triggerUs, endUs, isOpen, instance, facts, sources]),
    )
    .sort()

test('raises one alert when a limit is passed, with place, end and measured value', async () => {
  const ruleId = await addRule(threshold([fast]))
  const running = await begin()
  await receive(running, {
    scalars: sogs(0, [...seconds(10, 8), ...seconds(10, 12)]),
    fixes: fixesEast(0, seconds(20, 5)),
  })
  expect(await stored()).toMatchObject([
    {
      ...{
        ruleId,
        ruleVersion: 1,
        type: 'threshold',
        severity: 'warning',
        text: null,
        isOpen: true,
        instance: null,
      },
      facts: { kind: 'threshold', fence: null, conditions: [{ field: 'sog', threshold: 10, value: 12 }] },
      triggerUs: at('10:00') + 10 * S_US,
      latitudeDeg: expect.closeTo(0.001, 6),
    },
  ])
  await receive(running, { scalars: sogs(20, seconds(90, 5)) })
  expect(await spans()).toEqual([[10, 20]])
  const [raised] = await stored()
  expect(running.published.map((event) => ('alertId' in event ? [event.type, event.alertId] : null))).toEqual(
    [
      ['alert.raised', raised?.id],
      ['alert.changed', raised?.id],
    ],
  )
})

test('stores the value and place at the begin of an alert when both arrive a moment later', async () => {
  const held: Condition = { ...fast, variable: { type: 'vfp', field: 'sog', period_sec: 10 } }
  await addRule(threshold([held]))
  const running = await begin()
  const depth = {
    timeUs: at('10:00') + 10.5 * S_US,
    key: 'depth_below_surface',
    instance: 0,
    value: 9,
  } as const
  await receive(running, {
    scalars: [...sogs(0, seconds(10, 12)), depth],
    fixes: fixesEast(0, seconds(10, 5)),
  })
  expect(await spans()).toEqual([[10, 'open']])
  await receive(running, { scalars: sogs(10, [15, 16]), fixes: fixesEast(10, [8, 11]) })
  expect(await spans()).toEqual([[10, 'open']])
  expect(await stored()).toMatchObject([
    { facts: { conditions: [{ value: 15 }] }, longitudeDeg: expect.closeTo(10 + 8 / 111_194.93, 6) },
  ])
})

test('raises nothing twice after a restart, and continues open alerts', async () => {
  await addRule(threshold([fast]))
  const first = await begin()
  await receive(first, { scalars: sogs(0, seconds(30, 12)) })
  await first.processing.close()
  const second = await begin()
  await receive(second, { scalars: sogs(30, seconds(30, 12)) })
  expect(await spans()).toEqual([[0, 'open']])
  expect(second.published).toEqual([])
  await receive(second, { scalars: sogs(60, seconds(90, 5)) })
  expect(await spans()).toEqual([[0, 60]])
})

test('raises the same alerts from a day in any order and batches', async () => {
  const values = [
    ...[...seconds(40, 8), ...seconds(50, 12), ...seconds(90, 7), ...seconds(20, 11), ...seconds(30, 9.9)],
    ...[...seconds(100, 6), ...seconds(200, 12), ...seconds(120, 3)],
  ]
  const all = sogs(0, values)
  const order = fc.record({
    sizes: fc.array(fc.integer({ min: 100, max: 260 }), { minLength: 2, maxLength: 4 }),
    luck: fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
  })
  const CUT_WHILE_CLEARING = [100, 130, 239, 335, 580].map((size) => ({
    sizes: [size, 166],
    luck: [2, 3, 1, 0, 4, 5, 6, 7],
  }))
  await addRule(threshold([fast]))
  // Each vessel receives the day in another order, all of them at once.
  const boats = await Promise.all(Array.from({ length: 5 }, newVessel))
  const running = await begin()
  await fc.assert(
    fc.asyncProperty(fc.array(order, { minLength: 5, maxLength: 5 }), async (orders) => {
      const parts = orders.map(({ sizes, luck }) => {
        const parts: (typeof all)[] = []
        for (let from = 0; from < all.length; from += parts.at(-1)?.length ?? 0)
          parts.push(all.slice(from, from + (sizes[parts.length % sizes.length] ?? 1)))
        const shuffled = parts
          .map((part, i) => ({ part, luck: luck[i] ?? 0 }))
          .sort((a, b) => a.luck - b.luck)
          .map(({ part }) => part)
        // Readings that were already sent are sent again.
        return [...shuffled, shuffled[0] ?? []]
      })
      for (let i = 0; parts.some((own) => i < own.length); i++) {
        const received = boats.map(({ number }, boat) => ({
          ...{ vesselNumber: number, scalars: parts[boat]?.[i] ?? [] },
        }))
        await receiveAll(running, received)
      }
      for (const { id } of boats)
        expect(await spans(id)).toEqual([
          [40, 90],
          [180, 230],
          [330, 530],
        ])
    }),
    { numRuns: 2, endOnFailure: true, examples: [[CUT_WHILE_CLEARING]] },
  )
}, 120_000)

test('reads rules again when they could not be read', async () => {
  await addRule(threshold([fast]))
  const [vessel] = await records.db.select().from(vessels).where(eq(vessels.id, vesselId))
  if (!vessel) throw new Error('no vessel')
  let answers = false
  const db = new Proxy(records.db, {
    get(target, name) {
      if (!answers) throw new Error('the store does not answer')
      return Reflect.get(target, name)
    },
  })
  const ruleCache = new RuleCache(db)
  await expect(ruleCache.refresh(nowMs)).rejects.toThrow('does not answer')
  answers = true
  await ruleCache.refresh(nowMs)
  answers = false
  await expect(ruleCache.segmentsOf(vessel)).rejects.toThrow('does not answer')
  answers = true
  expect(await ruleCache.segmentsOf(vessel)).toHaveLength(1)
})

test('keeps the alert and its acknowledgement when late data moves both ends', async () => {
  await addRule(threshold([fast], { clear_sec: 20 }))
  const running = await begin()
  const before = [...sogs(0, seconds(30, 5)), ...sogs(30, seconds(30, 12)), ...sogs(60, seconds(60, 5))]
  await receive(running, { scalars: before })
  expect(await spans()).toEqual([[30, 60]])
  const [known] = await stored()
  const id = known?.id ?? ''
  await records.db.transaction(async (tx) => {
    await acknowledgeAlert(tx, id, null, new Date(nowMs))
    await noteOnAlert(tx, { alertId: id, kind: 'comment', text: 'I have seen it.', at: new Date(nowMs) })
  })
  // The late data: the boat was fast ten seconds before, and for ten seconds longer.
  await receive(running, { scalars: [...sogs(20, seconds(10, 12)), ...sogs(60, seconds(10, 12))] })
  expect(await spans()).toEqual([[20, 70]])
  const [moved] = await stored()
  expect(moved).toMatchObject({ id, withdrawnAt: null })
  expect(moved?.acknowledgedAt).not.toBeNull()
  expect(await records.db.select().from(alertNotes).where(eq(alertNotes.alertId, id))).not.toEqual([])
})

test('removes an alert that late data refutes, or marks it as withdrawn when somebody acted on it', async () => {
  const calm: Condition = { ...fast, operation: 'less_than', value: 100 }
  const rise: Condition = { ...fast, variable: { type: 'range', field: 'sog', period_sec: 20 }, value: 5 }
  await addRule(threshold([rise, calm]))
  const running = await begin()
  const readings = { scalars: [...sogs(0, seconds(10, 2)), ...sogs(10, seconds(10, 9))] }
  await receive(running, readings)
  expect(await spans()).toEqual([[10, 'open']])
  // The slow samples were wrong; the corrected ones replace them.
  await receive(running, { scalars: sogs(0, seconds(10, 8)) })
  expect(await spans()).toEqual([])
  const at = new Date(nowMs)
  const acts: ((tx: Tx, alertId: string) => Promise<unknown>)[] = [
    (tx, alertId) => noteOnAlert(tx, { alertId, kind: 'comment', text: 'I have seen it.', at }),
    (tx, alertId) => acknowledgeAlert(tx, alertId, null, at),
  ]
  for (const act of acts) {
    await receive(running, readings)
    const [again] = await stored()
    await records.db.transaction((tx) => act(tx, again?.id ?? ''))
    await receive(running, { scalars: sogs(0, seconds(10, 8)) })
    expect(await stored()).toMatchObject([{ id: again?.id, withdrawnReason: 'late_data', isOpen: false }])
    await records.db.delete(alerts).where(eq(alerts.id, again?.id ?? ''))
  }
})

test('raises enter and exit of a fence at the moment of the boundary, in the first batch and later ones', async () => {
  const fence = {
    name: 'Harbour',
    type: 'circle',
    radiusM: 300,
    coordinates: [{ latitudeDeg: 0.001, longitudeDeg: 10 }],
  }
  const id = await records.db.transaction((tx) =>
    insertGeofence(tx, { ...fence, organizationId, departmentId, createdAt: LONG_AGO }),
  )
  await addRule({ geofences: { ids: [id] }, trigger_on: 'cross', cool_down_sec: 0 })
  const running = await begin()
  const inward = Array.from({ length: 20 }, (_, i) => 400 - i * 10)
  await receive(running, { fixes: fixesEast(0, inward) })
  await receive(running, { fixes: fixesEast(20, inward.toReversed()) })
  expect((await stored()).map(({ facts, type, isOpen }) => [type, facts, isOpen])).toEqual([
    ['geofence', { kind: 'geofence', fence: 'Harbour', direction: 'enter' }, false],
    ['geofence', { kind: 'geofence', fence: 'Harbour', direction: 'exit' }, false],
  ])
  const [[entered], [left]] = (await spans()) as [[number], [number]]
  expect(entered).toBeCloseTo(10, 1)
  expect(left).toBeCloseTo(29, 1)
})

async function addHarbour() {
  const fence = {
    name: 'Harbour',
    type: 'circle',
    radiusM: 300,
    coordinates: [{ latitudeDeg: 0.001, longitudeDeg: 10 }],
  }
  const id = await records.db.transaction((tx) =>
    insertGeofence(tx, { ...fence, organizationId, departmentId, createdAt: LONG_AGO }),
  )
  const ever = { fromUs: Number.NEGATIVE_INFINITY, untilUs: Number.POSITIVE_INFINITY }
  return { id, fences: [{ id, name: fence.name, ...ever, geometry: fence }] }
}
const metres = (count: number, m: number) => Array<number>(count).fill(m)

test('raises one alert for each of many vessels that cross a fence at once, and none when all arrives again', async () => {
  const { id } = await addHarbour()
  await addRule({ geofences: { ids: [id] }, trigger_on: 'enter', cool_down_sec: 0 })
  await records.db.transaction(async (tx) => {
    for (let i = 0; i < STORM_VESSELS; i++)
      await insertVessel(tx, { organizationId, departmentId, name: `Boat ${i}` })
  })
  const added = await records.db
    .select({ id: vessels.id, number: vessels.number })
    .from(vessels)
    .where(and(eq(vessels.organizationId, organizationId), ne(vessels.id, vesselId)))
  const crossing = added.map(({ number }) => ({
    vesselNumber: number,
    fixes: fixesEast(0, [318, 310, 302, 294, 286]),
  }))
  const running = await begin()
  await receiveAll(running, crossing)
  await receiveAll(running, crossing)
  const raised = await records.db
    .select({ id: alerts.vesselId })
    .from(alerts)
    .where(eq(alerts.organizationId, organizationId))
  const ids = (of: readonly { id: string }[]) => of.map((one) => one.id).toSorted()
  expect(added).toHaveLength(STORM_VESSELS)
  expect(ids(raised)).toEqual(ids(added))
  expect(running.published.filter(({ type }) => type === 'alert.raised')).toHaveLength(STORM_VESSELS)
})

test('raises a crossing once the boat has stayed as long as the rule asks, in any order, as its preview', async () => {
  const { id, fences } = await addHarbour()
  const definition: GeofenceDefinition = {
    ...{ geofences: { ids: [id] }, trigger_on: 'cross', cool_down_sec: 0, duration_sec: 30 },
  }
  await addRule(definition)
  // A jump, a stay, a jump out of it, a short visit, then a stay after a hole.
  const eastM = [
    ...[...metres(60, 340), ...metres(5, 100), ...metres(60, 340), ...metres(90, 200), ...metres(5, 500)],
    ...[...metres(50, 200), ...metres(50, 400), ...metres(20, 250), ...metres(40, 400)],
  ]
  const all = [...fixesEast(0, eastM), ...fixesEast(1200, metres(60, 0))]
  const expected = [
    ['enter', expect.closeTo(124.5, 0)],
    ['exit', expect.closeTo(269.5, 0)],
    ['enter', expect.closeTo(584.3, 0)],
  ]
  const found = async (ofVessel: string) =>
    (await stored(ofVessel)).map(({ facts, triggerUs }) => [
      facts?.kind === 'geofence' ? facts.direction : null,
      (triggerUs - at('10:00')) / S_US,
    ])
  const boats = await Promise.all(Array.from({ length: 6 }, newVessel))
  const running = await begin()
  await receiveAll(
    running,
    boats.slice(0, 1).map(({ number }) => ({ vesselNumber: number, fixes: all })),
  )
  const inOrder = await found(boats[0]?.id ?? '')
  expect(inOrder).toEqual(expected)
  const order = fc.record({
    size: fc.integer({ min: 30, max: 150 }),
    luck: fc.array(fc.nat(), { minLength: 40 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(order, { minLength: 5, maxLength: 5 }), async (orders) => {
      const parts = orders.map(({ size, luck }) =>
        Array.from({ length: Math.ceil(all.length / size) }, (_, i) => ({
          part: all.slice(i * size, (i + 1) * size),
          luck: luck[i % luck.length] ?? 0,
        }))
          .sort((a, b) => a.luck - b.luck)
          .map(({ part }) => part),
      )
      for (let i = 0; parts.some((own) => i < own.length); i++)
        await receiveAll(
          running,
          parts.map((own, boat) => ({ vesselNumber: boats[boat + 1]?.number ?? 0, fixes: own[i] ?? [] })),
        )
      for (const boat of boats) expect(await found(boat.id)).toEqual(inOrder)
    }),
    { numRuns: 1 },
  )
  expect(await previewed(definition, [boats[1]?.id ?? ''], { fences })).toEqual(
    await raised([boats[1]?.id ?? '']),
  )
}, 60_000)

test('finds a crossing during silence in a preview', async () => {
  const { id, fences } = await addHarbour()
  const definition: GeofenceDefinition = {
    ...{ geofences: { ids: [id] }, trigger_on: 'cross', cool_down_sec: 0, duration_sec: 30 },
  }
  await addRule(definition)
  const running = await begin()
  await receive(running, {
    fixes: [0, 2700, 5400].flatMap((s, i) => fixesEast(s, metres(60, i === 1 ? 20 : 9000))),
  })
  const found = await raised([vesselId])
  expect(found).toHaveLength(2)
  expect(await previewed(definition, [vesselId], { fences })).toEqual(found)
})

test('raises one crossing when a restart, late data or single samples interrupt the stay', async () => {
  const { id } = await addHarbour()
  await addRule({ geofences: { ids: [id] }, trigger_on: 'enter', cool_down_sec: 0, duration_sec: 20 })
  const first = await begin()
  await receive(first, { fixes: fixesEast(0, [...metres(30, 400), ...metres(8, 200)]) })
  await first.processing.close()
  const second = await begin()
  await receive(second, { fixes: fixesEast(40, metres(4, 200)) })
  await receive(second, { fixes: fixesEast(38, metres(2, 200)) })
  expect(await stored()).toEqual([])
  for (const s of [44, 46, 45, 48, 47, 49, 50]) await receive(second, { fixes: fixesEast(s, [200]) })
  expect(await spans()).toEqual([[expect.closeTo(29.5, 1), expect.closeTo(29.5, 1)]])
  // Late fixes show that the boat was outside once more; a single one would be an outlier.
  await receive(second, { fixes: [35.2, 35.5, 35.8].flatMap((s) => fixesEast(s, [400])) })
  expect(await stored()).toEqual([])
  await receive(second, { fixes: fixesEast(51, metres(10, 200)) })
  expect(await spans()).toEqual([[expect.closeTo(35.9, 1), expect.closeTo(35.9, 1)]])
})

test('keeps the side of a fence over hours of silence, and moves the crossing when late data arrives', async () => {
  const fence = {
    name: 'Harbour',
    type: 'circle',
    radiusM: 300,
    coordinates: [{ latitudeDeg: 0.001, longitudeDeg: 10 }],
  }
  const id = await records.db.transaction((tx) =>
    insertGeofence(tx, { ...fence, organizationId, departmentId, createdAt: LONG_AGO }),
  )
  await addRule({ geofences: { ids: [id] }, trigger_on: 'exit', cool_down_sec: 0 })
  const first = await begin()
  await receive(first, { fixes: fixesEast(0, [0, 0, 0]) })
  await first.processing.close()
  const second = await begin()
  await receive(second, { fixes: fixesEast(5400, [600, 600]) })
  // Half way between the known fixes.
  expect(await spans()).toEqual([[expect.closeTo(2701, -1), expect.closeTo(2701, -1)]])
  const [alert] = await stored()
  await receive(second, { fixes: fixesEast(5000, [280, 290, 310, 320, 330]) })
  expect(await spans()).toEqual([[expect.closeTo(5001.5, 1), expect.closeTo(5001.5, 1)]])
  // The first guess has another id: nobody received a message about it.
  expect((await stored())[0]?.id).not.toBe(alert?.id)
})

test('raises an alert of silence by the clock, and ends it when the boat sends again', async () => {
  await addRule(
    threshold(
      [{ ...fast, variable: { type: 'instant', source: 'vessel-status', field: 'age' }, value: 120 }],
      { clear_sec: 0 },
    ),
  )
  const running = await begin()
  nowMs = (at('10:00') + 60 * S_US) / 1000
  await receive(running, { scalars: sogs(0, seconds(60, 5)) })
  expect(await spans()).toEqual([])
  nowMs = (at('10:00') + 300 * S_US) / 1000
  await running.processing.idle()
  expect((await spans()).map(([begins, end]) => [Math.round(Number(begins)), end])).toEqual([[179, 'open']])
  await running.processing.idle()
  nowMs = (at('10:00') + 400 * S_US) / 1000
  await receive(running, { scalars: sogs(395, seconds(5, 5)) })
  expect((await spans()).map(([begins, end]) => [Math.round(Number(begins)), end])).toEqual([[179, 395]])
})

/** A device on a vessel, whose program on board reports as given, some seconds after ten. */
async function newBoard(ofVessel: string) {
  const deviceId = `board-${ofVessel}`
  await records.db.insert(devices).values({ id: deviceId, secretHash: deviceId })
  await records.db.insert(pairings).values({ deviceId, vesselId: ofVessel, pairedAt: LONG_AGO })
  const ms = (s: number) => at('10:00') / 1000 + s * 1000
  return (receivedS: number, waits: { fromS: number; toS: number } | null = null) => {
    const amount = waits && waitingAmount({ from: ms(waits.fromS), to: ms(waits.toS), bytes: 90 })
    const { waiting } = healthReport()
    const report = healthReport(amount ? { waiting: { ...waiting, later: amount } } : {})
    return saveDeviceHealth(records.db, deviceId, { receivedMs: ms(receivedS), report })
  }
}
const minutely = (fromS: number, toS: number) =>
  Array.from({ length: Math.floor((toS - fromS) / 60) + 1 }, (_, i) => sogs(fromS + 60 * i, [5])).flat()
const lasted = (age: number): Condition => ({
  ...{ ...fast, variable: { type: 'instant', source: 'vessel-status', field: 'age' } },
  value: age,
})

test('raises an alert of a boat that is silent already when the rule begins, from that begin', async () => {
  const running = await begin()
  await receive(running, { scalars: sogs(0, [5]) })
  nowMs = at('13:00') / 1000
  await running.processing.idle()
  await addRule(threshold([lasted(7200)], { clear_sec: 0 }), new Date(nowMs))
  nowMs += 5000
  await running.processing.idle()
  expect(await spans()).toEqual([[10_800, 'open']])
})

test('tells of a silence whether data wait on board, the computer receives none, or it is silent too', async () => {
  await addRule(threshold([lasted(7200)], { clear_sec: 0 }))
  const running = await begin()
  const [withBacklog, withoutInput, lost] = [await newVessel(), await newVessel(), await newVessel()]
  const fleet = [{ id: vesselId, number: vesselNumber }, withBacklog, withoutInput, lost]
  const [phone, holding, idle, dark] = fleet.map(({ id }) => id) as [string, string, string, string]
  const [ofHolding, ofIdle, ofDark] = [await newBoard(holding), await newBoard(idle), await newBoard(dark)]
  await receiveAll(
    running,
    fleet.map(({ number }) => ({ vesselNumber: number, scalars: sogs(0, seconds(60, 5)) })),
  )
  const boards = async () => {
    await running.processing.idle()
    const found = await Promise.all([phone, holding, idle, dark].map(stored))
    return found.map((all) => all.map(({ board }) => board))
  }
  await Promise.all([
    ofHolding(7260, { fromS: 60, toS: 7200 }),
    ofIdle(7260, { fromS: 0, toS: 30 }),
    ofDark(70),
  ])
  nowMs = at('12:02') / 1000
  expect(await boards()).toEqual([[null], ['waiting'], ['reporting'], ['dark']])
  const changed = () => running.published.filter(({ type }) => type === 'alert.changed').length
  expect(changed()).toBe(0)

  nowMs = at('12:40') / 1000
  await Promise.all([ofHolding(9540, { fromS: 60, toS: 9500 }), ofDark(9540)])
  expect(await boards()).toEqual([[null], ['waiting'], ['dark'], ['reporting']])
  expect(changed()).toBe(2)

  // The backlog refutes its alert, and the others keep theirs.
  await receive(running, { vesselNumber: withBacklog.number, scalars: minutely(60, 9600) })
  expect(await boards()).toEqual([[null], [], ['dark'], ['reporting']])
  // An alert that is over keeps the state that it had.
  await receive(running, { vesselNumber: lost.number, scalars: sogs(9600, [5]) })
  nowMs = at('13:30') / 1000
  expect(await boards()).toEqual([[null], [], ['dark'], ['reporting']])
})

test('does not call a boat dark whose next report may still come, nor one with another computer', async () => {
  await addRule(threshold([lasted(600)], { clear_sec: 0 }))
  const running = await begin()
  const second = await newVessel()
  const [report, reportOfOther] = [await newBoard(vesselId), await newBoard(second.id)]
  await receiveAll(
    running,
    [vesselNumber, second.number].map((number) => ({ vesselNumber: number, scalars: sogs(0, [5]) })),
  )
  const boards = async () => {
    await running.processing.idle()
    return (await Promise.all([vesselId, second.id].map(stored))).map(([alert]) => alert?.board)
  }
  await Promise.all([report(60), reportOfOther(60)])
  const pairedAt = new Date(at('10:05') / 1000)
  await records.db.update(pairings).set({ pairedAt }).where(eq(pairings.vesselId, second.id))
  nowMs = at('10:15') / 1000
  expect(await boards()).toEqual([null, null])
  nowMs = at('10:40') / 1000
  expect(await boards()).toEqual(['dark', null])
})

test('queues one message more when the computer on board falls silent, but not soon after a start', async () => {
  await addRule(threshold([lasted(600)], { clear_sec: 0 }), LONG_AGO, EVERYBODY, 'critical')
  const running = await begin()
  const report = await newBoard(vesselId)
  await receive(running, { scalars: sogs(0, [5]) })
  await report(660)
  nowMs = at('10:12') / 1000
  await running.processing.idle()
  const [alert] = await stored()
  expect(alert?.board).toBe('reporting')
  const [person] = await records.db
    .insert(users)
    .values({
      ...{ identityId: vesselId, organizationId, departmentId, roleId: 'viewer' },
      ...{ name: 'Ada', email: `${vesselId}@harbour.example` },
    })
    .returning()
  const at10 = new Date(nowMs)
  await records.db.insert(messages).values({
    ...{ organizationId, alertId: alert?.id ?? '', userId: person?.id ?? null, channel: 'email' },
    ...{ reason: 'rule', state: 'sent', nextAt: at10, sentAt: at10, createdAt: at10 },
  })
  await running.processing.close()
  const dark = async (of: Running) => {
    await of.processing.idle()
    const found = await records.db.select().from(messages).where(eq(messages.reason, 'dark'))
    return found.map(({ userId, channel }) => [userId, channel])
  }
  nowMs = at('10:37') / 1000
  const again = await begin()
  expect(await dark(again)).toEqual([])
  nowMs = at('10:48') / 1000
  expect(await dark(again)).toEqual([[person?.id, 'email']])
  expect(await dark(again)).toEqual([[person?.id, 'email']])
})

test('raises the alerts of ordered data once a backlog has arrived, however it comes', async () => {
  await addRule(threshold([lasted(900)], { clear_sec: 0 }))
  await addRule(
    threshold(
      [{ ...lasted(900), variable: { type: 'instant', source: 'vessel-status', field: 'age:wind_speed' } }],
      { clear_sec: 0 },
    ),
  )
  const running = await begin()
  const shape = fc.record({
    /** Start of 25 minutes of which the backlog has nothing either, s. */
    pauseS: fc.integer({ min: 3, max: 60 }).map((minute) => 60 * minute),
    windUntilS: fc.integer({ min: 0, max: 90 }).map((minute) => 60 * minute),
    /** Number of the message of the backlog that has the data of each minute. */
    messageOf: fc.array(fc.nat(3), { minLength: 90, maxLength: 90 }),
  })
  const boats = await Promise.all(
    fc.sample(shape, { numRuns: 4, seed: 38 }).map(async (one) => ({
      ...{ ...one, ordered: await newVessel(), late: await newVessel() },
    })),
  )
  const dataOf = ({ pauseS, windUntilS }: (typeof boats)[number]) => {
    const times = Array.from({ length: 90 }, (_, i) => 60 * i).filter((s) => s < pauseS || s > pauseS + 1500)
    return times.map((s) => [
      ...sogs(s, [5]),
      ...(s <= windUntilS
        ? [{ timeUs: at('10:00') + s * S_US, key: 'wind_speed' as const, instance: 0, value: 4 }]
        : []),
    ])
  }
  const parts = boats.map((boat) => {
    const all = dataOf(boat)
    const [first, later] = [all.slice(0, 3), all.slice(3)]
    const chunks = [0, 1, 2, 3].map((message) => later.filter((_, i) => boat.messageOf[i] === message))
    return { ...boat, first, chunks, all }
  })
  const reports = await Promise.all(parts.map(({ late }) => newBoard(late.id)))
  const send = (of: (part: (typeof parts)[number]) => [number, ScalarReading[][]]) =>
    receiveAll(
      running,
      parts.map((part) => {
        const [number, readings] = of(part)
        return { vesselNumber: number, scalars: readings.flat() }
      }),
    )
  await send(({ late, first }) => [late.number, first])
  // The alert of the whole silence begins before anything of the backlog arrives.
  await Promise.all(reports.map((report) => report(5400, { fromS: 180, toS: 5390 })))
  nowMs = at('11:31') / 1000
  await running.processing.idle()
  for (const { late } of parts) expect((await stored(late.id)).map(({ board }) => board)).toContain('waiting')
  for (const i of [0, 1, 2, 3]) await send(({ late, chunks }) => [late.number, chunks[i] ?? []])
  await send(({ ordered, all }) => [ordered.number, all])
  await running.processing.idle()
  /** Alerts by rule: both may begin at the same moment. */
  const about = async (ofVessel: string) =>
    (await stored(ofVessel))
      .map(({ ruleId, triggerUs, endUs, isOpen, facts, withdrawnAt, silentSinceUs }) => ({
        ...{ ruleId, triggerUs, endUs, isOpen, facts, withdrawnAt, silentSinceUs },
      }))
      .toSorted((a, b) => a.triggerUs - b.triggerUs || `${a.ruleId}`.localeCompare(`${b.ruleId}`))
  let count = 0
  for (const { late, ordered } of parts) {
    const expected = await about(ordered.id)
    count += expected.length
    expect(await about(late.id)).toEqual(expected)
  }
  expect(count).toBeGreaterThan(4)
})

test('evaluates a new rule on the last data before it, though no more data comes', async () => {
  const running = await begin()
  nowMs = at('10:00') / 1000
  await receive(running, { scalars: sogs(0, [5]) })
  nowMs += 500
  await addRule(threshold([fast]), new Date(nowMs - 200))
  await receive(running, { scalars: sogs(0.5, [12]) })
  nowMs += 2000
  await running.processing.idle()
  expect(await spans()).toEqual([[0.5, 'open']])
  const own = running.published.filter((event) => 'vesselId' in event && event.vesselId === vesselId)
  expect(own.map(({ type }) => type)).toEqual(['alert.raised'])
})

/** Previewed episodes of some boats, the oldest first. */
async function previewed(
  definition: ThresholdDefinition | GeofenceDefinition,
  ids: readonly string[],
  { signal, fences = [] }: { signal?: AbortSignal; fences?: FenceVersion[] } = {},
) {
  const type = 'logic' in definition ? 'threshold' : 'geofence'
  const rule = compileRule({ type, severity: 'warning', definition })
  const fleet = await records.db
    .select()
    .from(vessels)
    .where(inArray(vessels.id, [...ids]))
  if (!rule) throw new Error('nothing to preview')
  const stores = { db: records.db, telemetry }
  const span = { fromUs: at('09:00'), toUs: at('12:00') }
  const { episodes } = await previewRule(stores, { rule, fences, vessels: fleet, span }, signal)
  return episodes
    .map(({ vessel, episode }) => ({ id: vessel.id, beginUs: episode.beginUs, endUs: episode.endUs }))
    .reverse()
}
const raised = async (ids: readonly string[]) =>
  (await Promise.all(ids.map(stored)))
    .flat()
    .sort((a, b) => a.triggerUs - b.triggerUs)
    .map(({ vesselId, triggerUs, endUs }) => ({ id: vesselId, beginUs: triggerUs, endUs }))

test('previews the same alerts that the rule raises from the same data', async () => {
  const definition = threshold([fast])
  await addRule(definition)
  const running = await begin()
  const hour = [
    ...[...seconds(1200, 5), ...seconds(60, 12), ...seconds(1500, 5), ...seconds(30, 12)],
    // The value is just below the limit for longer than a quarter-hour: the alert is not over.
    ...[...seconds(2000, 9.9), ...seconds(60, 12), ...seconds(400, 5)],
  ]
  await receive(running, { scalars: sogs(0, hour) })
  await running.processing.close()
  const episodes = await previewed(definition, [vesselId])
  expect(episodes).toEqual(await raised([vesselId]))
  expect(episodes).toHaveLength(2)
  const nobody = AbortSignal.abort(new Error('nobody waits'))
  await expect(previewed(definition, [vesselId], { signal: nobody })).rejects.toThrow('nobody waits')
})

test('previews a condition near a fence by its last value before the fence', async () => {
  const fence = {
    name: 'Harbour',
    type: 'circle',
    radiusM: 300,
    coordinates: [{ latitudeDeg: 0.001, longitudeDeg: 10 }],
  }
  const id = await records.db.transaction((tx) =>
    insertGeofence(tx, { ...fence, organizationId, departmentId, createdAt: LONG_AGO }),
  )
  const geofences = { enabled: true, ids: [id], area_operation: 'inside' as const }
  const windy: Condition = { ...fast, variable: { type: 'instant', field: 'wind_speed' } }
  const definition = threshold([windy], { geofences })
  await addRule(definition)
  const second = await newVessel()
  // The boat is near after 15 minutes, and inside a minute later; the last wind came shortly before.
  const fixes = fixesEast(
    0,
    Array.from({ length: 1300 }, (_, s) => Math.max(0, 1400 - 12 * (s - 905))),
  )
  const speeds = (value: number) =>
    [100, 300, 500, 700, 890].map((s) => ({
      ...{ timeUs: at('10:00') + s * S_US, key: 'wind_speed' as const, instance: 0, value },
    }))
  const running = await begin()
  await receive(running, { fixes, scalars: speeds(12) })
  await receive(running, { vesselNumber: second.number, fixes, scalars: speeds(8) })
  nowMs = at('12:00') / 1000
  await running.processing.idle()
  await running.processing.close()
  const ever = { fromUs: Number.NEGATIVE_INFINITY, untilUs: Number.POSITIVE_INFINITY }
  const fences = [{ id, name: fence.name, ...ever, geometry: fence }]
  const episodes = await previewed(definition, [vesselId, second.id], { fences })
  expect(episodes).toHaveLength(1)
  expect(episodes).toEqual(await raised([vesselId, second.id]))
})

test('counts repetitions before the data it evaluates, in any order and in a preview', async () => {
  const definition = threshold([fast], { repeat: { times: 3, within_sec: 1800 }, clear_sec: 20 })
  await addRule(definition)
  const second = await newVessel()
  const pulse = (atS: number) => sogs(atS, [...seconds(30, 5), ...seconds(20, 12), ...seconds(50, 5)])
  // The first three within half an hour; the fifth comes too late for the third and the fourth.
  const pulses = [0, 700, 1500, 2000, 4200, 4400, 5000].map(pulse)
  const running = await begin()
  for (const scalars of pulses) await receive(running, { scalars })
  for (const scalars of pulses.toReversed()) await receive(running, { vesselNumber: second.number, scalars })
  await running.processing.close()
  const begins = (await spans()).map(([beginS]) => beginS)
  expect(begins).toEqual([1530, 5030])
  expect((await spans(second.id)).map(([beginS]) => beginS)).toEqual(begins)
  expect((await stored())[0]?.facts).toMatchObject({ repeat: { times: 3, within_sec: 1800 } })
  const ids = [vesselId, second.id]
  expect((await previewed(definition, ids)).map(({ beginUs }) => beginUs)).toEqual(
    (await raised(ids)).map(({ beginUs }) => beginUs),
  )
})

test('skips excluded vessels in a rule for all', async () => {
  const second = await newVessel()
  await addRule(threshold([fast]), LONG_AGO, { ...EVERYBODY, excluded_ids: [vesselId] })
  const running = await begin()
  const scalars = sogs(0, [...seconds(10, 5), ...seconds(10, 12)])
  for (const number of [vesselNumber, second.number])
    await receive(running, { vesselNumber: number, scalars })
  expect(await spans()).toEqual([])
  expect(await spans(second.id)).toEqual([[10, 'open']])
})

test('previews silence and the hour of the day for each boat', async () => {
  const quiet: Condition = {
    ...fast,
    variable: { type: 'instant', source: 'vessel-status', field: 'age' },
    value: 900,
  }
  const early: Condition = {
    ...fast,
    variable: { type: 'instant', source: 'vessel-status', field: 'hour' },
    ...{ operation: 'less_than', value: 10.75 },
  }
  const second = await newVessel()
  const third = await newVessel()
  const definition = threshold([quiet, early], { clear_sec: 0 })
  await addRule(definition)
  const running = await begin()
  const times = [0, 600, 1200, 3600, 3610]
  const boats = [vesselNumber, second.number, third.number]
  // The second boat was silent from minute 20 on. The third was silent from minute 50 on, too late for an
  // alert.
  const receivedUntil = [[0, 600, 1200, 1800, 2400, 3000, 3600], times, [0, 600, 1200, 1800, 2400, 3000]]
  await receiveAll(
    running,
    boats.map((number, i) => ({
      vesselNumber: number,
      scalars: (receivedUntil[i] ?? []).flatMap((fromS) => sogs(fromS, [5])),
    })),
  )
  await running.processing.close()
  const ids = [vesselId, second.id, third.id]
  const episodes = await previewed(definition, ids)
  expect(episodes).toEqual(await raised(ids))
  expect(episodes.map(({ id }) => id)).toEqual([second.id])
})

test('evaluates a version on data of its time, and ends open alerts at an edit', async () => {
  const definition = threshold([fast])
  const id = await addRule(definition, new Date((at('10:00') + 30 * S_US) / 1000))
  const running = await begin()
  await receive(running, { scalars: sogs(0, seconds(60, 12)) })
  expect(await spans()).toEqual([[30, 'open']])
  await records.db.transaction((tx) => updateRule(tx, { id, version: 1 }, { enabled: false }))
  nowMs += 5000
  await receive(running, { scalars: [{ ...sogs(0, [12])[0], timeUs: Date.now() * 1000 } as never] })
  expect(await spans()).toEqual([[30, 59]])
})

test('stops evaluating a rule once it is switched off, also for a boat that reports rarely', async () => {
  const id = await addRule(threshold([fast]))
  const sog = (ms: number, kn: number) => ({
    scalars: [{ timeUs: ms * 1000, key: 'sog' as const, instance: 0, value: knToMps(kn) }],
  })
  nowMs = Date.now()
  const running = await begin()
  await receive(running, sog(nowMs - 3000, 5))
  await records.db.transaction((tx) => updateRule(tx, { id, version: 1 }, { enabled: false }))
  const offMs = Date.now()
  nowMs = offMs + 2000
  // A boat at her berth reports rarely: the next sample is from before the edit.
  await receive(running, sog(offMs - 1000, 5))
  for (const seconds of [5, 10, 15]) {
    nowMs = offMs + seconds * 1000
    await receive(running, sog(nowMs, 12))
  }
  expect(await stored()).toEqual([])
})

test('raises an external alert after two faults of an engine, and ends it after a minute', async () => {
  const running = await begin()
  const lamps = { protect: null, amberWarning: null, redStop: null, malfunction: null }
  const fault = (second: number) => ({
    ...{ timeUs: at('10:00') + second * S_US, instance: 1, spn: N2K_STATUS_SPN + 1, fmi: 31 },
    ...{ occurrenceCount: null, lamps, source: sourceOf('n2k', 0, 17) },
  })
  const senders = [{ timeUs: at('10:00'), address: 17, what: 'model', value: 'Engine gateway' } as const]
  await receive(running, { faults: [fault(0)], scalars: sogs(0, [1]), senders })
  expect(await stored()).toEqual([])
  await receive(running, { faults: [fault(1), fault(2)], scalars: sogs(1, [1, 1]) })
  expect(await stored()).toMatchObject([
    {
      type: 'external',
      severity: 'critical',
      instance: 1,
      ruleId: null,
      isOpen: true,
      sources: ['Engine gateway (17)'],
      facts: { spn: N2K_STATUS_SPN + 1 },
    },
  ])
  await receive(running, { scalars: sogs(3, seconds(100, 1)) })
  expect(await spans()).toEqual([[1, 2]])
})

test('raises an alert of faults that come in messages of their own', async () => {
  const running = await begin()
  const lamps = { protect: null, amberWarning: null, redStop: null, malfunction: null }
  const derated = [3, 4].map((second) => ({
    ...{ timeUs: at('10:00') + second * S_US, instance: 1, spn: DERATE_SPN, fmi: 31 },
    ...{ occurrenceCount: null, lamps },
  }))
  await receive(running, { scalars: sogs(0, seconds(10, 1)) })
  await receive(running, { faults: derated })
  expect(await stored()).toMatchObject([
    { type: 'external', severity: 'warning', facts: { spn: DERATE_SPN } },
  ])
})

test('evaluates the figures of a trip once they are computed', async () => {
  const far: Condition = {
    ...fast,
    variable: { type: 'instant', source: 'statistics', field: 'distance' },
    value: 0.5,
  }
  await addRule(threshold([far]))
  nowMs = at('12:00') / 1000
  const running = await begin()
  await receive(running, {
    scalars: sogs(0, seconds(300, 12)),
    fixes: fixesEast(
      0,
      Array.from({ length: 300 }, (_, i) => i * knToMps(12)),
    ),
  })
  const [trip] = await records.db.select().from(trips).where(eq(trips.vesselId, vesselId))
  expect(trip?.endUs).toBeTypeOf('number')
  const [alert] = await stored()
  expect(alert).toMatchObject({
    triggerUs: trip?.endUs,
    facts: { conditions: [{ source: 'statistics', field: 'distance', threshold: 0.5 }] },
  })
})

test('evaluates the captain and the hour of the day together with measurements', async () => {
  const status = (field: string, change: Partial<Condition>): Condition => ({
    ...fast,
    variable: { type: 'instant', source: 'vessel-status', field },
    ...change,
  })
  await addRule(
    threshold([
      status('sailing', { value: 0.5 }),
      status('captain', { operation: 'less_than', value: 0.5 }),
      status('hour', { value: 10.51 }),
    ]),
  )
  const led = await newVessel()
  await records.db.transaction(async (tx) => {
    const [captain] = await tx
      .insert(captains)
      .values({ organizationId, departmentId, name: 'Sigga' })
      .returning()
    const turn = { captainId: captain?.id ?? null, fromUs: LONG_AGO.getTime() * 1000, createdBy: null }
    await insertTurn(tx, { vesselId: led.id, ...turn })
  })
  const running = await begin()
  for (const from of [1790, 1840]) {
    await receiveAll(
      running,
      [vesselNumber, led.number].map((number) => ({
        vesselNumber: number,
        scalars: sogs(from, seconds(50, 12)),
      })),
    )
  }
  // The first minute with an hour above the limit.
  expect(await spans()).toEqual([[1860, 'open']])
  expect(await spans(led.id)).toEqual([])
})

test('evaluates a J1939 number as its series, for the engine and with the device that sent it', async () => {
  const hot: Condition = {
    ...fast,
    variable: { type: 'instant', source: 'j1939', field: 'spn110' },
    value: 373,
  }
  await addRule(threshold([hot]))
  const running = await begin()
  const source = sourceOf('n2k', 0, 17)
  const temperature = (second: number, instance: number, value: number) => ({
    ...{ timeUs: at('10:00') + second * S_US, key: 'coolant_temperature' as const, instance, value, source },
  })
  await receive(running, {
    senders: [{ timeUs: at('10:00'), address: 17, what: 'model', value: 'Engine gateway' }],
    scalars: [0, 1, 2].flatMap((second) => [temperature(second, 1, 360), temperature(second, 2, 380)]),
  })
  expect(await stored()).toMatchObject([
    {
      instance: 2,
      sources: ['Engine gateway (17)'],
      facts: { conditions: [{ field: 'spn110', value: 380 }] },
    },
  ])
})

test('waits for both of two devices before it evaluates a moment', async () => {
  await addRule(threshold([fast, { ...fast, variable: { type: 'instant', field: 'stw' } }]))
  const running = await begin()
  const sample = (second: number, key: 'sog' | 'stw', kn: number) => ({
    scalars: [{ timeUs: at('10:00') + second * S_US, key, instance: 0, value: knToMps(kn) }],
  })
  const nowS = (second: number) => {
    nowMs = at('10:00') / 1000 + second * 1000
  }
  for (let second = 0; second < 6; second++) {
    nowS(second + 0.2)
    await receive(running, sample(second, 'sog', second < 3 ? 5 : 12))
    nowS(second + 0.7)
    await receive(running, sample(second - 0.5, 'stw', 12))
  }
  nowS(6)
  await running.processing.idle()
  expect(await spans()).toEqual([[3, 'open']])
  // The boat sends nothing more, and her last samples are still evaluated.
  await receive(running, sample(5.9, 'sog', 5))
  expect(await spans()).toEqual([[3, 'open']])
  nowS(9)
  await running.processing.idle()
  nowS(70)
  await receive(running, { scalars: sogs(64, seconds(3, 5)) })
  nowS(75)
  await running.processing.idle()
  expect((await spans())[0]?.[0]).toBe(3)
})

test('raises the same alerts live and later, and queries no samples from the store meanwhile', async () => {
  const fence = {
    name: 'Harbour',
    type: 'circle',
    radiusM: 300,
    coordinates: [{ latitudeDeg: 0.001, longitudeDeg: 10 }],
  }
  const fenceId = await records.db.transaction((tx) =>
    insertGeofence(tx, { ...fence, organizationId, departmentId, createdAt: LONG_AGO }),
  )
  await addRule({ geofences: { ids: [fenceId] }, trigger_on: 'cross', cool_down_sec: 0 })
  const brief = { clear_sec: 5 }
  await addRule(threshold([fast], brief))
  await addRule(threshold([{ ...fast, variable: { type: 'vfp', field: 'sog', period_sec: 7 } }], brief))
  await addRule(
    threshold([{ ...fast, variable: { type: 'range', field: 'sog', period_sec: 9 }, value: 5 }], brief),
  )
  await addRule(
    threshold([{ ...fast, variable: { type: 'instant', field: 'coolant_temperature' }, value: 370 }], brief),
  )
  const lamps = { protect: null, amberWarning: null, redStop: null, malfunction: null }
  const [best, other] = [sourceOf('n2k', 0, 3), sourceOf('nmea0183', 0, 'GP')]
  const day = Array.from({ length: 240 }, (_, second): Partial<VesselReadings> => {
    const timeUs = at('10:00') + second * S_US
    const kn = 8 + 5 * Math.sin(second / 9)
    const isUnknown = second % 50 === 49
    const speed = { timeUs, key: 'sog' as const, instance: 0 }
    const coolant = { timeUs, key: 'coolant_temperature' as const, value: 360 + (second % 40) / 2 }
    const [fix] = fixesEast(second, [250 + 120 * Math.sin(second / 25)])
    return {
      scalars: [
        { ...speed, value: knToMps(1), source: best },
        { ...speed, value: isUnknown ? null : knToMps(kn), source: best },
        { ...speed, value: knToMps(kn + 4), source: other },
        ...[1, 2].map((instance) => ({ ...coolant, instance, source: best })),
      ],
      fixes: [{ ...(fix as Required<VesselReadings>['fixes'][number]), timeUs }],
      faults:
        second >= 60 && second < 70
          ? [{ timeUs, instance: 1, spn: 100, fmi: 1, occurrenceCount: null, lamps, source: best }]
          : [],
    }
  })
  const part = (from: number, to: number) => {
    const rows = day.slice(from, to)
    return {
      scalars: rows.flatMap(({ scalars = [] }) => scalars),
      fixes: rows.flatMap(({ fixes = [] }) => fixes),
      faults: rows.flatMap(({ faults = [] }) => faults),
    }
  }
  const asked: number[] = []
  const watched = {
    ...telemetry,
    series: {
      ...telemetry.series,
      sampleColumns: (...[intervals, ...how]: Parameters<Telemetry['series']['sampleColumns']>) => {
        // A starting process may read vessels of other tests, and the hours of engines are counted beside the rules.
        const isOfHours = how[0]?.includes('engine_hours')
        if (!isOfHours)
          asked.push(...intervals.map((one) => one.vesselNumber).filter((one) => one === vesselNumber))
        return telemetry.series.sampleColumns(intervals, ...how)
      },
    },
  }
  const running = await begin(watched)
  for (let from = 0, size = 1; from < day.length; from += size, size = 1 + ((size * 7) % 29)) {
    nowMs = at('10:00') / 1000 + Math.min(day.length, from + size) * 1000
    await receive(running, part(from, from + size))
  }
  expect(asked).toEqual([vesselNumber])
  const later = await newVessel()
  nowMs = at('12:00') / 1000
  await receiveAll(running, [{ vesselNumber: later.number, ...part(0, day.length) }])
  const alertsOf = async (id: string) =>
    (await stored(id))
      .map(({ ruleId, triggerUs, endUs, isOpen, instance, facts, latitudeDeg, longitudeDeg, sources }) =>
        JSON.stringify([
          ruleId,
          triggerUs,
          endUs,
          isOpen,
          instance,
          facts,
          latitudeDeg,
          longitudeDeg,
          sources,
        ]),
      )
      .sort()
  const live = await alertsOf(vesselId)
  expect(live.length).toBeGreaterThan(10)
  expect(live).toEqual(await alertsOf(later.id))
})

test('evaluates a boat that sends only positions by derived speed, as its preview', async () => {
  const definition = threshold([fast])
  await addRule(definition)
  const running = await begin()
  const eastM = Array.from({ length: 400 }, (_, i) => Math.min(i, 300) * knToMps(12))
  await receive(running, { fixes: fixesEast(0, eastM) })
  const [alert] = await spans()
  expect(alert?.[0]).toBeLessThan(30)
  expect(await previewed(definition, [vesselId])).toEqual(await raised([vesselId]))
})

test('evaluates values along a trip while the boat is under way', async () => {
  const drawn = (field: string, value: number): Condition => ({
    ...{ variable: { type: 'instant', field }, operation: 'less_than', value },
  })
  await records.db
    .update(vessels)
    .set({ topSpeedMps: knToMps(30), safetySpeedLimitMps: knToMps(15) })
    .where(eq(vessels.id, vesselId))
  const [safety, eco] = [
    await addRule(threshold([drawn('rog', 16)])),
    await addRule(threshold([drawn('in_eco_speed_ratio._30s', 0.5)])),
  ]
  // Twelve knots cost the least a mile.
  const bins = new Map(
    Array.from({ length: 10 }, (_, i) => [
      8 + i,
      { cruise_s: 3600, cruise_m: 10_000, cruise_m3: 0.01 + Math.abs(i - 4) * 0.002 },
    ]),
  ) as Awaited<ReturnType<Telemetry['quarterHours']['speedBins']>>
  const quarterHours = { ...telemetry.quarterHours, speedBins: async () => bins }
  const running = await begin({ ...telemetry, quarterHours })
  const kn = [...seconds(150, 12), ...seconds(150, 20)]
  let eastM = 0
  const fixes = fixesEast(
    0,
    kn.map((speed) => (eastM += knToMps(speed))),
  )
  for (const [from, to] of [
    [0, 200],
    [200, 300],
  ] as const) {
    nowMs = at('10:00') / 1000 + to * 1000
    await receive(running, { scalars: sogs(from, kn.slice(from, to)), fixes: fixes.slice(from, to) })
  }
  const raisedOf = async (ruleId: string) => (await stored()).filter((one) => one.ruleId === ruleId)
  await expect.poll(async () => (await raisedOf(eco)).length, { timeout: 30_000 }).toBe(1)
  const [trip] = await records.db.select().from(trips).where(eq(trips.vesselId, vesselId))
  expect(trip?.endUs).toBeNull()
  expect(await raisedOf(safety)).toMatchObject([{ isOpen: true }])
  // Half of the last thirty seconds were out of the band.
  const [slow] = await raisedOf(eco)
  expect(slow?.isOpen).toBe(true)
  expect(((slow?.triggerUs ?? 0) - at('10:00')) / S_US).toBe(165)
})

test.each(['at once', 'after processes that computed it died'])(
  'removes alerts with the values along a trip, and with the trip, %s',
  async (how) => {
    const set = (values: Partial<typeof vessels.$inferInsert>) =>
      records.db.update(vessels).set(values).where(eq(vessels.id, vesselId))
    await set({ safetySpeedLimitMps: knToMps(15) })
    const slow: Condition = { variable: { type: 'instant', field: 'rog' }, operation: 'less_than', value: 16 }
    const far: Condition = {
      variable: { type: 'instant', source: 'statistics', field: 'distance' },
      ...{ operation: 'more_than', value: 1 },
    }
    const rules = { fast: threshold([fast]), slow: threshold([slow]), far: threshold([far]) }
    const names = new Map<string, string>()
    for (const [name, definition] of Object.entries(rules)) names.set(await addRule(definition), name)
    const raised = async () => (await stored()).map(({ ruleId }) => names.get(ruleId ?? '')).sort()
    nowMs = at('12:00') / 1000
    let running = await begin()
    const changed = async () => {
      running.bus.publish({ type: 'vessel.changed', organizationId, departmentId, vesselId })
      await running.processing.idle()
    }
    // No device reports SOG.
    const eastM = Array.from({ length: 1200 }, (_, i) => Math.max(0, Math.min(i, 900) - 60) * knToMps(20))
    await receive(running, { fixes: fixesEast(0, eastM) })
    await running.processing.idle()
    expect(await raised()).toEqual(['far', 'fast', 'slow'])

    // A killed process has stored its results and published nothing. By then all samples have been processed.
    const died = async (computes: (vessel: DirectoryEntry, ms: number) => Promise<unknown>) => {
      await running.processing.close()
      const vessel = (await loadDirectory(records.db)).get(vesselNumber)
      if (!vessel) throw new Error('there is no vessel')
      bornMs = Date.now() + 1
      await computes(vessel, bornMs + ARRIVAL_MARGIN_MS)
      running = await begin()
      await running.processing.idle()
    }
    const whole = { fromUs: at('10:00'), toUs: at('11:00') }
    await set({ safetySpeedLimitMps: null })
    await markTripsStale(records.db, vesselId)
    if (how === 'at once') await changed()
    else
      await died((vessel, ms) => {
        const stores = { db: records.db, telemetry, bus: running.bus, clock: { nowMs: () => ms } }
        const step = analysisStep({
          ...stores,
          partitions: new Set(ALL_PARTITIONS),
          isMissing: () => false,
          isAwaited: () => false,
        })
        const work = { vessel, ...whole, share: 'backlog' as const, sinceMs: 0 }
        return Promise.resolve(step.run([work], new AbortController().signal))
      })
    expect(await raised()).toEqual(['far', 'fast'])

    await set({ topSpeedMps: knToMps(2) })
    if (how === 'at once') {
      running.bus.publish({ type: 'recomputation.asked', vesselNumber, step: 'voyages' })
      await changed()
    } else
      await died(async (vessel, ms) => {
        const stores = { db: records.db, telemetry, bus: running.bus }
        await detectTrips(stores, [{ vessel, ...whole }], nowMs * 1000, () => {})
        await records.db.transaction((tx) => askRecomputation(tx, vesselId, 'voyages', new Date(ms)))
      })
    expect(await records.db.select().from(trips).where(eq(trips.vesselId, vesselId))).toEqual([])
    expect(await raised()).toEqual([])
  },
)

/** Bus data of a boat over four minutes, by the second: she moves, runs hot, pumps and reports faults. */
const onTheBus = (second: number) => {
  const timeUs = at('10:00') + second * S_US
  const lamps = { protect: null, amberWarning: null, redStop: null, malfunction: null }
  const [fix] = fixesEast(second, [250 + 120 * Math.sin(second / 25)])
  return {
    scalars: [
      { timeUs, key: 'sog' as const, instance: 0, value: knToMps(8 + 5 * Math.sin(second / 9)) },
      { timeUs, key: 'coolant_temperature' as const, instance: 1, value: 360 + (second % 40) / 2 },
      ...(second % 10 === 0
        ? [{ timeUs, key: 'switch' as const, instance: 1, value: second < 40 ? 0 : 1 }]
        : []),
    ],
    fixes: fix ? [{ ...fix, timeUs }] : [],
    faults:
      second >= 60 && second < 70
        ? [{ timeUs, instance: 1, spn: N2K_STATUS_SPN + 1, fmi: 31, occurrenceCount: null, lamps } as Fault]
        : [],
  }
}

test('raises the same alerts from live frames and from the same day replayed', async () => {
  const fence = {
    name: 'Harbour',
    type: 'circle',
    radiusM: 300,
    coordinates: [{ latitudeDeg: 0.001, longitudeDeg: 10 }],
  }
  const fenceId = await records.db.transaction((tx) =>
    insertGeofence(tx, { ...fence, organizationId, departmentId, createdAt: LONG_AGO }),
  )
  await addRule({ geofences: { ids: [fenceId] }, trigger_on: 'cross', cool_down_sec: 0 })
  await addRule(threshold([fast], { clear_sec: 5 }))
  await addRule(
    threshold([
      { ...fast, variable: { type: 'vfp', field: 'coolant_temperature', period_sec: 7 }, value: 370 },
    ]),
  )
  const bilge = RULE_TEMPLATES.find(({ id }) => id === 'bilge_pump')
  const bilgeRule = await addRule(threshold(bilge?.and ?? []))
  const running = await begin()
  const clock = { nowMs: () => nowMs }
  const collector = new Collector(telemetry, (event) => running.bus.publish(event), silentLog)
  const intake = new Intake({
    ...{ collector, clock, log: silentLog, rejectionLog: new RejectionLog(records.db, silentLog) },
    notices: new NoticeLog(records.db, silentLog, clock),
    activity: { note: () => undefined } as unknown as DeviceActivity,
    instances: new InstanceNumbers(records.db, silentLog),
    ...{ isClockRight: () => true, gnss: new GnssClock(clock, silentLog) },
  })
  const frames = (from: number, to: number) => {
    const parts = Array.from({ length: to - from }, (_, i) => onTheBus(from + i))
    return encoderFor('n2k')({
      scalars: parts.flatMap(({ scalars }) => scalars),
      fixes: parts.flatMap(({ fixes }) => fixes),
      faults: parts.flatMap(({ faults }) => faults),
    })
  }
  const deviceOn = (vessel: { id: string; number: number }): PairedDevice => ({
    ...{ id: `of ${vessel.number}`, kind: 'device' as const, secretHash: '', mustRegister: false },
    vessel: { ...vessel, organizationId: 'one' },
    spans: [{ vessel, fromUs: Number.NEGATIVE_INFINITY, untilUs: Number.POSITIVE_INFINITY }],
  })
  const PARTS = [0, 36, 65, 130, 171, 240]
  const parts = PARTS.slice(1).map((to, i) => frames(PARTS[i] ?? 0, to))
  const live = deviceOn({ id: vesselId, number: vesselNumber })
  const decoders = new Decoders('mqtt')
  for (const [i, part] of parts.entries()) {
    nowMs = at('10:00') / 1000 + (PARTS[i + 1] ?? 0) * 1000
    await intake.takeMessage(live, decoders, 'n2k', part)
    await running.processing.idle()
  }
  nowMs = at('12:00') / 1000
  const chunks = async function* (all: readonly Uint8Array[]) {
    for (const one of all) yield one
  }
  const [whole, backwards] = [await newVessel(), await newVessel()]
  await intake.takeBatch(deviceOn(whole), 'n2k', chunks(parts))
  await running.processing.idle()
  // The newest first, and some of it twice.
  for (const part of [...parts.toReversed(), ...parts.slice(2, 3)]) {
    await intake.takeBatch(deviceOn(backwards), 'n2k', chunks([part]))
    await running.processing.idle()
  }
  const raisedLive = await alertsOf(vesselId)
  expect(raisedLive.length).toBeGreaterThan(4)
  expect(raisedLive.some((one) => one.includes(bilgeRule))).toBe(true)
  expect(raisedLive).toEqual(await alertsOf(whole.id))
  expect(raisedLive).toEqual(await alertsOf(backwards.id))
})

test('keeps alerts of other rules open while a rule waits for impacts', async () => {
  await addRule(threshold([fast]))
  await addRule(
    threshold([{ ...fast, variable: { type: 'instant', field: 'impact' }, value: 3 }], { clear_sec: 0 }),
  )
  const running = await begin()
  const forceZ = Int16Array.from({ length: 1000 }, (_, i) => (i % 500 === 250 ? 6000 : 1000))
  const level = new Int16Array(1000)
  await receive(running, {
    scalars: sogs(0, seconds(20, 12)),
    motion: [
      {
        ...{ sensor: 1, startUs: at('10:00'), intervalUs: 20_000 },
        ...{ forceX: level, forceY: level, forceZ, roll: level, pitch: level, yaw: level },
      },
    ],
  })
  const all = await stored()
  expect(all.find(({ facts }) => JSON.stringify(facts).includes('"sog"'))).toMatchObject({ isOpen: true })
})

const hard: Condition = {
  variable: { type: 'instant', field: 'impact' },
  operation: 'more_than',
  value: 3,
}
/** A minute at 50 Hz, in which she is hit at some samples, and a part of it. */
function hits(at50Hz: readonly number[], from = 0, to = 3000) {
  const forceZ = Int16Array.from({ length: to - from }, (_, i) => (at50Hz.includes(from + i) ? 9000 : 1000))
  const level = new Int16Array(to - from)
  return {
    ...{ sensor: 1, startUs: at('10:00') + from * 20_000, intervalUs: 20_000 },
    ...{ forceX: level, forceY: level, forceZ, roll: level, pitch: level, yaw: level },
  }
}

test('raises an alert of an impact after which the boat sends nothing', async () => {
  await addRule(threshold([hard]))
  const running = await begin()
  await receive(running, { motion: [hits([2975], 0, 2980)] })
  expect(await spans()).toEqual([[59, 'open']])
})

test('raises an alert of an impact that arrives late after a restart, and reads it once', async () => {
  await addRule(threshold([hard]))
  const first = await begin()
  await receive(first, { scalars: sogs(900, seconds(10, 5)) })
  await first.processing.close()
  bornMs = Date.now() + 1
  await receive(await begin(), { motion: [hits([2975], 0, 2980)] })
  expect(await spans()).toEqual([[59, 59]])
})

test('raises the same alerts of impacts from any batches and order of motion', async () => {
  await addRule(threshold([hard], { clear_sec: 2 }))
  const running = await begin()
  const minutes = fc.record({
    at50Hz: fc.uniqueArray(fc.integer({ min: 0, max: 2999 }), { minLength: 1, maxLength: 12 }),
    cuts: fc.uniqueArray(fc.integer({ min: 1, max: 2999 }), { maxLength: 6 }),
    turns: fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 7, maxLength: 7 }),
  })
  const seed = Date.now()
  const boats: { minute: object; whole: string; cut: string; wanted: Received; parts: Received[] }[] = []
  for (const minute of fc.sample(minutes, { numRuns: 25, seed })) {
    const { at50Hz, cuts, turns } = minute
    const [whole, cut] = [await newVessel(), await newVessel()]
    const bounds = [0, ...cuts.toSorted((a, b) => a - b), 3000]
    const parts = bounds
      .slice(1)
      .map((to, i) => ({
        vesselNumber: cut.number,
        motion: [hits(at50Hz, bounds[i], to)],
        turn: turns[i] ?? 0,
      }))
      .toSorted((a, b) => a.turn - b.turn)
    const wanted = { vesselNumber: whole.number, motion: [hits(at50Hz)] }
    boats.push({ minute, whole: whole.id, cut: cut.id, wanted, parts })
  }
  await receiveAll(
    running,
    boats.map(({ wanted }) => wanted),
  )
  // One part of each boat at a time: a run evaluates many boats, each at another part of her minute.
  for (let i = 0; boats.some(({ parts }) => i < parts.length); i++)
    await receiveAll(
      running,
      boats.flatMap(({ parts }) => parts[i] ?? []),
    )
  for (const { minute, whole, cut } of boats)
    expect({ seed, minute, alerts: await alertsOf(cut) }).toEqual({
      seed,
      minute,
      alerts: await alertsOf(whole),
    })
})

test.each(['goes on', 'dies'])(
  'ends what was open before silence when the boat sends again, though the process %s',
  async (how) => {
    await addRule(threshold([fast]))
    nowMs = at('10:01') / 1000
    const first = await begin()
    await receive(first, { scalars: sogs(0, seconds(30, 12)) })
    expect(await spans()).toEqual([[0, 'open']])
    if (how === 'dies') {
      await first.processing.close()
      bornMs = Date.now() + 1
    }
    nowMs = at('10:40') / 1000
    await receive(how === 'dies' ? await begin() : first, { scalars: sogs(2300, seconds(90, 12)) })
    expect(await spans()).toEqual([
      [0, 29],
      [2300, 'open'],
    ])
  },
)

const DIED = 'dies after it stored the position'

test.each(['goes on', 'starts again', 'gets no answer', DIED])(
  'raises alerts of the silence itself, though the process %s',
  async (how) => {
    const status = (field: 'age' | 'hour') => ({ type: 'instant', source: 'vessel-status', field }) as const
    await addRule(threshold([{ variable: status('age'), operation: 'more_than', value: 1200 }]))
    await addRule(threshold([{ variable: status('hour'), operation: 'more_than', value: 9 }]))
    nowMs = at('10:01') / 1000
    const first = await begin()
    await receive(first, { scalars: sogs(0, seconds(30, 5)) })
    bornMs = Date.now()
    if (how === 'starts again') await first.processing.close()
    const second = how === 'starts again' ? await begin() : first
    nowMs = at('35:05') / 1000
    // Within processing, only rules query faults.
    const faults = vi.spyOn(telemetry.engines, 'faults')
    const away = new Error('the store does not answer')
    if (how === 'gets no answer') faults.mockRejectedValueOnce(away)
    if (how === DIED) faults.mockRejectedValue(away)
    const receiving = receive(second, { scalars: sogs(90_000, seconds(90, 5)) })
    if (how === DIED) await expect(receiving).rejects.toThrow(away)
    else await receiving
    const isUnanswered = faults.mock.settledResults.some(({ type }) => type === 'rejected')
    expect(isUnanswered).toBe(how === 'gets no answer' || how === DIED)
    if (how === DIED) {
      await first.processing.close()
      vi.restoreAllMocks()
    }
    const last = how === DIED ? await begin() : second
    await last.processing.idle()
    // The silence ends the alert of the hour, and raises an alert of its own.
    const all = [
      [0, 29],
      [1229.000001, 90_000],
      [90_000, 'open'],
    ]
    expect(await spans()).toEqual(all)
    // All data is evaluated again, in parts of which some are empty.
    last.bus.publish({ type: 'recomputation.asked', vesselNumber, step: 'voyages' })
    await last.processing.idle()
    expect(await spans()).toEqual(all)
  },
)

test.each([
  ['a little', 800],
  ['long', 9000],
])('keeps alerts of data %s after late data that is received first after a restart', async (_, sinceS) => {
  const msAt = (atS: number) => at('10:00') / 1000 + atS * 1000
  await addRule(threshold([fast]))
  const isSilent = { type: 'instant', source: 'vessel-status', field: 'age' } as const
  if (sinceS < 1000) await addRule(threshold([{ variable: isSilent, operation: 'more_than', value: 1200 }]))
  nowMs = msAt(sinceS + 190)
  const first = await begin()
  const scalars = [...sogs(0, seconds(60, 5)), ...sogs(sinceS, [...seconds(150, 5), ...seconds(10, 12)])]
  await receive(first, { scalars })
  expect(await spans()).toEqual([[sinceS + 150, 'open']])
  await first.processing.close()
  // All of this has been processed.
  bornMs = Date.now() + 1
  const second = await begin()
  await receive(second, { scalars: sogs(300, seconds(60, 12)) })
  // The boat was never silent, and the alert that is open at the end of the late data is over.
  nowMs = msAt(sinceS + 1300)
  await receive(second, { scalars: sogs(sinceS + 1200, seconds(90, 5)) })
  const raised = await spans()
  expect(raised).toEqual([
    [300, sinceS < 1000 ? sinceS : 359],
    [sinceS + 150, sinceS + 159],
  ])
})

test('keeps later alerts when the store did not answer at the first evaluation of late data', async () => {
  await addRule(threshold([fast]))
  let isAway = false
  const series: typeof telemetry.series = {
    ...telemetry.series,
    async sampleColumns(...asked) {
      if (!isAway) return telemetry.series.sampleColumns(...asked)
      isAway = false
      throw new Error('the store does not answer')
    },
  }
  nowMs = at('10:16:30') / 1000
  const running = await begin({ ...telemetry, series })
  const scalars = [...sogs(0, seconds(60, 5)), ...sogs(800, [...seconds(150, 5), ...seconds(10, 12)])]
  await receive(running, { scalars })
  isAway = true
  await receive(running, { scalars: sogs(300, seconds(60, 12)) })
  expect(isAway).toBe(false)
  nowMs = at('10:35') / 1000
  await receive(running, { scalars: sogs(2000, seconds(90, 5)) })
  expect(await spans()).toEqual([
    [300, 800],
    [950, 959],
  ])
})

test('does not take data that waited behind a busy step for late data', async () => {
  await addRule(threshold([fast]))
  const vesselsNow = await loadDirectory(records.db)
  const vessel = vesselsNow.get(vesselNumber)
  if (!vessel) throw new Error('no vessel')
  const bus = inProcessBus((error) => {
    throw error
  })
  const step = rulesStep(
    {
      ...{ db: records.db, telemetry, bus, vessels: vesselsNow, sensors: new Map() },
      ...{
        clock: { nowMs: () => nowMs },
        latest: new LatestStates(new Map()),
        readAgain: () => undefined,
        isMissing: () => false,
        isAwaited: () => false,
      },
      partitions: new Set(ALL_PARTITIONS),
    },
    new RuleCache(records.db),
    'samples',
  )
  const evaluate = async (second: number, kn: number, share: 'live' | 'backlog') => {
    const scalars = sogs(second, [kn])
    await telemetry.append([{ ...{ vesselNumber, scalars, fixes: [], motion: [], ais: [], faults: [] } }])
    const timeUs = at('10:00') + second * S_US
    nowMs = at('10:00') / 1000 + 12_000
    const work = { vessel, fromUs: timeUs, toUs: timeUs, share, sinceMs: nowMs }
    await step.run([work], new AbortController().signal)
  }
  await evaluate(11, 5, 'live')
  await evaluate(10, 5, 'backlog')
  await evaluate(12, 12, 'live')
  expect(await spans()).toEqual([[12, 'open']])
})

const sogAt = (ms: number, kn: number) => ({
  scalars: [{ timeUs: ms * 1000, key: 'sog' as const, instance: 0, value: knToMps(kn) }],
})

/** Edits the limit of a rule. The edit's time may be given, so that a slow machine does not move it. Returns it in µs. */
async function editLimit(
  id: string,
  value: number,
  { change = {}, atMs = Date.now() } = {},
): Promise<number> {
  const definition = threshold([{ ...fast, value }], change)
  await records.db.transaction((tx) => updateRule(tx, { id, version: 1 }, { definition }))
  const at = new Date(atMs)
  const ofVersion = (version: number) => and(eq(versions.subjectId, id), eq(versions.version, version))
  await records.db.update(versions).set({ untilAt: at }).where(ofVersion(1))
  await records.db.update(versions).set({ fromAt: at }).where(ofVersion(2))
  return atMs * 1000
}

const versionSpans = async () =>
  (await stored()).map(({ ruleVersion, triggerUs, endUs, isOpen }) => [
    ...[ruleVersion, triggerUs],
    isOpen ? 'open' : endUs,
  ])

test.each(['goes on', 'starts again'])(
  'raises an edited rule once, at the begin of its version and with its own pause, when the process %s',
  async (process) => {
    const paused = { cool_down_sec: 300 }
    const id = await addRule(threshold([fast], paused))
    nowMs = Date.now()
    let running = await begin()
    for (const backS of [20, 15, 10, 5]) await receive(running, sogAt(nowMs - backS * 1000, 12))
    const editedUs = await editLimit(id, 11, { change: paused, atMs: nowMs })
    if (process === 'starts again') {
      await running.processing.close()
      running = await begin()
    }
    for (const laterS of [3, 8, 13]) {
      nowMs = editedUs / 1000 + laterS * 1000
      await receive(running, sogAt(nowMs, 12))
    }
    expect(await versionSpans()).toEqual([
      [1, expect.any(Number), editedUs],
      [2, editedUs, 'open'],
    ])
  },
)

test('raises one alert for each version when one batch holds the begin and the edit', async () => {
  const id = await addRule(threshold([fast]))
  const editedUs = await editLimit(id, 11)
  const running = await begin()
  await receive(running, sogAt(editedUs / 1000 - 60_000, 5))
  const passedUs = editedUs - 3 * S_US
  await receive(running, {
    scalars: [passedUs, editedUs + S_US].flatMap((us) => sogAt(us / 1000, 12).scalars),
  })
  expect(await versionSpans()).toEqual([
    [1, passedUs, editedUs],
    [2, editedUs, 'open'],
  ])
  expect(running.published.map(({ type }) => type)).toEqual(['alert.raised', 'alert.raised'])
})

test.each(['nothing', 'readings that are evaluated later'])(
  'ends one version and begins the next when no process ran at the edit and the boat sent %s',
  async (sent) => {
    const id = await addRule(threshold([fast]))
    const first = await begin()
    const passedMs = Date.now() - 2000
    await receive(first, sogAt(passedMs, 12))
    await first.processing.close()
    const editedUs = await editLimit(id, 11, { atMs: passedMs + 2000 })
    const later = [400_000, 450_000].flatMap((ms) => sogAt(editedUs / 1000 + ms, 12).scalars)
    nowMs = editedUs / 1000 + 500_000
    bornMs = nowMs
    const second = await begin()
    if (sent !== 'nothing') await telemetry.append([{ ...NOTHING, vesselNumber, scalars: later }])
    await receive(second, sogAt(nowMs, 12))
    if (sent !== 'nothing') await receive(second, { scalars: later })
    expect(await versionSpans()).toEqual([
      [1, passedMs * 1000, editedUs],
      [2, editedUs, 'open'],
    ])
  },
)

test('removes a second open alert of an ended version when the process starts', async () => {
  const id = await addRule(threshold([fast]))
  const editedUs = await editLimit(id, 11)
  const passedUs = editedUs - 3 * S_US
  const first = await begin()
  await receive(first, sogAt(passedUs / 1000, 12))
  await receive(first, sogAt(editedUs / 1000 + 1000, 12))
  await first.processing.close()
  const [one] = await stored()
  if (!one) throw new Error('no alert')
  const { id: _, ...again } = one
  await records.db.insert(alerts).values({ ...again, endUs: null, decidedUs: null, isOpen: true })
  nowMs = editedUs / 1000 + 500_000
  bornMs = nowMs
  const second = await begin()
  await telemetry.append([{ ...NOTHING, vesselNumber, scalars: sogAt(nowMs - 20_000, 12).scalars }])
  await receive(second, sogAt(nowMs, 12))
  expect(await versionSpans()).toEqual([
    [1, passedUs, editedUs],
    [2, editedUs, 'open'],
  ])
})

test('ends an alert with the last sample after ten minutes of silence, and raises another after it', async () => {
  const lamps = { protect: null, amberWarning: 1, redStop: null, malfunction: null }
  const faults = [0, 1, 2].map((second) => ({
    ...{ timeUs: at('10:00') + (27 + second) * S_US, instance: 1, spn: 100, fmi: 1 },
    ...{ occurrenceCount: null, lamps },
  }))
  await addRule(threshold([fast]))
  const running = await begin()
  await receive(running, { scalars: sogs(0, seconds(30, 12)), faults })
  nowMs = at('10:10') / 1000
  await running.processing.idle()
  expect((await spans())[0]).toEqual([0, 'open'])
  nowMs = at('10:10:31') / 1000
  await running.processing.idle()
  expect(await spans()).toEqual([
    [0, 29],
    [28, 29],
  ])
  expect((await stored())[0]?.isEndedBySilence).toBe(true)
  await receive(running, { scalars: sogs(900, seconds(5, 12)) })
  expect((await spans()).at(-1)).toEqual([900, 'open'])
  const [first] = await stored()
  // Samples that fill the silence join both alerts into one.
  await receive(running, { scalars: sogs(30, seconds(870, 12)) })
  expect((await spans()).filter(([begin]) => begin !== 28)).toEqual([[0, 'open']])
  expect((await stored())[0]?.id).toBe(first?.id)
})

test('ends an alert that has been open for days with the last sample, when the process starts', async () => {
  await addRule(threshold([fast]))
  const first = await begin()
  await receive(first, { scalars: sogs(0, seconds(30, 12)) })
  await first.processing.close()
  nowMs += 3 * 86_400_000
  const second = await begin()
  await second.processing.idle()
  expect(await spans()).toEqual([[0, 29]])
})

test('stores between which fixes a boundary was crossed when they lie more than a minute apart', async () => {
  const fence = {
    name: 'Harbour',
    type: 'circle',
    radiusM: 300,
    coordinates: [{ latitudeDeg: 0.001, longitudeDeg: 10 }],
  }
  const id = await records.db.transaction((tx) =>
    insertGeofence(tx, { ...fence, organizationId, departmentId, createdAt: LONG_AGO }),
  )
  await addRule({ geofences: { ids: [id] }, trigger_on: 'cross', cool_down_sec: 0 })
  const running = await begin()
  await receive(running, { fixes: [...fixesEast(0, [0]), ...fixesEast(50, [600]), ...fixesEast(7490, [0])] })
  const between = {
    from: new Date(at('10:00:50') / 1000).toISOString(),
    to: new Date(at('12:04:50') / 1000).toISOString(),
  }
  expect((await stored()).map(({ facts }) => facts)).toEqual([
    { kind: 'geofence', fence: 'Harbour', direction: 'exit' },
    { kind: 'geofence', fence: 'Harbour', direction: 'enter', between },
  ])
})

test('moves alerts long after late data when their pauses follow from one another', async () => {
  await addRule(threshold([fast], { cool_down_sec: 3600 }))
  const running = await begin()
  /** Every 20 s for three hours, fast for a minute at these minutes. */
  const day = (minutes: readonly number[]) =>
    Array.from({ length: 540 }, (_, i) => sogs(20 * i, [minutes.includes(Math.floor(i / 3)) ? 12 : 5])).flat()
  const all = day([0, 30, 65, 95, 130])
  await receive(running, { scalars: all.filter((_, i) => i >= 3) })
  expect(await spans()).toEqual([
    [1800, 1860],
    [5700, 5760],
  ])
  await receive(running, { scalars: all.slice(0, 3) })
  expect(await spans()).toEqual([
    [0, 60],
    [3900, 3960],
    [7800, 7860],
  ])
})
