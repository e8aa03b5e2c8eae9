import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { mToNmi } from '#contract/domain/units.ts'
import type { TripFigures } from '#contract/wire/tripFigures.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { trips, vessels } from '#server/stores/relational/schema.ts'
import { inScope, type Scope } from './scope.ts'

/** A trip that counts: long enough to be shown, not deleted, and sailed. */
export const isCounted = sql`${trips.visible} and not ${trips.isDeleted} and ${trips.seaState} in ('assumed', 'confirmed')`

const stat = (name: string) => sql`(${trips.stats}->>${sql.raw(`'${name}'`)})::float8`
const number = (value: SQL) => sql<number | null>`${value}`.mapWith(Number)
const SUMS = {
  nr_trips: sql<number>`count(*)::int`,
  total_duration: number(sql`coalesce(sum(${trips.durationS}), 0) / 60`),
  distanceM: number(sql`coalesce(sum(${trips.distanceM}), 0)`),
  red_impacts: number(sql`sum(${stat('red_impacts')})`),
  avg_fuel_consumption: number(sql`avg(${stat('fuel_consumption')})`),
  avg_co2_emissions: number(sql`avg(${stat('co2_emissions')})`),
  avg_fuel_rate_l_nm: number(
    sql`sum(${stat('fuel_consumption')}) filter (where ${stat('avg_fuel_rate_l_nm')} > 0)
      / nullif(sum(${stat('fuel_consumption')} / nullif(${stat('avg_fuel_rate_l_nm')}, 0)), 0)`,
  ),
  avg_impact: number(sql`avg(${trips.avgImpactG})`),
}
type Sums = Omit<TripFigures, 'total_duration' | 'total_distance'> &
  Record<'total_duration' | 'distanceM', number | null>

const toFigures = ({ distanceM, total_duration, ...rest }: Sums): TripFigures => ({
  ...rest,
  total_duration: total_duration ?? 0,
  total_distance: mToNmi(distanceM ?? 0),
})

/** The figures of all counted trips that a condition lets through. */
export async function tripFigures(db: Db | Tx, where: SQL | undefined): Promise<TripFigures> {
  const [row] = await db.select(SUMS).from(trips).where(and(where, isCounted))
  if (!row) throw new Error('a sum has a row')
  return toFigures(row)
}

/** Figures of the counted trips in scope that a condition lets through, by the interval in which they began. */
export async function tripFiguresBetween(
  db: Db | Tx,
  scope: Scope,
  where: SQL,
  edgesMs: readonly number[],
): Promise<TripFigures[]> {
  const edgesUs = edgesMs.map((ms) => Math.round(ms * 1000))
  // Numbers and no parameters, so that SELECT and GROUP BY have the same expression.
  const interval = sql<number>`width_bucket(${trips.startUs}, array[${sql.raw(edgesUs.join(','))}]::bigint[])`
  const rows = await db
    .select({ interval, ...SUMS })
    .from(trips)
    .innerJoin(vessels, eq(vessels.id, trips.vesselId))
    .where(
      and(
        ...[inScope(scope, vessels), where, isCounted],
        gte(trips.startUs, edgesUs[0] ?? 0),
        lt(trips.startUs, edgesUs.at(-1) ?? 0),
      ),
    )
    .groupBy(interval)
  const found = new Map(rows.map(({ interval: at, ...sums }) => [at, toFigures(sums)]))
  return edgesMs.slice(1).map((_, at) => found.get(at + 1) ?? NO_TRIPS)
}

const NO_TRIPS: TripFigures = {
  ...{ nr_trips: 0, total_duration: 0, total_distance: 0, red_impacts: null, avg_impact: null },
  ...{ avg_fuel_consumption: null, avg_co2_emissions: null, avg_fuel_rate_l_nm: null },
}

const KEPT_MS = 300_000

/**
 * Figures of whole organizations, cached for five minutes: a fleet has a million trips, and many users
 * request equal figures. Each process queries separately. Answers of two processes differ by the data of
 * these minutes.
 */
export class OrganizationFigures {
  #kept = new Map<string, { figures: Promise<TripFigures>; sinceMs: number }>()

  of(db: Db, organizationId: string, nowMs: number): Promise<TripFigures> {
    for (const [id, { sinceMs }] of this.#kept) if (nowMs - sinceMs > KEPT_MS) this.#kept.delete(id)
    const known = this.#kept.get(organizationId)
    if (known) return known.figures
    const figures = tripFigures(db, eq(trips.organizationId, organizationId))
    this.#kept.set(organizationId, { figures, sinceMs: nowMs })
    figures.catch(() => this.#kept.delete(organizationId))
    return figures
  }
}
