import { DAY_US } from '#contract/domain/time.ts'
import type { Language } from '#contract/text/language.ts'
import type { ImpactEvent } from '#contract/wire/impact.ts'
import { wordsOfAlert } from '#contract/words/alertText.ts'
import { impactReport } from '#server/analytics/impactReport/impactReport.ts'
import { tripPath } from '#server/analytics/tripPath.ts'
import { type AlertRecord, alertsAfter } from '#server/records/alerts.ts'
import type { TimePlace } from '#server/records/inTimeOrder.ts'
import { organizationFleet } from '#server/records/organizationFleet.ts'
import type { Scope } from '#server/records/scope.ts'
import { sensorSettingsOf, sensorsOf } from '#server/records/sensors.ts'
import { type TripRecord, tripsAfter } from '#server/records/tripLists.ts'
import type { directoryOf } from '#server/records/vesselDirectory.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { alertSpeech } from '#server/words/wordsIn.ts'
import { pageOf, type ReadColumn } from '../readColumn.ts'
import type { Geometry, Page, Table } from '../table.ts'
import { TRIP_COLUMNS } from '../tables/tripListTable.ts'

export interface Stores {
  db: Db
  telemetry: Telemetry
}

/** Scope, vessel and time of the export: [fromUs, toUs). */
export interface Choice {
  scope: Scope
  vesselId: string | null
  fromUs: number
  toUs: number
}

export type ChosenVessel = Awaited<ReturnType<typeof directoryOf>>[number]

/** Rows of the records that are read at once. */
const PAGE_ROWS = 500
/** Trips in a page; each line costs a query to the column store. */
const PAGE_PATHS = 50
/** Points of the line that a trip becomes on a map. */
const PATH_POINTS = 500

const time = <Row>(name: string, value: (row: Row) => number | null): ReadColumn<Row> => [
  { kind: 'time', name, digits: 3 },
  (row) => value(row) ?? Number.NaN,
]
const text = <Row>(name: string, value: (row: Row) => string | null | undefined): ReadColumn<Row> => [
  { kind: 'text', name },
  (row) => value(row) ?? null,
]
const number = <Row>(
  name: string,
  unit: string,
  digits: number,
  value: (row: Row) => number | null | undefined,
): ReadColumn<Row> => [{ kind: 'number', name, unit, digits }, (row) => value(row) ?? Number.NaN]

const msOf = (date: Date | null) => (date === null ? null : date.getTime() * 1000)

/** Rows that follow each other, a page at a time, and how much of the time from the first one on lies behind each page. */
async function* pagesAfter<Row>(
  size: number,
  toUs: number,
  placeOf: (row: Row) => TimePlace,
  read: (after: TimePlace | null) => Promise<readonly Row[]>,
): AsyncGenerator<{ rows: readonly Row[]; progress: number }> {
  let firstUs: number | null = null
  let after: TimePlace | null = null
  for (;;) {
    const rows = await read(after)
    const [first, last] = [rows[0], rows.at(-1)]
    if (first === undefined || last === undefined) return
    // Ranges may begin long before there was anything.
    firstUs ??= placeOf(first).atUs
    after = placeOf(last)
    yield { rows, progress: Math.min(1, Math.max(0, (after.atUs - firstUs) / (toUs - firstUs))) }
    if (rows.length < size) return
  }
}

const TRIPS: readonly ReadColumn<TripRecord>[] = [
  text('trip_id', ({ trip }) => trip.id),
  text('vessel_id', ({ vessel }) => vessel.id),
  ...TRIP_COLUMNS,
]

