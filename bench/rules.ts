/**
 * Rules: `node bench/rules.ts [--boats 1000] [--seconds 20]`. What the fold costs by itself; how long from a stored sample
 * to its alert with ten rules for each boat; and a whole fleet that crosses one fence in the same second.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { count, eq } from 'drizzle-orm'
import { type Condition, DEFAULT_NOTIFICATIONS, RuleForm } from '#contract/rule.ts'
import { SECOND_US } from '#contract/time.ts'
import { knToMps } from '#contract/units.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { compileRule } from '#server/processing/formulas/rules/compileRule.ts'
import { RuleFold } from '#server/processing/formulas/rules/ruleFold.ts'
import { startProcessing } from '#server/processing/loop/startProcessing.ts'
import { insertGeofence } from '#server/records/geofences.ts'
import { insertRule } from '#server/records/rules.ts'
import { insertVessel } from '#server/records/vessels.ts'
import { openColumns } from '#server/stores/columns/openColumns.ts'
import { alerts, departments, organizations, vessels } from '#server/stores/relational/schema.ts'
import { describeStretch } from '#server/telemetry/describeStretch.ts'
import { openTelemetry } from '#server/telemetry/openTelemetry.ts'
import type { VesselReadings } from '#server/telemetry/vesselReadings.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { loadPerCore, print, quantile, thousands } from './figures.ts'

const { values } = parseArgs({
  options: { boats: { type: 'string', default: '1000' }, seconds: { type: 'string', default: '20' } },
})
const BOATS = Number(values.boats)
const SECONDS = Number(values.seconds)

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

/** Samples of a day, ten rules, nobody else. */
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
  const dataDir = mkdtempSync(join(tmpdir(), 'binnacle-bench-'))
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
    for (let boat = 0; boat < BOATS; boat++) await insertVessel(tx, { ...place, name: `Boat ${boat}` })
    const fence = {
      name: 'Line',
      type: 'line',
      coordinates: [
        { lat: 1, lon: 9 },
        { lat: 1, lon: 11 },
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
  const numbers = (await db.select({ number: vessels.number }).from(vessels)).map(({ number }) => number)
  const bus = inProcessBus((error) => console.error(error))
  const ages: number[] = []
  const storedMs = new Map<number, number>()
  const clock = { nowMs: () => Date.now() }
  const processing = await startProcessing({ db, telemetry, bus, log: silentLog, clock })
  const heard: { alertId: string; ms: number }[] = []
  bus.subscribe('alert.raised', ({ alertId }) => heard.push({ alertId, ms: performance.now() }))
  const tell = async (timeUs: number, knOf: (boat: number) => number, lat: number) => {
    const batch: VesselReadings[] = numbers.map((vesselNumber, i) => ({
      ...{ vesselNumber, motion: [], ais: [], faults: [] },
      scalars: (['sog', 'stw'] as const).map((key) => ({
        timeUs,
        key,
        instance: 0,
        value: knToMps(knOf(i)),
      })),
      fixes: [{ timeUs, latitudeDeg: lat, longitudeDeg: 10, hdop: 1, valid: true }],
    }))
    await telemetry.append(batch)
    storedMs.set(timeUs, performance.now())
    bus.publish({ type: 'readings.appended', stretches: batch.flatMap((one) => describeStretch(one) ?? []) })
  }
  try {
    const began = process.cpuUsage()
    for (let second = 0; second < SECONDS; second++) {
      const startMs = performance.now()
      // One boat in fifty passes a limit in each second.
      await tell(
        Math.floor(Date.now() / 1000) * SECOND_US,
        (boat) => ((boat + second) % 50 === 0 ? 23 : 8),
        0.9999,
      )
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, 1000 - (performance.now() - startMs))))
    }
    const { user, system } = process.cpuUsage(began)
    await processing.idle()
    const rows = await db.select({ id: alerts.id, triggerUs: alerts.triggerUs }).from(alerts)
    const triggerOf = new Map(rows.map(({ id, triggerUs }) => [id, triggerUs]))
    for (const { alertId, ms } of heard) {
      const sinceMs = storedMs.get(triggerOf.get(alertId) ?? 0)
      if (sinceMs !== undefined) ages.push(ms - sinceMs)
    }
    print(
      `${BOATS} boats at 1 Hz, ${BOATS * (TEN.length + 1)} pairs, from sample to alert`,
      `p50 ${quantile(ages, 0.5).toFixed(0)} ms, p99 ${quantile(ages, 0.99).toFixed(0)} ms of ${ages.length}, ` +
        `${((user + system) / 1e6 / SECONDS).toFixed(2)} of a core with storing, load ${loadPerCore().toFixed(1)} a core`,
    )
    const before = rows.length
    heard.length = 0
    const crossedMs = performance.now()
    await tell(Math.floor(Date.now() / 1000) * SECOND_US + 2 * SECOND_US, () => 8, 1.0001)
    await processing.idle()
    // Whatever else the fleet gave to do is waited for, and not counted.
    const tookMs = Math.max(crossedMs, ...heard.map(({ ms }) => ms)) - crossedMs
    const [crossed] = await db.select({ n: count() }).from(alerts).where(eq(alerts.type, 'geofence'))
    print(
      `${BOATS} boats cross one fence at once`,
      `${crossed?.n ?? 0} alerts (${heard.length} told) in ${tookMs.toFixed(0)} ms, ${before} before`,
    )
  } finally {
    await processing.close()
    await records.close()
    await columns.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
