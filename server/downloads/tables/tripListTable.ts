import { mpsToKn, mToNmi } from '#contract/domain/units.ts'
import type { TripRecord } from '#server/records/tripLists.ts'
import { pageOf, type ReadColumn } from '../readColumn.ts'
import type { Table } from '../table.ts'

const nullable = (value: number | null, toWire: (value: number) => number = (same) => same) =>
  value === null ? Number.NaN : toWire(value)

const number = (name: string, unit: string, digits: number, value: (record: TripRecord) => number) =>
  [{ kind: 'number', name, unit, digits }, value] as const
const stat = (name: string, unit: string, digits: number) =>
  number(name, unit, digits, ({ trip }) => nullable(trip.stats[name] ?? null))

export const TRIP_COLUMNS: readonly ReadColumn<TripRecord>[] = [
  [{ kind: 'time', name: 'start_time', digits: 3 }, ({ trip }) => trip.startUs],
  [{ kind: 'time', name: 'end_time', digits: 3 }, ({ trip }) => trip.endUs ?? Number.NaN],
  [{ kind: 'text', name: 'vessel' }, ({ vessel }) => vessel.name],
  [{ kind: 'text', name: 'captain' }, ({ captain }) => captain?.name ?? null],
  number('duration', 'min', 1, ({ trip }) => trip.durationS / 60),
  number('distance', 'nmi', 3, ({ trip }) => mToNmi(trip.distanceM)),
  number('avg_sog', 'kn', 2, ({ trip }) => nullable(trip.avgSogMps, mpsToKn)),
  number('max_sog', 'kn', 2, ({ trip }) => nullable(trip.maxSogMps, mpsToKn)),
  number('avg_impact', 'g', 3, ({ trip }) => nullable(trip.avgImpactG)),
  number('peak_impact', 'g', 3, ({ trip }) => nullable(trip.peakImpactG)),
  stat('red_impacts', '', 0),
  stat('fuel_consumption', 'L', 2),
  stat('avg_fuel_rate_l_nm', 'L/nmi', 3),
  stat('co2_emissions', 'kg', 2),
  stat('nox_emissions', 'g', 1),
  stat('in_eco_speed_ratio', '', 4),
  stat('safety_quality', '', 4),
  stat('score', '', 1),
  number('alerts', '', 0, ({ counts }) => counts.alerts),
  [{ kind: 'text', name: 'sea_state' }, ({ trip }) => trip.seaState],
]

/** One row a trip, with its figures. */
export function tripListTable(trips: readonly TripRecord[]): Table {
  return { columns: TRIP_COLUMNS.map(([column]) => column), pages: pages() }

  async function* pages() {
    yield pageOf(TRIP_COLUMNS, trips, 1)
  }
}