/** The trips that began in that time, one a row; `withPaths` each with the line that it sailed. */
export function tripsTable({ db, telemetry }: Stores, choice: Choice, withPaths: boolean): Table {
  return { columns: TRIPS.map(([column]) => column), pages: pages() }

  async function* pages(): AsyncGenerator<Page> {
    const size = withPaths ? PAGE_PATHS : PAGE_ROWS
    const placeOf = ({ trip }: TripRecord) => ({ atUs: trip.startUs, id: trip.id })
    const read = (after: TimePlace | null) => tripsAfter(db, choice.scope, choice, after, size)
    for await (const { rows, progress } of pagesAfter(size, choice.toUs, placeOf, read)) {
      const geometry: Geometry[] = []
      if (withPaths) for (const row of rows) geometry.push(await pathOf(telemetry, row))
      yield pageOf(TRIPS, rows, progress, withPaths ? geometry : undefined)
    }
  }
}

async function pathOf(telemetry: Telemetry, { trip, vessel }: TripRecord): Promise<Geometry> {
  const interval = {
    vesselNumber: vessel.number,
    fromUs: trip.startUs,
    toUs: trip.endUs ?? trip.lastRecordUs,
  }
  const lines: [number, number][][] = []
  let last: { longitudeDeg: number } | null = null
  for (const { latitudeDeg, longitudeDeg } of await tripPath(telemetry, interval, PATH_POINTS)) {
    // A line may not cross the antimeridian (RFC 7946, 3.1.9), so it continues as another line.
    if (!last || Math.abs(longitudeDeg - last.longitudeDeg) > 180) lines.push([])
    lines.at(-1)?.push([longitudeDeg, latitudeDeg])
    last = { longitudeDeg }
  }
  const drawn = lines.filter((line) => line.length > 1)
  if (drawn.length === 0) return null
  return drawn.length === 1
    ? { type: 'LineString', coordinates: drawn[0] ?? [] }
    : { type: 'MultiLineString', coordinates: drawn }
}

const alertColumns = (language: Language): readonly ReadColumn<AlertRecord>[] => [
  time('trigger_time', ({ alert }) => alert.triggerUs),
  time('ended_at', ({ alert }) => alert.endUs),
  text('state', ({ alert }) => (alert.withdrawnAt ? 'withdrawn' : alert.isOpen ? 'ongoing' : 'ended')),
  text('alert_id', ({ alert }) => alert.id),
  text('severity', ({ alert }) => alert.severity),
  text('type', ({ alert }) => alert.type),
  text('text', ({ alert }) => wordsOfAlert(alert, alertSpeech(language))),
  text('vessel', ({ vessel }) => vessel.name),
  text('vessel_id', ({ vessel }) => vessel.id),
  text('department', ({ department }) => department.name),
  text('trip_id', ({ trip }) => (trip?.visible && !trip.isDeleted ? trip.id : null)),
  text('rule_id', ({ alert }) => alert.ruleId),
  number('latitude', 'deg', 7, ({ alert }) => alert.latitudeDeg),
  number('longitude', 'deg', 7, ({ alert }) => alert.longitudeDeg),
  time('received_at', ({ alert }) => msOf(alert.createdAt)),
  time('acknowledged_at', ({ alert }) => msOf(alert.acknowledgedAt)),
  text(
    'acknowledged_by',
    ({ acknowledgedBy, acknowledgement }) => acknowledgedBy?.name ?? acknowledgement?.apiKeyName,
  ),
  text('assigned_to', ({ assignedTo }) => assignedTo?.name),
  time('silenced_until', ({ alert }) => msOf(alert.silencedUntil)),
  time('withdrawn_at', ({ alert }) => msOf(alert.withdrawnAt)),
]

/** The alerts that were raised in that time, in words of that language. */
export function alertsTable({ db }: Stores, choice: Choice, language: Language): Table {
  const columns = alertColumns(language)
  return { columns: columns.map(([column]) => column), pages: pages() }

  async function* pages(): AsyncGenerator<Page> {
    const placeOf = ({ alert }: AlertRecord) => ({ atUs: alert.triggerUs, id: alert.id })
    const read = (after: TimePlace | null) => alertsAfter(db, choice.scope, choice, after, PAGE_ROWS)
    for await (const { rows, progress } of pagesAfter(PAGE_ROWS, choice.toUs, placeOf, read))
      yield pageOf(columns, rows, progress)
  }
}

