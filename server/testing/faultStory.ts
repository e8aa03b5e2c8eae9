/** Two days of a boat that use every step of processing, and all that is computed of them. */
import { asc, eq, inArray } from 'drizzle-orm'
import { vi } from 'vitest'
import type { Fix, Fault as TroubleCode } from '#contract/domain/reading.ts'
import { DAY_MS, DAY_S, SECOND_US } from '#contract/domain/time.ts'
import { knToMps } from '#contract/domain/units.ts'
import { type Condition, DEFAULT_NOTIFICATIONS, RuleForm } from '#contract/wire/rule.ts'
import type { BusEvent } from '#server/platform/events.ts'
import { insertEngine } from '#server/records/engines.ts'
import { insertGeofence } from '#server/records/geofences.ts'
import { insertTasks } from '#server/records/maintenance.ts'
import { askRecomputation } from '#server/records/recomputations.ts'
import { insertRule } from '#server/records/rules.ts'
import { insertMounting, mountingHoldsUntil } from '#server/records/sensorMountings.ts'
import { insertCorrection, undoCorrection } from '#server/records/tripCorrections.ts'
import { loadVesselStates } from '#server/records/vesselStates.ts'
import type { Db, Records, Tx } from '#server/stores/relational/openRecords.ts'
import {
  alerts,
  departments,
  engineSegments,
  engines,
  maintenanceTasks,
  organizations,
  sensors,
  tripAliases,
  trips,
  vessels,
} from '#server/stores/relational/schema.ts'
import { describeAppended } from '#server/telemetry/describeInterval.ts'
import { HEAT_ZOOMS } from '#server/telemetry/heat.ts'
import { noFigures } from '#server/telemetry/quarterHours.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { VesselReadings } from '#server/telemetry/vesselReadings.ts'
import { clock, DAY_US as MIDNIGHT_US, playMovement } from './playMovement.ts'

export interface StoryStores {
  records: Records
  telemetry: Telemetry
}
export interface Owner {
  organizationId: string
  departmentId: string
}

/** Two days ago, because arrival times are kept for a week. */
const LATER_US = (Math.floor(Date.now() / DAY_MS) - 2) * DAY_MS * 1000 - MIDNIGHT_US
export const at = (text: string) => clock(text) + LATER_US
/** The clock of processing and storage advances through these days in steps. */
const realNow = Date.now
let aheadMs = 0
export const setClock = (us: number) => {
  aheadMs = us / 1000 - realNow()
}
export const letPass = (ms: number) => {
  aheadMs += ms
}

/** Begins the days, with one rule for each kind of input. */
export async function beginStory(db: Db): Promise<Owner> {
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + aheadMs)
  const [organization] = await db.insert(organizations).values({ name: 'Fleet' }).returning()
  const organizationId = organization?.id ?? ''
  const [department] = await db.insert(departments).values({ organizationId, name: 'Fleet' }).returning()
  const owner: Owner = { organizationId, departmentId: department?.id ?? '' }
  const harbour = {
    name: 'Harbour',
    type: 'circle',
    radiusM: 2000,
    coordinates: [{ latitudeDeg: 64.1, longitudeDeg: -22 }],
  }
  // One rule for each kind of input: samples, values without samples, computed series, series drawn along a
  // trip, and figures of a finished trip.
  await db.transaction(async (tx) => {
    const fence = await insertGeofence(tx, { ...harbour, ...owner, createdAt: new Date(0) })
    const status = (field: string) => ({ type: 'instant', source: 'vessel-status', field }) as const
    await insertRule(tx, ruleThat(owner, { type: 'instant', field: 'sog' }, 10))
    await insertRule(tx, ruleThat(owner, status('hour'), 8))
    await insertRule(tx, ruleThat(owner, status('captain'), 0.5, 'less_than'))
    await insertRule(tx, ruleThat(owner, status('age'), 7200))
    await insertRule(tx, ruleThat(owner, { type: 'instant', field: 'impact' }, 1))
    await insertRule(tx, ruleThat(owner, { type: 'instant', field: 'rog' }, 16, 'less_than'))
    await insertRule(tx, ruleThat(owner, { type: 'instant', source: 'statistics', field: 'distance' }, 0.5))
    const crossing = { type: 'geofence', severity: 'info', department_id: owner.departmentId } as const
    const definition = { geofences: { ids: [fence] }, trigger_on: 'cross' }
    await insertRule(tx, toRule(owner, { ...crossing, definition, notifications: DEFAULT_NOTIFICATIONS }))
  })
  return owner
}

function toRule(owner: Owner, form: object) {
  const { type, severity, definition, vessels, notifications } = RuleForm.parse(form)
  return { ...owner, type, severity, definition, vessels, notifications, createdAt: new Date(0) }
}

const ruleThat = (
  owner: Owner,
  variable: Condition['variable'],
  value: number,
  operation: Condition['operation'] = 'more_than',
) =>
  toRule(owner, {
    ...{ type: 'threshold', severity: 'warning', department_id: owner.departmentId },
    definition: {
      geofences: { enabled: false, ids: [], area_operation: 'inside' },
      logic: { and: [{ variable, operation, value }] },
    },
    notifications: DEFAULT_NOTIFICATIONS,
  })

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
      { timeUs, key: 'engine_speed' as const, instance: 1, value: sogMps > 0 ? 30 : 10 },
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

