import { and, asc, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Fault, Fix, ScalarReading } from '#contract/domain/reading.ts'
import type { SeriesKey } from '#contract/domain/series.ts'
import { DAY_US, HOUR_US, MINUTE_US, SECOND_US } from '#contract/domain/time.ts'
import { knToMps } from '#contract/domain/units.ts'
import type { AlertFacts } from '#contract/wire/alert.ts'
import type { Condition, GeofenceDefinition, ThresholdDefinition } from '#contract/wire/rule.ts'
import { DEFAULT_NOTIFICATIONS, RuleForm } from '#contract/wire/rule.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { insertGeofence } from '#server/records/geofences.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { insertRule } from '#server/records/rules.ts'
import { type DirectoryEntry, loadDirectory } from '#server/records/vesselDirectory.ts'
import { insertVessel } from '#server/records/vessels.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { alerts, versions, vessels } from '#server/stores/relational/schema.ts'
import { describeAppended } from '#server/telemetry/describeInterval.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { clock as at } from '#server/testing/playMovement.ts'
import { quietContext } from '#server/testing/quietContext.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { testTelemetry } from '#server/testing/testTelemetry.ts'
import { episodeFacts } from '../formulas/rules/episodeFacts.ts'
import { ExternalFold } from '../formulas/rules/externalEpisodes.ts'
import { RuleFold, type SignalColumn } from '../formulas/rules/ruleFold.ts'
import type { Segment } from '../formulas/rules/ruleSegments.ts'
import { accepted, recordsColumn } from '../formulas/rules/samples.ts'
import { statusColumns } from '../formulas/rules/statusColumns.ts'
import { newOutlierFilter } from '../formulas/trips/acceptFixes.ts'
import { LatestStates } from './latest.ts'
import { RuleCache } from './ruleCache.ts'
import { isLate, type Step, type VesselWork } from './step.ts'
import { BASES, rulesStep } from './steps/rulesStep.ts'

/**
 * Recordings that arrive cut, out of order, twice and around restarts raise the alerts of one pass in order,
 * with their begins, ends and values.
 *
 * `RULE_SEEDS=500 RULE_SEED=7` in the environment tries 500 recordings, starting at seed 7.
 */
const SEEDS = Number(process.env.RULE_SEEDS ?? 1)
const FIRST_SEED = Number(process.env.RULE_SEED ?? 1)
/** Vessels that share a run. */
const TOGETHER = Math.min(SEEDS, 25)

let records: Records
let telemetry: Telemetry & { close(): Promise<void> }
let place: { organizationId: string; departmentId: string }
const START_US = at('10:00')
const LONG_AGO = new Date('2026-01-01T00:00:00Z')
/** When a rule begins and another changes its limit, amid the recordings. */
const EDITED_US = START_US + 50 * MINUTE_US

beforeAll(async () => {
  records = await testRecords()
  telemetry = await testTelemetry()
  const { db } = records
  place = await db.transaction((tx) => insertOrganization(tx, { name: 'Fleet' }))
  await addRules()
})
afterAll(async () => {
  await records.close()
  await telemetry.close()
})

const condition = (field: string, value: number, change: object = {}, operation = 'more_than'): Condition =>
  ({ variable: { type: 'instant', field, ...change }, operation, value }) as Condition
const status = { source: 'vessel-status' }
const ANYWHERE = { enabled: false, ids: [], area_operation: 'inside' as const }
const threshold = (and: Condition[], change: Partial<ThresholdDefinition> = {}): ThresholdDefinition => ({
  ...{ geofences: ANYWHERE, logic: { and } },
  ...change,
})