interface Impact {
  vessel: ChosenVessel
  event: ImpactEvent
  /** Measurement of the sensor with the strongest impact. */
  measured: ImpactEvent['impacts'][number] | undefined
}

const IMPACTS: readonly ReadColumn<Impact>[] = [
  time('peak_impact_time', ({ event }) => Date.parse(event.peak_impact_time) * 1000),
  text('vessel', ({ vessel }) => vessel.name),
  text('vessel_id', ({ vessel }) => vessel.id),
  number('peak_impact', 'g', 3, ({ event }) => event.peak_impact),
  text('hull_location', ({ event }) => event.hull_location),
  number('peak_acc_x', 'g', 3, ({ event }) => event.peak_acc.x),
  number('peak_acc_y', 'g', 3, ({ event }) => event.peak_acc.y),
  number('peak_acc_z', 'g', 3, ({ event }) => event.peak_acc.z),
  number('sensor', '', 0, ({ measured }) => measured?.bq_sensor_id),
  text('sensor_label', ({ measured }) => measured?.sensor_label),
  number('sensors', '', 0, ({ event }) => event.impacts.length),
  number('jerk', 'g/s', 1, ({ measured }) => measured?.jerk),
  number('impact_duration', 's', 3, ({ measured }) => measured?.impact_duration),
  number('free_fall_time', 's', 3, ({ measured }) => measured?.free_fall_time),
  number('rise_time', 's', 3, ({ measured }) => measured?.rise_time),
  number('latitude', 'deg', 7, ({ event }) => event.vessel_location?.latitudeDeg),
  number('longitude', 'deg', 7, ({ event }) => event.vessel_location?.longitudeDeg),
  number('sog', 'kn', 2, ({ event }) => event.sog),
  number('cog', 'deg', 1, ({ event }) => event.vessel_location?.course_over_ground),
  number('max_rpm_change', 'rpm', 0, ({ event }) => event.max_rpm_change),
  number('min_water_depth', 'm', 2, ({ event }) => event.min_water_depth),
  number('distance_to_closest_vessel', 'm', 0, ({ event }) => event.distance_to_closest_vessel),
  text('flags', ({ event }) => event.flags.join(' ')),
]

/** Every impact in that time, as in its report, vessel by vessel. */
export function impactsTable(
  { db, telemetry }: Stores,
  { scope, fromUs, toUs }: Choice,
  vessels: readonly ChosenVessel[],
): Table {
  return { columns: IMPACTS.map(([column]) => column), pages: pages() }

  async function* pages(): AsyncGenerator<Page> {
    const fleet = await organizationFleet(db, scope.organizationId)
    for (const [at, vessel] of vessels.entries()) {
      const interval = { vesselNumber: vessel.number, fromUs, toUs: toUs - 1 }
      const days = daysOf(await telemetry.impacts.hoursWithData(interval))
      const sensors = await sensorsOf(db, vessel.id)
      const settings = await sensorSettingsOf(db, vessel.id)
      for (const [i, dayUs] of days.entries()) {
        const day = { fromUs: Math.max(fromUs, dayUs), toUs: Math.min(toUs, dayUs + DAY_US) - 1 }
        const { impact_events } = await impactReport({
          ...{ telemetry, vesselNumber: vessel.number, ...day, sensors, settings, fleet, scope },
          ...{ thresholdG: 0, nearbyM: 0 },
        })
        const rows = impact_events.map((event) => ({ vessel, event, measured: strongestOf(event) }))
        yield pageOf(IMPACTS, rows, (at + (i + 1) / days.length) / vessels.length)
      }
    }
  }
}

const strongestOf = ({ impacts }: ImpactEvent) =>
  impacts.reduce<ImpactEvent['impacts'][number] | undefined>(
    (most, one) => (most && most.peak_impact >= one.peak_impact ? most : one),
    undefined,
  )

/** The days of UTC that hours lie in. */
const daysOf = (hoursUs: readonly number[]): number[] => [
  ...new Set(hoursUs.map((us) => Math.floor(us / DAY_US) * DAY_US)),
]
