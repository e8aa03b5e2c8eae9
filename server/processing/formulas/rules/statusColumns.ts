import type { StatisticsField } from '#contract/ruleFields.ts'
import { HOUR_MS, MINUTE_US } from '#contract/time.ts'
import { mpsToKn, mToNmi } from '#contract/units.ts'
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

interface Asked {
  vessel: DirectoryEntry
  segments: readonly { rule: CompiledRule }[]
  readFromUs: number
  stopUs: number
  /** Not only what follows on what was asked last. */
  isAnew: boolean
}

type Row = readonly [timeUs: number, value: number]
const CAPTAIN = 'vessel-status:captain'
const HOUR = 'vessel-status:hour'
const STATISTICS = 'statistics:'

/** What rules ask of a vessel that no sample says: who is at the helm, the hour of the day, the figures of her trips. */
export async function statusColumns(stores: Stores, asked: Asked): Promise<SignalColumn[]> {
  const names = new Set(
    asked.segments.flatMap(({ rule }) => rule.conditions.map(({ signal }) => signal.name)),
  )
  const columns: SignalColumn[] = []
  const add = (name: string, rows: readonly Row[]) =>
    columns.push({
      ...{ name, instance: 0 },
      timeUs: Float64Array.from(rows, ([timeUs]) => timeUs),
      value: Float64Array.from(rows, ([, value]) => value),
    })
  if (names.has(CAPTAIN)) add(CAPTAIN, await captains(stores, asked))
  if (names.has(HOUR)) add(HOUR, hours(asked, await zone(stores, asked)))
  const figures = [...names].filter((name) => name.startsWith(STATISTICS))
  if (figures.length === 0) return columns
  const trips = await endedTrips(stores.db, asked.vessel.id, { fromUs: asked.readFromUs, toUs: asked.stopUs })
  for (const name of figures) {
    const figure = FIGURES[name.slice(STATISTICS.length) as StatisticsField]
    add(
      name,
      trips.map((trip) => [trip.endUs ?? 0, figure(trip) ?? Number.NaN]),
    )
  }
  return columns
}

type Trip = Awaited<ReturnType<typeof endedTrips>>[number]
const later = (name: StatisticsField) => (trip: Trip) => trip.stats[name] ?? null

/** As trips have them on the wire. */
const FIGURES: Readonly<Record<StatisticsField, (trip: Trip) => number | null>> = {
  duration: ({ durationS }) => durationS / 60,
  distance: ({ distanceM }) => mToNmi(distanceM),
  avg_sog: ({ avgSogMps }) => (avgSogMps === null ? null : mpsToKn(avgSogMps)),
  max_sog: ({ maxSogMps }) => (maxSogMps === null ? null : mpsToKn(maxSogMps)),
  avg_impact: ({ avgImpactG }) => avgImpactG,
  peak_impact: ({ peakImpactG }) => peakImpactG,
  red_impacts: later('red_impacts'),
  impact_frequency: later('impact_frequency'),
  fuel_consumption: later('fuel_consumption'),
  avg_fuel_rate_l_nm: later('avg_fuel_rate_l_nm'),
  co2_emissions: later('co2_emissions'),
  nox_emissions: later('nox_emissions'),
  score: later('score'),
}

/** What changes seldom is asked this often of vessels that send every second. */
const KNOWN_FOR_MS = 5000
const captainsKnown = new WeakMap<Asked['vessel'], { atMs: number; value: number }>()

async function captains({ db }: Stores, { vessel, isAnew, readFromUs, stopUs }: Asked): Promise<Row[]> {
  const known = captainsKnown.get(vessel)
  const nowMs = performance.now()
  if (!isAnew && known && nowMs - known.atMs < KNOWN_FOR_MS) return [[readFromUs, known.value]]
  const turns = await helmOver(db, vessel.id, { fromUs: readFromUs, toUs: stopUs })
  const rows = turns.map(({ fromUs, isTaken }): Row => [fromUs, isTaken ? 1 : 0])
  captainsKnown.set(vessel, { atMs: nowMs, value: rows.at(-1)?.[1] ?? 0 })
  return rows
}

/** By organization: a fleet has one, and many vessels ask for it at once. */
const zonesKnown = new Map<string, { atMs: number; value: string }>()

async function zone({ db }: Stores, { vessel: { organizationId }, isAnew }: Asked): Promise<string> {
  const known = zonesKnown.get(organizationId)
  const nowMs = performance.now()
  if (!isAnew && known && nowMs - known.atMs < KNOWN_FOR_MS) return known.value
  const value = await zoneOf(db, organizationId)
  zonesKnown.set(organizationId, { atMs: nowMs, value })
  return value
}

/** Each minute; a zone changes its clock on the quarter-hour. */
function hours({ readFromUs, stopUs }: Asked, zone: string): Row[] {
  const writer = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: zone, hourCycle: 'h23', hour: 'numeric', minute: 'numeric' },
  })
  const rows: Row[] = []
  let quarterMs = Number.NaN
  let quarterHour = 0
  const first = Math.floor(readFromUs / MINUTE_US) * MINUTE_US
  for (let minuteUs = first; minuteUs <= stopUs; minuteUs += MINUTE_US) {
    const ms = minuteUs / 1000
    const startMs = Math.floor(ms / (HOUR_MS / 4)) * (HOUR_MS / 4)
    if (startMs !== quarterMs) {
      quarterMs = startMs
      const parts = Object.fromEntries(
        writer.formatToParts(startMs).map(({ type, value }) => [type, Number(value)]),
      )
      quarterHour = (parts.hour ?? 0) + (parts.minute ?? 0) / 60
    }
    rows.push([Math.max(minuteUs, readFromUs), quarterHour + (ms - startMs) / HOUR_MS])
  }
  return rows
}