async function addRules() {
  const { db } = records
  const shapes = [
    { name: 'Circle', type: 'circle', radiusM: 400, coordinates: [{ latitudeDeg: 0.001, longitudeDeg: 10 }] },
    {
      ...{ name: 'Polygon', type: 'polygon' },
      coordinates: [
        { latitudeDeg: -0.01, longitudeDeg: 10.004 },
        { latitudeDeg: 0.01, longitudeDeg: 10.004 },
        { latitudeDeg: 0.01, longitudeDeg: 10.012 },
        { latitudeDeg: -0.01, longitudeDeg: 10.012 },
      ],
    },
    {
      ...{ name: 'Line', type: 'line' },
      coordinates: [
        { latitudeDeg: -0.01, longitudeDeg: 9.99 },
        { latitudeDeg: 0.01, longitudeDeg: 9.99 },
      ],
    },
  ]
  const fenceIds = await db.transaction(async (tx) => {
    const ids: string[] = []
    for (const shape of shapes)
      ids.push(await insertGeofence(tx, { ...shape, ...place, createdAt: LONG_AGO }))
    return ids
  })
  const [circle = '', polygon = '', line = ''] = fenceIds
  const near = (id: string, area_operation: 'inside' | 'outside') => ({
    geofences: { enabled: true, ids: [id], area_operation },
  })
  const fence = (id: string, change: Partial<GeofenceDefinition>): GeofenceDefinition => ({
    ...{ geofences: { ids: [id] }, trigger_on: 'cross', cool_down_sec: 0 },
    ...change,
  })
  const fast = condition('sog', 10)
  const definitions: (ThresholdDefinition | GeofenceDefinition)[] = [
    threshold([fast], { cool_down_sec: 0 }),
    threshold([fast]),
    threshold([fast], { cool_down_sec: 3600, clear_sec: 300 }),
    threshold([fast], { cool_down_sec: 0, clear_sec: 0 }),
    threshold([condition('sog', 9, { type: 'vfp', period_sec: 30 })], { cool_down_sec: 0 }),
    threshold([condition('sog', 5, { type: 'range', period_sec: 60 })]),
    threshold([condition('sog', -5, { type: 'range', period_sec: 120 }, 'less_than')]),
    threshold([condition('coolant_temperature', 360)], { cool_down_sec: 0 }),
    threshold([condition('coolant_temperature', 350, { type: 'vfp', period_sec: 120 })]),
    threshold([fast, condition('depth_below_surface', 8, {}, 'less_than')], { cool_down_sec: 60 }),
    {
      ...threshold([fast]),
      logic: { and: [fast], or: [{ and: [condition('depth_below_surface', 4, {}, 'less_than')] }] },
    },
    threshold([fast], { repeat: { times: 2, within_sec: 1800 } }),
    threshold([condition('sog', 6)], { ...near(circle, 'inside'), cool_down_sec: 0 }),
    threshold([condition('sog', 6)], { ...near(polygon, 'outside') }),
    fence(circle, {}),
    fence(circle, { trigger_on: 'enter', cool_down_sec: 900 }),
    fence(polygon, { trigger_on: 'exit' }),
    fence(polygon, { and: [condition('sog', 6)] }),
    fence(circle, { duration_sec: 10 }),
    fence(polygon, { duration_sec: 300, trigger_on: 'enter' }),
    fence(line, { duration_sec: 60 }),
    fence(line, {}),
    threshold([condition('age', 900, status)], { clear_sec: 0 }),
    threshold([condition('offline', 0.5, status)]),
    threshold([condition('age:depth_below_surface', 1200, status)], { cool_down_sec: 0 }),
    threshold([condition('hour', 11, status), condition('sog', 4)]),
    threshold([condition('hour', 11.5, status)]),
    threshold([condition('sog', 6), condition('engine_running', 0.5, status, 'less_than')]),
    threshold([condition('sailing', 0.5, status), condition('captain', 0.5, status, 'less_than')]),
    threshold([condition('spn110', 361, { source: 'j1939' })]),
    threshold([condition('impact', 2)], { cool_down_sec: 0 }),
    threshold([condition('in_eco_speed_ratio._30s', 0.5, {}, 'less_than')], { cool_down_sec: 0 }),
    threshold([condition('rog', 8)], { cool_down_sec: 120 }),
  ]
  for (const definition of definitions) await addRule(definition, LONG_AGO)
  await addRule(threshold([condition('sog', 7)]), new Date(EDITED_US / 1000))
  // A rule that is edited during the recordings, as an edit is stored.
  const edited = await addRule(threshold([condition('sog', 8)]), LONG_AGO)
  const ofRule = and(eq(versions.subjectId, edited), isNull(versions.untilAt))
  const [first] = await db.select().from(versions).where(ofRule)
  if (!first) throw new Error('the rule has no version')
  const fromAt = new Date(EDITED_US / 1000)
  await db.update(versions).set({ untilAt: fromAt }).where(ofRule)
  const content = { ...first.content, definition: threshold([condition('sog', 9)]) }
  await db.insert(versions).values({ ...first, version: first.version + 1, fromAt, content })
}

