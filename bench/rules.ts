/**
 * Rules: `node bench/rules.ts [--boats 1000] [--seconds 20] [--warm 40]`. It measures the cost of the fold alone, and
 * of a pair of rule and boat with the step around it. It measures the time from a sample at the gateway to its alert,
 * with eleven rules for each boat under way. It does so alone and during an import of a year of another boat. Further
 * cases are a whole fleet that crosses one geofence in the same second, and one that exceeds its limits.
 * `SLOW_MOTION=8` in the environment slows time by this factor, for machines with other work.
 */
import './slowMotion.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { count, gt, sql } from 'drizzle-orm'
import { SECOND_US } from '#contract/domain/time.ts'
import { knToMps } from '#contract/domain/units.ts'
import { type Condition, DEFAULT_NOTIFICATIONS, RuleForm } from '#contract/wire/rule.ts'
import { Collector } from '#server/gateway/collector.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import type { AppendedInterval } from '#server/platform/events.ts'
import { compileRule } from '#server/processing/formulas/rules/compileRule.ts'
import { RuleFold } from '#server/processing/formulas/rules/ruleFold.ts'
import { LatestStates } from '#server/processing/loop/latest.ts'
import { RuleCache } from '#server/processing/loop/ruleCache.ts'
import { startProcessing } from '#server/processing/loop/startProcessing.ts'
import { rulesStep } from '#server/processing/loop/steps/rulesStep.ts'
import { insertGeofence } from '#server/records/geofences.ts'
import { insertRule } from '#server/records/rules.ts'
import { loadDirectory } from '#server/records/vesselDirectory.ts'
import { insertVessel } from '#server/records/vessels.ts'
import { openColumns } from '#server/stores/columns/openColumns.ts'
import { alerts, departments, organizations, vessels } from '#server/stores/relational/schema.ts'
import { describeAppended } from '#server/telemetry/describeInterval.ts'
import { openTelemetry } from '#server/telemetry/openTelemetry.ts'
import type { VesselReadings } from '#server/telemetry/vesselReadings.ts'
import { quietContext } from '#server/testing/quietContext.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { loadPerCore, print, quantile, thousands } from './figures.ts'

const { values } = parseArgs({
  options: {
    boats: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '20' },
    warm: { type: 'string', default: '40' },
  },
})
const BOATS = Number(values.boats)
const SECONDS = Number(values.seconds)
const WARM_S = Number(values.warm)

const condition = (field: string, value: number, change: object = {}): Condition =>
  ({ variable: { type: 'instant', field, ...change }, operation: 'more_than', value }) as Condition
const ANYWHERE = { enabled: false, ids: [], area_operation: 'inside' as const }
const definition = (and: Condition[]) => ({ geofences: ANYWHERE, logic: { and } })
const TEN = [
  ...[20, 25, 30, 35].map((kn) => definition([condition('sog', kn)])),
  ...[15, 18, 22].map((kn) => definition([condition('sog', kn, { type: 'vfp', period_sec: 20 })])),
  ...[10, 12].map((kn) => definition([condition('sog', kn, { type: 'range', period_sec: 30 })])),
  definition([condition('sog', 20), condition('stw', 20)]),
]

pure()
await stored()

/** Measures samples of a day and ten rules, without any other load. */
function pure() {
  const samples = 200_000
  const timeUs = Float64Array.from({ length: samples }, (_, i) => i * SECOND_US)
  const value = Float64Array.from({ length: samples }, (_, i) => knToMps(12 + 10 * Math.sin(i / 300)))
  const column = { name: 'sog', instance: 0, timeUs, value }
  const began = process.cpuUsage()
  for (const one of TEN) {
    const rule = compileRule({ type: 'threshold', severity: 'warning', definition: one })
    if (rule) new RuleFold(rule, [], 0).advance({ columns: [column], fixes: null }, samples * SECOND_US)
  }
  const { user, system } = process.cpuUsage(began)
  const perSecond = (samples * TEN.length * 1e6) / (user + system)
  print(
    'evaluations of a rule, each second of one core',
    `${thousands(perSecond)}, ${(1e9 / perSecond).toFixed(0)} ns each`,
  )
}

