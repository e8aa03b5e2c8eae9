import type { StatisticsField } from '#contract/domain/ruleFields.ts'
import { DAY_US, HOUR_MS, MINUTE_US } from '#contract/domain/time.ts'
import { figuresOfTrip } from '#server/records/figuresOfTrip.ts'
import { helmOver } from '#server/records/helm.ts'
import { zoneOf } from '#server/records/organizations.ts'
import { endedTrips } from '#server/records/trips.ts'
import type { DirectoryEntry } from '#server/records/vesselDirectory.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { CompiledRule } from './compileRule.ts'
import type { SignalColumn } from './ruleFold.ts'

interface Stores {
  db: Db
}

export interface AskedOfVessel {
  vessel: DirectoryEntry
  segments: readonly { rule: CompiledRule }[]
  readFromUs: number
  stopUs: number
  /** False when only the time after the last query is read. */
  isReevaluated: boolean
}

type Row = readonly [timeUs: number, value: number]
const CAPTAIN = 'vessel-status:captain'
/** Hour of the day, with a row for each minute. */
export const HOUR = 'vessel-status:hour'
const STATISTICS = 'statistics:'

/** Names of rule inputs that no sample contains. */
export const statusNames = (rules: readonly { rule: CompiledRule }[]): ReadonlySet<string> =>
  new Set(
    rules
      .flatMap(({ rule }) => rule.conditions.map(({ signal }) => signal.name))
      .filter((name) => name === CAPTAIN || name === HOUR || name.startsWith(STATISTICS)),
  )

/**
 * Columns of values without samples: captain at the helm, hour of the day, figures of trips. Keyed by vessel
 * number, with a few queries for all vessels.
 */
export async function statusColumns(
  stores: Stores,
  all: readonly AskedOfVessel[],
): Promise<Map<number, SignalColumn[]>> {
  const wanted = all.flatMap((asked) => {
    const names = statusNames(asked.segments)
    return names.size > 0 ? [{ ...asked, names }] : []
  })
  const ofName = (isIt: (name: string) => boolean) => wanted.filter(({ names }) => [...names].some(isIt))
  const helms = await captains(
    stores,
    ofName((name) => name === CAPTAIN),
  )
  const zones = await zonesOf(
    stores,
    ofName((name) => name === HOUR),
  )
  const trips = await tripsOf(
    stores,
    ofName((name) => name.startsWith(STATISTICS)),
  )
  const hourColumns = new Map<string, Pick<SignalColumn, 'timeUs' | 'value'>>()
  const hoursOf = (asked: AskedOfVessel) => {
    const zone = zones.get(asked.vessel.organizationId) ?? 'UTC'
    const name = `${zone} ${asked.readFromUs} ${asked.stopUs}`
    const known = hourColumns.get(name) ?? column(HOUR, hours(asked, zone))
    hourColumns.set(name, known)
    return known
  }
  return new Map(
    wanted.map(({ names, ...asked }) => {
      const { id, number } = asked.vessel
      return [
        number,
        [...names].map((name) => {
          if (name === CAPTAIN) return column(name, helms.get(id) ?? [])
          if (name === HOUR) return { ...hoursOf(asked), name, instance: 0 }
          const own = trips
            .get(id)
            ?.filter(({ endUs }) => endUs !== null && endUs >= asked.readFromUs && endUs <= asked.stopUs)
          const field = name.slice(STATISTICS.length) as StatisticsField
          return column(
            name,
            own?.map((trip) => [trip.endUs ?? 0, figuresOfTrip(trip)[field] ?? Number.NaN]) ?? [],
          )
        }),
      ]
    }),
  )
}

const column = (name: string, rows: readonly Row[]): SignalColumn => ({
  ...{ name, instance: 0 },
  timeUs: Float64Array.from(rows, ([timeUs]) => timeUs),
  value: Float64Array.from(rows, ([, value]) => value),
})

async function tripsOf({ db }: Stores, asked: readonly AskedOfVessel[]) {
  if (asked.length === 0) return new Map<string, Awaited<ReturnType<typeof endedTrips>>>()
  const trips = await endedTrips(
    db,
    asked.map(({ vessel }) => vessel.id),
    {
      fromUs: Math.min(...asked.map(({ readFromUs }) => readFromUs)),
      toUs: Math.max(...asked.map(({ stopUs }) => stopUs)),
    },
  )
  return Map.groupBy(trips, ({ vesselId }) => vesselId)
}

