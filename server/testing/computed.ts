/** All that an installation has stored and computed of its boats, in words that are the same on another one. */
import { sql } from 'drizzle-orm'
import type { Columns } from '#server/stores/columns/columns.ts'
import { HEAT_NAMES } from '#server/stores/columns/heatColumns.ts'
import { QUARTER_HOUR_NAMES } from '#server/stores/columns/quarterHourColumns.ts'
import { type Db, rowsOf } from '#server/stores/relational/openRecords.ts'

type Row = Record<string, unknown>
export interface Computed {
  /** Samples of devices: the count of each series, and a sum over every one of its samples. */
  samples: Row[]
  trips: Row[]
  quarterHours: Row[]
  heat: Row[]
  impacts: Row[]
  alerts: Row[]
  states: Row[]
}

export async function computedOf(db: Db, columns: Columns): Promise<Computed> {
  const trips = await rowsOf<Row>(
    db,
    sql`select t.number, v.name as vessel, c.name as captain, t.start_us, t.end_us, t.last_moving_us, t.last_record_us,
          t.start_cause, t.end_cause, t.visible, t.is_deleted, t.algo_version, t.distance_m, t.duration_s, t.avg_sog_mps,
          t.max_sog_mps, t.avg_impact_g, t.peak_impact_g, t.distance_suspect, t.stats, t.rank_points,
          t.revision = t.analysed_revision as analysed
        from trips t join vessels v on v.id = t.vessel_id left join captains c on c.id = t.captain_id
        order by v.name, t.start_us`,
  )
  const alerts = await rowsOf<Row>(
    db,
    sql`select v.name as vessel, r.message as rule, a.trigger_us, a.end_us, a.is_open, a.instance, a.severity, a.text,
          a.facts, a.latitude_deg, a.longitude_deg, a.sources, a.rule_version, t.start_us as trip
        from alerts a join vessels v on v.id = a.vessel_id left join rules r on r.id = a.rule_id
          left join trips t on t.id = a.trip_id
        where a.withdrawn_at is null order by v.name, r.message, a.trigger_us, a.facts::text`,
  )
  const states = await rowsOf<Row>(
    db,
    sql`select v.name as vessel, s.last_updated_us, s.fix_us, s.latitude_deg, s.longitude_deg, s.latest
        from vessel_states s join vessels v on v.id = s.vessel_id order by v.name`,
  )
  const captains = await rowsOf<{ number: number; name: string }>(db, sql`select number, name from captains`)
  const captainOf = new Map(captains.map(({ number, name }) => [number, name]))
  const tripOf = new Map(trips.map(({ number, vessel, start_us }) => [number, `${vessel} ${start_us}`]))
  // Rows of a trip that no longer exists are written as nothing, and the rows of a stopped process stay so.
  const ofTrips = (rows: readonly Row[], isNothing: (row: Row) => boolean) =>
    rows
      .filter((row) => !isNothing(row))
      .map((row) => ({
        ...row,
        trip: tripOf.get(Number(row.trip)) ?? 'none',
        ...('captain' in row && { captain: captainOf.get(Number(row.captain)) ?? null }),
      }))
      .sort(byText)
  const samples: Row[] = []
  for (const [table, names] of Object.entries({
    scalars: 'series, instance, source',
    fixes: 'source',
    imu: 'sensor',
  })) {
    const value = { scalars: 'value', fixes: 'latitude, longitude', imu: 'force_x, force_y, force_z' }[table]
    const counted = await columns.rows<Row>(
      `SELECT '${table}' AS table, vessel, ${names}, toUInt64(count()) AS samples,
         toString(sum(cityHash64(time, ${value}))) AS sum
       FROM telemetry.${table} FINAL GROUP BY vessel, ${names}`,
    )
    samples.push(...counted.sort(byText))
  }
  const all = (table: string) => columns.rows<Row>(`SELECT * FROM telemetry.${table} FINAL`)
  return {
    samples,
    trips: trips.map(({ number, ...trip }) => trip),
    quarterHours: ofTrips(await all('trip_quarter_hours'), (row) =>
      QUARTER_HOUR_NAMES.every((name) => row[name] === 0),
    ),
    heat: ofTrips(await all('heat_cells'), (row) =>
      HEAT_NAMES.every((name) => (row[name] as unknown[]).length === 0),
    ),
    impacts: (await all('impacts')).sort(byText),
    ...{ alerts, states: states.map((state) => ({ ...state, latest: reported(state.latest) })) },
  }
}

/**
 * Latest values that devices sent. Excludes a speed derived from positions, which depends on the positions at hand.
 * Excludes the impact as well, which is the hardest since the vessel was last shown.
 */
const reported = (latest: unknown) =>
  Object.entries(latest as Record<string, [number, number, true?]>)
    .filter(([name, [, , isDerived]]) => !isDerived && name !== 'impact')
    .sort()

const byText = (a: Row, b: Row) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)

export interface Difference {
  what: string
  /** Rows that only the one has, and only the other. */
  one: string[]
  other: string[]
}

/** Differences row by row, so that a reader sees which rows differ. */
export function differences(one: Computed, other: Computed): Difference[] {
  return (Object.keys(one) as (keyof Computed)[]).flatMap((what) => {
    const [rows, others] = [one[what], other[what]].map((all) => all.map((row) => JSON.stringify(row)))
    const onlyOne = without(rows ?? [], others ?? [])
    const onlyOther = without(others ?? [], rows ?? [])
    return onlyOne.length + onlyOther.length > 0 ? [{ what, one: onlyOne, other: onlyOther }] : []
  })
}

/** As often as it is there too often: what is doubled is a difference. */
function without(rows: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return rows.filter((row) => {
    const at = left.indexOf(row)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