/** A vessel that processing has not seen. */
export async function insertVessel(db: Db, owner: Owner): Promise<{ id: string; number: number }> {
  const [vessel] = await db
    .insert(vessels)
    .values({
      ...{ ...owner, name: 'Hafdís', createdAt: new Date(0), fuelType: 'diesel' },
      ...{ topSpeedMps: knToMps(40), safetySpeedLimitMps: knToMps(15), cruisingSpeedMps: knToMps(8) },
    })
    .returning()
  const vesselId = vessel?.id ?? ''
  // Oil every half hour of an engine that is known before its first sample.
  await db.transaction(async (tx) => {
    const { id: engineId } = await insertEngine(tx, { vesselId, instance: 1 })
    const oil = { organizationId: owner.organizationId, vesselId, engineId, title: 'Oil' }
    const base = { baseAt: new Date(at('06:00') / 1000), baseHoursS: 0, checkedAt: new Date(0) }
    await insertTasks(tx, [{ ...oil, ...base, everyHoursS: 1800, everyM: 50_000 }])
  })
  return { id: vesselId, number: vessel?.number ?? 0 }
}

/** Earlier hours at eight speeds, with which the late data of the story suffice for an eco band. */
export function storeEarlierHours({ telemetry }: StoryStores, vesselNumber: number): Promise<void> {
  const bin = { s: 1850, m: 11_000, m3: 0.02 }
  const sums = {
    ...{ bin_s: bin.s, bin_m: bin.m, bin_m3: bin.m3 },
    ...{ cruise_s: bin.s, cruise_m: bin.m, cruise_m3: bin.m3 },
  }
  const bins = new Map([14, 15, 16, 17, 18, 19, 20, 21].map((kn) => [kn, sums]))
  const quarterHourS = at('07:00') / SECOND_US - 2 * DAY_S
  const figures = noFigures()
  return telemetry.quarterHours.store([
    { vesselNumber, tripNumber: 1_000_000, quarterHourS, captainNumber: 0, figures, bins },
  ])
}

/** Step of the scenario: its time, its action, and the event published about it. */
export interface Scene {
  now: string
  happens(vessel: { id: string; number: number }): Promise<BusEvent | null>
}

/**
 * A boat sails live, and an hour of her data arrives late. The following day arrives at once, and people
 * change settings.
 */
export function story({ records, telemetry }: StoryStores): Scene[] {
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
    { now: '36:04', happens: (vessel) => mountSensor(records.db, vessel) },
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
async function mountSensor(db: Db, { id, number }: { id: string; number: number }): Promise<BusEvent> {
  const [sensor] = await db.select().from(sensors).where(eq(sensors.vesselId, id))
  const mounting = { sensorId: sensor?.id ?? '', validFromUs: at('08:10') + 15 * SECOND_US }
  const axes = { xAxis: 'port', zAxis: 'up' } as const
  await db.transaction((tx) => insertMounting(tx, { ...mounting, ...axes }, new Date(Date.now())))
  const toUs = await mountingHoldsUntil(db, mounting.sensorId, mounting.validFromUs)
  return { type: 'sensors.turned', vesselNumber: number, fromUs: mounting.validFromUs, toUs }
}

/** All that processing has computed for a vessel, without ids, times of computing and versions. */
export async function computedOf(
  { records, telemetry }: StoryStores,
  vesselId: string,
  vesselNumber: number,
) {
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
  const ofVessel = eq(engineSegments.vesselId, vesselId)
  const segments = await records.db
    .select()
    .from(engineSegments)
    .where(ofVessel)
    .orderBy(engineSegments.fromUs)
  const running = await records.db.select().from(engines).where(eq(engines.vesselId, vesselId))
  const tasks = await records.db
    .select()
    .from(maintenanceTasks)
    .where(eq(maintenanceTasks.vesselId, vesselId))
    .orderBy(asc(maintenanceTasks.title))
  const squares = HEAT_ZOOMS.map((zoom) => telemetry.heat.squares(choice, zoom, ['moving_s']))
  const series = ['impact', 'rog', 'sog', 'wave_height_fc'] as const
  return {
    dueWork: raised.flatMap(({ facts, isOpen }) =>
      facts?.kind === 'maintenance' && isOpen ? facts.state : [],
    ),
    // An alert about due work has the time at which it was found.
    alerts: raised
      .filter(({ facts }) => facts?.kind !== 'maintenance')
      .map(({ id, vesselId, createdAt, tripId, withdrawnAt, ...alert }) => ({
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
    segments: segments.map(({ vesselId, ...segment }) => segment),
    engines: running.map(({ hoursS, hoursSource, lastUs }) => ({ hoursS, hoursSource, lastUs })),
    tasks: tasks.map(({ state, leftHoursS, leftM, dueBy, fault }) => ({
      state,
      leftHoursS,
      leftM,
      dueBy,
      fault,
    })),
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