/** Cache time of slowly changing values, for vessels that send every second. */
const KNOWN_FOR_MS = 5000
const captainsKnown = new WeakMap<DirectoryEntry, { atMs: number; value: number }>()

async function captains({ db }: Stores, all: readonly AskedOfVessel[]): Promise<Map<string, Row[]>> {
  const nowMs = performance.now()
  const rows = new Map<string, Row[]>()
  const unknown = all.filter(({ vessel, isReevaluated, readFromUs }) => {
    const known = captainsKnown.get(vessel)
    if (isReevaluated || !known || nowMs - known.atMs >= KNOWN_FOR_MS) return true
    rows.set(vessel.id, [[readFromUs, known.value]])
    return false
  })
  const helms = await helmOver(
    db,
    unknown.map(({ vessel, readFromUs, stopUs }) => ({
      vesselId: vessel.id,
      fromUs: readFromUs,
      toUs: stopUs,
    })),
  )
  for (const { vessel, isReevaluated } of unknown) {
    const own = (helms.get(vessel.id) ?? []).map(({ fromUs, isTaken }): Row => [fromUs, isTaken ? 1 : 0])
    // A re-evaluation may concern the distant past, so its result is not cached.
    if (!isReevaluated) captainsKnown.set(vessel, { atMs: nowMs, value: own.at(-1)?.[1] ?? 0 })
    rows.set(vessel.id, own)
  }
  return rows
}

/** Time zone by organization: a fleet has one, and many vessels need it at once. */
const zonesKnown = new Map<string, { atMs: number; value: string }>()

async function zonesOf({ db }: Stores, all: readonly AskedOfVessel[]): Promise<Map<string, string>> {
  const zones = new Map<string, string>()
  for (const [id, asked] of Map.groupBy(all, ({ vessel }) => vessel.organizationId)) {
    const known = zonesKnown.get(id)
    const nowMs = performance.now()
    const isKnown =
      known && nowMs - known.atMs < KNOWN_FOR_MS && !asked.some(({ isReevaluated }) => isReevaluated)
    const value = isKnown ? known.value : await zoneOf(db, id)
    if (!isKnown) zonesKnown.set(id, { atMs: nowMs, value })
    zones.set(id, value)
  }
  return zones
}

/**
 * Hours are listed for at most this long (µs) before the end of the evaluated time: a boat may have been
 * silent for years.
 */
const LONGEST_HOURS_US = 31 * DAY_US

/** Each minute; a time zone changes its clock on the quarter-hour. */
function hours({ readFromUs, stopUs }: AskedOfVessel, zone: string): Row[] {
  const rows: Row[] = []
  const fromUs = Math.max(readFromUs, stopUs - LONGEST_HOURS_US)
  const first = Math.floor(fromUs / MINUTE_US) * MINUTE_US
  for (let minuteUs = first; minuteUs <= stopUs; minuteUs += MINUTE_US) {
    const ms = minuteUs / 1000
    const startMs = Math.floor(ms / (HOUR_MS / 4)) * (HOUR_MS / 4)
    rows.push([Math.max(minuteUs, fromUs), quarterHour(zone, startMs) + (ms - startMs) / HOUR_MS])
  }
  return rows
}

const writers = new Map<string, Intl.DateTimeFormat>()
/** Recent results, because the vessels of a fleet need equal ones. */
const quarterHours = new Map<string, number>()
const MOST_QUARTER_HOURS = 10_000

/** The hour of the day at which a quarter-hour begins in a zone. */
export function quarterHour(zone: string, startMs: number): number {
  const name = `${zone} ${startMs}`
  const known = quarterHours.get(name)
  if (known !== undefined) return known
  const writer =
    writers.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      ...{ timeZone: zone, hourCycle: 'h23', hour: 'numeric', minute: 'numeric' },
    })
  writers.set(zone, writer)
  const parts = Object.fromEntries(
    writer.formatToParts(startMs).map(({ type, value }) => [type, Number(value)]),
  )
  const hour = (parts.hour ?? 0) + (parts.minute ?? 0) / 60
  if (quarterHours.size >= MOST_QUARTER_HOURS) quarterHours.clear()
  quarterHours.set(name, hour)
  return hour
}