async function addRule(given: ThresholdDefinition | GeofenceDefinition, createdAt: Date): Promise<string> {
  const { type, severity, definition, vessels, notifications } = RuleForm.parse({
    ...{ type: 'logic' in given ? 'threshold' : 'geofence', definition: given, severity: 'warning' },
    ...{ department_id: place.departmentId, notifications: DEFAULT_NOTIFICATIONS },
  })
  return records.db.transaction((tx) =>
    insertRule(tx, { ...place, type, severity, definition, vessels, notifications, createdAt }),
  )
}

/** Numbers between 0 and 1 that follow from a seed. */
function luckOf(seed: number) {
  let state = seed * 2_654_435_761
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface Part {
  scalars: ScalarReading[]
  fixes: Fix[]
  faults: Fault[]
}
const LAMPS = { protect: null, amberWarning: 1, redStop: null, malfunction: null } as const

/**
 * Some hours of a vessel, cut into parts: legs, pauses of all lengths, engines that stop, codes that come and
 * go.
 */
function recordingOf(seed: number): Part[] {
  const luck = luckOf(seed)
  const among = <One>(all: readonly One[]): One => all[Math.floor(luck() * all.length)] as One
  const parts: Part[] = []
  let timeUs = START_US + Math.floor(luck() * 600) * SECOND_US
  const endUs = timeUs + (0.7 + 2 * luck()) * HOUR_US
  let [eastM, northM, kn, temperature, depth] = [-1500 + 3000 * luck(), 100, 8, 345, 10]
  while (timeUs < endUs) {
    const part: Part = { scalars: [], fixes: [], faults: [] }
    parts.push(part)
    const everyS = among([1, 2, 5, 5, 10, 20, 60, 240])
    const isDeep = luck() < 0.8
    const isOn = luck() < 0.8
    const isFaulty = luck() < 0.3
    const add = (key: SeriesKey, value: number | null, instance = 0) =>
      part.scalars.push({ timeUs, key, instance, value })
    const knots = among([0, 5, 7, 9.9, 10, 12, 20])
    const heading = among([0, Math.PI, Math.PI / 2, -Math.PI / 2])
    const count = 2 + Math.floor(luck() * (everyS > 30 ? 10 : 60))
    for (let i = 0; i < count; i++) {
      kn += (knots - kn) * 0.4 + (luck() - 0.5)
      temperature = Math.max(330, Math.min(370, temperature + (luck() - 0.5) * 8))
      depth = Math.max(2, Math.min(20, depth + (luck() - 0.5) * 4))
      const metres = Math.max(0, kn) * 0.5144 * everyS
      eastM += Math.cos(heading) * metres
      northM += Math.sin(heading) * metres
      if (Math.abs(eastM) > 2500) eastM *= 0.9
      if (Math.abs(northM) > 900) northM *= 0.8
      add('sog', luck() < 0.02 ? null : knToMps(Math.max(0, kn)))
      if (isDeep) add('depth_below_surface', depth)
      if (isOn) {
        add('coolant_temperature', temperature, 1)
        add('engine_speed', 900, 1)
        if (seed % 2) add('coolant_temperature', temperature + 8, 2)
      }
      if (luck() < 0.3) add('impact', luck() * 3)
      if (luck() < 0.5) {
        add('in_eco_speed_ratio._30s', luck())
        add('rog', knToMps(kn))
      }
      if (luck() < 0.9)
        part.fixes.push({
          ...{ timeUs, hdop: 1, valid: true },
          ...{ latitudeDeg: northM / 111_194.93, longitudeDeg: 10 + eastM / 111_194.93 },
        })
      if (isFaulty && luck() < 0.8)
        part.faults.push({
          ...{ timeUs, instance: 1, spn: 100, fmi: 1, occurrenceCount: null, lamps: LAMPS },
        })
      timeUs += everyS * SECOND_US
    }
    timeUs += Math.floor(among([0, 0, 0, 20, 90, 400, 590, 610, 900, 1500, 4000]) * SECOND_US)
  }
  return parts
}

interface Delivery {
  part: Part
  /** The process that evaluates dies before or after the delivery is evaluated. */
  dies: 'before' | 'after' | null
}

/** Deliveries: mostly in order with some late, or in random order; some repeated. */
function deliveriesOf(seed: number): Delivery[] {
  const luck = luckOf(seed + 77_777)
  const wildness = [0, 0.15, 0.5, 1][seed % 4] as number
  const parts = recordingOf(seed).flatMap((part) => (luck() < 0.3 ? halves(part, luck()) : [part]))
  const order = parts.map((part, i) => ({
    part,
    place: i + (luck() < wildness ? luck() * 2 * parts.length * wildness : 0),
  }))
  const all = order.toSorted((a, b) => a.place - b.place).map(({ part }) => part)
  const again = all.filter(() => luck() < 0.1)
  return [...all, ...again].map((part) => ({
    part,
    dies: seed % 3 === 0 || luck() > 0.15 ? null : luck() < 0.5 ? 'before' : 'after',
  }))
}

/** Readings of a while in two parts, by time or as two devices would send them. */
function halves(part: Part, share: number): Part[] {
  const times = part.scalars.map(({ timeUs }) => timeUs)
  const middleUs = (Math.min(...times) + Math.max(...times)) / 2
  const isFirst = ({ timeUs, key }: { timeUs: number; key?: string }) =>
    share < 0.5 ? timeUs <= middleUs : key === 'sog'
  const half = (is: boolean): Part => ({
    scalars: part.scalars.filter((one) => isFirst(one) === is),
    fixes: part.fixes.filter((one) => isFirst(one) === is),
    faults: part.faults.filter((one) => isFirst(one) === is),
  })
  return [half(true), half(false)].filter(({ scalars, fixes }) => scalars.length + fixes.length > 0)
}

/** Runs the steps that keep the alerts of a fleet current, as a process would. */
async function follow(seeds: ReadonlyMap<number, number>, directory: ReadonlyMap<number, DirectoryEntry>) {
  const { db } = records
  let nowMs = START_US / 1000
  const latest = new LatestStates(new Map())
  const context = {
    ...quietContext,
    ...{ db, telemetry, latest, vessels: directory },
    bus: inProcessBus((error) => {
      throw error
    }),
    clock: { nowMs: () => nowMs },
  }
  const { signal } = new AbortController()
  const own = [...seeds.keys()].flatMap((number) => directory.get(number) ?? [])
  /** Each vessel has its own processes, so that one can die alone. */
  const begun = new Map<number, Step[]>()
  const restart = async (vessel: DirectoryEntry) => {
    // Rules on computed series run the same code, so some seeds are enough.
    const bases = (seeds.get(vessel.number) ?? 0) % 4 === 3 ? BASES.slice(0, 3) : BASES.slice(0, 1)
    const steps = bases.map((basis) =>
      rulesStep({ ...context, vessels: new Map([[vessel.number, vessel]]) }, ruleCache, basis),
    )
    for (const step of steps) await step.begin?.([vessel])
    begun.set(vessel.number, steps)
  }
  const ruleCache = new RuleCache(db)
  for (const vessel of own) await restart(vessel)
  const runAll = async (step: Step, given: readonly VesselWork[]) => {
    for (let works = given; works.length > 0; ) {
      const followUps = (await step.run(works, signal)) ?? []
      works = followUps.flatMap(({ vesselNumber, ...work }) => {
        const vessel = directory.get(vesselNumber)
        return vessel ? [{ ...work, vessel }] : []
      })
    }
  }
  const look = async (vessel: DirectoryEntry) => {
    for (const step of begun.get(vessel.number) ?? []) {
      const found = (await step.find?.(nowMs, true)) ?? []
      for (const work of found) await runAll(step, [{ ...work, vessel, sinceMs: nowMs }])
    }
  }
  const deliveries = new Map(own.map((vessel) => [vessel, deliveriesOf(seeds.get(vessel.number) ?? 0)]))
  const waiting = new Map<DirectoryEntry, VesselWork[]>()
  for (let i = 0; [...deliveries.values()].some((all) => i < all.length); i++) {
    for (const [vessel, all] of deliveries) {
      const delivery = all[i]
      if (!delivery) continue
      const readings = { vesselNumber: vessel.number, motion: [], ais: [], ...delivery.part }
      await telemetry.append([readings])
      for (const interval of describeAppended(readings)) {
        latest.take(interval, null)
        nowMs = Math.max(nowMs, interval.toUs / 1000 + 500)
        const share = isLate(interval, nowMs) ? ('backlog' as const) : ('live' as const)
        for (const step of begun.get(vessel.number) ?? []) step.wokenBy?.(vessel, interval)
        const work = { vessel, fromUs: interval.fromUs, toUs: interval.toUs, share, sinceMs: nowMs }
        waiting.set(vessel, [...(waiting.get(vessel) ?? []), work])
      }
      if (delivery.dies === 'before') {
        await restart(vessel)
        if (i % 2) continue
      }
      const works = waiting.get(vessel) ?? []
      waiting.delete(vessel)
      for (const step of begun.get(vessel.number) ?? []) await runAll(step, works)
      await look(vessel)
      if (delivery.dies === 'after') await restart(vessel)
    }
  }
  nowMs = START_US / 1000 + (2 * DAY_US) / 1000
  for (const vessel of own) {
    for (const step of begun.get(vessel.number) ?? []) await runAll(step, waiting.get(vessel) ?? [])
    for (let i = 0; i < 4; i++) await look(vessel)
  }
}

interface Written {
  rule: string
  begin: number
  end: number | null
  instance: number | null
  facts: AlertFacts | null
}

/** An alert without its id: rule, instance, seconds from the start, and measured values. */
function written({ rule, begin, end, instance, facts }: Written): string {
  const values =
    facts?.kind === 'threshold'
      ? [facts.fence, ...facts.conditions.map(({ value }) => value)]
      : facts?.kind === 'geofence'
        ? [facts.direction]
        : [facts?.kind === 'external' && facts.spn]
  const seconds = [begin, end].map((us) => (us === null ? null : (us - START_US) / SECOND_US))
  return [rule, instance, ...seconds, ...values].join(' ')
}

async function stored(vessel: DirectoryEntry, nameOf: (ruleId: string | null) => string) {
  const rows = await records.db
    .select()
    .from(alerts)
    .where(and(eq(alerts.vesselId, vessel.id), isNull(alerts.withdrawnAt)))
    .orderBy(asc(alerts.triggerUs))
  return rows
    .map(({ ruleId, triggerUs, endUs, isOpen, instance, facts }) =>
      written({
        rule: nameOf(ruleId),
        begin: triggerUs,
        end: isOpen ? null : (endUs ?? -1),
        instance,
        facts,
      }),
    )
    .sort()
}

/** One pass in order over the stored data, without any kept state. */
async function expected(
  vessel: DirectoryEntry,
  nameOf: (ruleId: string | null) => string,
  isEvaluated: (segment: Segment) => boolean,
) {
  const segments = await new RuleCache(records.db).segmentsOf(vessel)
  const untilUs = START_US + 2 * DAY_US
  const interval = { vesselNumber: vessel.number, fromUs: START_US - HOUR_US, toUs: untilUs }
  const keys: SeriesKey[] = [
    ...(['sog', 'depth_below_surface', 'coolant_temperature', 'engine_speed'] as const),
    ...(['impact', 'in_eco_speed_ratio._30s', 'rog'] as const),
  ]
  const read = await telemetry.series.sampleColumns([interval], keys, true)
  const [movement] = await telemetry.positions.movement([interval])
  const times = (await telemetry.intervals.recordTimes([interval])).get(vessel.number) ?? []
  const lastUs = times.at(-1) ?? 0
  const known = await statusColumns({ db: records.db }, [
    { vessel, segments, isReevaluated: true, readFromUs: times[0] ?? 0, stopUs: lastUs + 601 * SECOND_US },
  ])
  const columns: SignalColumn[] = [
    ...read.map(({ key, instance, timeUs, value }) => ({ name: key, instance, timeUs, value })),
    ...(known.get(vessel.number) ?? []),
    recordsColumn(Float64Array.from(times)),
  ]
  const all: string[] = []
  for (const segment of segments) {
    const { rule, fences, fromUs } = segment
    if (!isEvaluated(segment)) continue
    const stopUs = Math.min(segment.untilUs - 1, untilUs)
    const fixes = movement ? accepted(movement, newOutlierFilter(), vessel) : null
    const fold = new RuleFold(rule, fences, fromUs)
    const episodes = new Set(fold.advance({ columns, fixes }, stopUs))
    for (const episode of segment.untilUs < untilUs ? fold.close(segment.untilUs) : []) episodes.add(episode)
    for (const episode of episodes)
      all.push(
        written({
          ...{
            rule: nameOf(segment.ruleId),
            begin: episode.beginUs,
            end: episode.isOpen ? null : episode.endUs,
          },
          ...{ instance: episode.instance < 0 ? null : episode.instance, facts: episodeFacts(rule, episode) },
        }),
      )
  }
  const faults = (await telemetry.engines.faults([interval])).map(
    ({ timeUs, instance, spn, fmi, source }) => ({
      ...{ timeUs, instance, spn, fmi, source, lamp: 'amber' as const },
    }),
  )
  for (const { spn, lamp, fmi, ...episode } of new ExternalFold().advance(faults, untilUs))
    all.push(
      written({
        ...{ rule: nameOf(null), begin: episode.beginUs, end: episode.endUs, instance: episode.instance },
        facts: { kind: 'external', spn, lamp, fmi },
      }),
    )
  return all.sort()
}

/** Short name that distinguishes the rules of the test. */
const shortName = (content: object) => {
  const { definition, type } = content as { definition: object; type: string }
  return [type, JSON.stringify(definition)].join(' ').replaceAll(/[{}"]/g, '')
}

test('raises the alerts of one pass in order, however a recording is cut, ordered, repeated and interrupted', async () => {
  const { db } = records
  const rows = await db.select().from(versions).where(eq(versions.kind, 'rule'))
  const names = new Map(rows.map(({ subjectId, content }) => [subjectId, shortName(content)]))
  const nameOf = (id: string | null) => (id === null ? 'bus' : (names.get(id) ?? id))
  for (let first = FIRST_SEED; first < FIRST_SEED + SEEDS; first += TOGETHER) {
    const seeds = new Map<number, number>()
    for (let seed = first; seed < Math.min(first + TOGETHER, FIRST_SEED + SEEDS); seed++) {
      const id = await db.transaction((tx) => insertVessel(tx, { ...place, name: `Seed ${seed}` }))
      const [vessel] = await db.select().from(vessels).where(eq(vessels.id, id))
      seeds.set(vessel?.number ?? 0, seed)
    }
    const directory = await loadDirectory(db)
    await follow(seeds, directory)
    for (const [number, seed] of seeds) {
      const vessel = directory.get(number) as DirectoryEntry
      const isEvaluated = ({ rule }: Segment) =>
        seed % 4 === 3 ||
        !rule.conditions.some(({ signal }) =>
          ['impact', 'rog', 'in_eco_speed_ratio._30s'].includes(signal.name),
        )
      const [found, wanted] = [await stored(vessel, nameOf), await expected(vessel, nameOf, isEvaluated)]
      const isIn = (all: readonly string[]) => (one: string) => all.includes(one)
      const missing = wanted.filter((one) => !isIn(found)(one))
      const wrong = found.filter((one) => !isIn(wanted)(one))
      expect.soft({ seed, missing, wrong, count: found.length }).toEqual({
        ...{ seed, missing: [], wrong: [], count: wanted.length },
      })
    }
  }
}, 3_000_000)