async function stored() {
  const dataDir = mkdtempSync(join(tmpdir(), 'taffrail-bench-'))
  const columns = await openColumns({ dataDir })
  const telemetry = openTelemetry(columns)
  const records = await testRecords()
  const { db } = records
  const [organization] = await db.insert(organizations).values({ name: 'Fleet' }).returning()
  const organizationId = organization?.id ?? ''
  const [department] = await db.insert(departments).values({ organizationId, name: 'Fleet' }).returning()
  const place = { organizationId, departmentId: department?.id ?? '' }
  const longAgo = new Date(Date.now() - 86_400_000)
  await db.transaction(async (tx) => {
    for (let boat = 0; boat <= BOATS; boat++) await insertVessel(tx, { ...place, name: `Boat ${boat}` })
    const fence = {
      name: 'Line',
      type: 'line',
      coordinates: [
        { latitudeDeg: 1, longitudeDeg: 9 },
        { latitudeDeg: 1, longitudeDeg: 11 },
      ],
    }
    const fenceId = await insertGeofence(tx, { ...place, ...fence, createdAt: longAgo })
    const rules = [
      ...TEN.map((one) => ({ type: 'threshold', definition: one })),
      { type: 'geofence', definition: { geofences: { ids: [fenceId] }, trigger_on: 'cross' } },
    ]
    for (const rule of rules) {
      const form = RuleForm.parse({
        ...{ ...rule, severity: 'warning', department_id: place.departmentId },
        notifications: DEFAULT_NOTIFICATIONS,
      })
      const { type, severity, definition, vessels: whose, notifications } = form
      await insertRule(tx, {
        ...place,
        type,
        severity,
        definition,
        vessels: whose,
        notifications,
        createdAt: longAgo,
      })
    }
  })
  const rows = await db.select({ id: vessels.id, number: vessels.number }).from(vessels)
  const [importer, ...fleet] = rows.map(({ number }) => number)
  const numbers = fleet.slice(0, BOATS)
  const pairs = numbers.length * (TEN.length + 1)
  const bus = inProcessBus((error) => console.error(error))
  const received: { alertId: string; ms: number }[] = []
  bus.subscribe('alert.raised', ({ alertId }) => received.push({ alertId, ms: performance.now() }))
  const collector = new Collector(telemetry, (event) => bus.publish(event), silentLog)
  const readingsOf = (
    boats: readonly number[],
    timeUs: number,
    knOf: (boat: number) => number,
    latitudeDeg: number,
  ) =>
    boats.map((vesselNumber, i) => ({
      ...{ vesselNumber, motion: [], ais: [], faults: [] },
      scalars: (['sog', 'stw'] as const).map((key) => ({
        timeUs,
        key,
        instance: 0,
        value: knToMps(knOf(i)),
      })),
      fixes: [{ timeUs, latitudeDeg: latitudeDeg, longitudeDeg: 10, hdop: 1, valid: true }],
    }))
  const deliver = async (batch: readonly VesselReadings[]) => {
    await telemetry.append(batch)
    bus.publish({ type: 'readings.appended', intervals: batch.flatMap(describeAppended) })
  }
  const nowUs = () => Math.floor(Date.now() / 1000) * SECOND_US
  /** One boat in two hundred exceeds limits in each second, and none twice, because one alert suppresses the next. */
  const cruising = (second: number) => (boat: number) => ((boat + second) % 200 === 0 ? 23 : 8)
  let sailedS = 0
  const SLOTS = 50
  const LINE = 1

  await alone()
  const clock = { nowMs: () => Date.now() }
  const processing = await startProcessing({ db, telemetry, bus, log: silentLog, clock })
  try {
    await sail(WARM_S)
    await measure(`${BOATS} boats at 1 Hz, ${pairs} pairs, from sample to alert`)
    let isOver = false
    const importing = importYear(() => isOver)
    await measure('the same while a year of another boat is imported')
    isOver = true
    print('  of that year', `${await importing} days`)
    await processing.idle(['live'])
    await storm('cross one fence at once', () => 8, LINE + 0.0001, 1)
    await storm('pass seven limits at once', () => 45, LINE + 0.0001, 7)
  } finally {
    await processing.close()
    await records.close()
    await columns.close()
    rmSync(dataDir, { recursive: true, force: true })
  }

  /** Measures the step of a loaded fleet, a quarter of it at a time, as live data arrive; storing is not counted. */
  async function alone() {
    const directory = await loadDirectory(db)
    let nowMs = 0
    const step = rulesStep(
      {
        ...quietContext,
        ...{ db, telemetry, bus, vessels: directory },
        ...{ clock: { nowMs: () => nowMs }, latest: new LatestStates(new Map()) },
      },
      new RuleCache(db),
      'samples',
    )
    const quarterHours = [0, 1, 2, 3].map((part) => numbers.filter((_, i) => i % 4 === part))
    const { signal } = new AbortController()
    let cpuUs = 0
    const ROUNDS = 10
    for (let second = 0; second <= ROUNDS; second++) {
      // On another day, long before the live data.
      const timeUs = nowUs() - 86_400 * SECOND_US
      for (const quarterHour of quarterHours) {
        const atUs = timeUs + second * SECOND_US
        nowMs = atUs / 1000
        const batch = readingsOf(quarterHour, atUs, cruising(second), 0.9)
        // Append without a trace, so that no step reads the samples again.
        await telemetry.appendDerived(batch)
        const intervals = batch.flatMap(describeAppended)
        const before = process.cpuUsage()
        const works = quarterHour.flatMap((number) => directory.get(number) ?? [])
        for (const [i, vessel] of works.entries()) step.wokenBy?.(vessel, intervals[i] as AppendedInterval)
        await step.run(
          works.map((vessel) => ({ vessel, fromUs: atUs, toUs: atUs, share: 'live', sinceMs: 0 })),
          signal,
        )
        const { user, system } = process.cpuUsage(before)
        if (second > 0) cpuUs += user + system
      }
    }
    print(
      'a pair of rule and boat at 1 Hz, with reading and storing alerts',
      `${(cpuUs / ROUNDS / pairs).toFixed(1)} CPU-µs a second; 10,000 pairs ${(cpuUs / ROUNDS / pairs).toFixed(0)} % of a core`,
    )
    received.length = 0
    await db.delete(alerts)
  }

  /** Sends the measurements of each boat spread over the second, at the moments when they reach the gateway. */
  async function sail(seconds: number) {
    const sending: Promise<unknown>[] = []
    const startMs = performance.now()
    for (let slot = 0; slot < seconds * SLOTS; slot++) {
      const waitMs = startMs + (slot * 1000) / SLOTS - performance.now()
      if (waitMs > 0) await sleep(waitMs)
      const timeUs = Date.now() * 1000
      const ofSlot = (_: number, boat: number) => boat % SLOTS === slot % SLOTS
      const knOf = cruising(sailedS + Math.floor(slot / SLOTS))
      const all = readingsOf(
        numbers.filter(ofSlot),
        timeUs,
        (i) => knOf(i * SLOTS + (slot % SLOTS)),
        LINE - 0.0001,
      )
      for (const { vesselNumber, ...readings } of all) sending.push(collector.store(vesselNumber, readings))
    }
    await Promise.all(sending)
    sailedS += seconds
  }

  async function measure(what: string) {
    received.length = 0
    const began = process.cpuUsage()
    const beganMs = performance.now()
    await sail(SECONDS)
    const { user, system } = process.cpuUsage(began)
    const tookS = (performance.now() - beganMs) / 1000
    await processing.idle(['live'])
    const triggers = await db.select({ id: alerts.id, triggerUs: alerts.triggerUs }).from(alerts)
    const triggerOf = new Map(triggers.map(({ id, triggerUs }) => [id, triggerUs]))
    const ages = received.flatMap(({ alertId, ms }) => {
      const triggerMs = (triggerOf.get(alertId) ?? 0) / 1000 - performance.timeOrigin
      return triggerMs < beganMs ? [] : [ms - triggerMs]
    })
    print(
      what,
      `p50 ${quantile(ages, 0.5).toFixed(0)} ms, p99 ${quantile(ages, 0.99).toFixed(0)} ms of ${ages.length}, ` +
        `${((user + system) / 1e6 / tookS).toFixed(2)} of a core with all steps and storing, load ${loadPerCore().toFixed(1)} a core`,
    )
  }

  /** Imports as fast as possible: boats move four hours of each day and send every ten seconds. */
  async function importYear(isOver: () => boolean): Promise<number> {
    let day = 0
    for (; day < 365 && !isOver(); day++)
      await Promise.all(Array.from({ length: 24 }, (_, hour) => importHour(day * 24 + hour)))
    return day

    function importHour(hour: number) {
      const startUs = nowUs() - (366 * 24 - hour) * 3600 * SECOND_US
      const times = Array.from({ length: 360 }, (_, row) => startUs + row * 10 * SECOND_US)
      const isOut = hour % 24 < 4
      return collector.store(importer ?? 0, {
        ...{ motion: [], ais: [], faults: [] },
        scalars: times.map((timeUs) => ({ timeUs, key: 'sog', instance: 0, value: isOut ? 8 : 0 })),
        fixes: times.map((timeUs, row) => ({
          ...{ timeUs, hdop: 0.9, valid: true, longitudeDeg: -22 },
          latitudeDeg: 64 + (isOut ? (hour % 2 === 0 ? row : 360 - row) * 0.00072 : 0),
        })),
      })
    }
  }

  async function storm(what: string, knOf: () => number, latitudeDeg: number, each: number) {
    received.length = 0
    // Later than the cool-down of the previous alert.
    const timeUs = nowUs() + 400 * SECOND_US * each
    const since = new Date()
    const began = process.cpuUsage()
    const beganMs = performance.now()
    await deliver(readingsOf(numbers, timeUs - SECOND_US, () => 8, latitudeDeg - (each === 1 ? 0.0002 : 0)))
    await deliver(readingsOf(numbers, timeUs, knOf, latitudeDeg))
    await processing.idle(['live'])
    const { user, system } = process.cpuUsage(began)
    const tookMs = Math.max(beganMs, ...received.map(({ ms }) => ms)) - beganMs
    const [raised] = await db
      .select({ n: count(), pairs: sql<number>`count(distinct (${alerts.vesselId}, ${alerts.ruleId}))::int` })
      .from(alerts)
      .where(gt(alerts.createdAt, since))
    print(
      `${BOATS} boats ${what}`,
      `${raised?.n ?? 0} alerts of ${raised?.pairs ?? 0} pairs (${received.length} published, ${each * BOATS} expected) in ${tookMs.toFixed(0)} ms, ` +
        `${((user + system) / 1e6).toFixed(2)} CPU-s with all steps, load ${loadPerCore().toFixed(1)} a core`,
    )
  }
}
