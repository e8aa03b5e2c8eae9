import { and, eq, type SQL, sql } from 'drizzle-orm'
import { mToNmi } from '#contract/domain/units.ts'
import type { TripFigures } from '#contract/wire/tripFigures.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { trips } from '#server/stores/relational/schema.ts'

/** A trip that counts: long enough to be shown, not deleted, and sailed. */
export const isCounted = sql`${trips.visible} and not ${trips.isDeleted} and ${trips.seaState} in ('assumed', 'confirmed')`

/** The figures of all counted trips that a condition lets through. */
export async function tripFigures(db: Db | Tx, where: SQL | undefined): Promise<TripFigures> {
  const stat = (name: string) => sql`(${trips.stats}->>${sql.raw(`'${name}'`)})::float8`
  const number = (value: SQL) => sql<number | null>`${value}`.mapWith(Number)
  const [row] = await db
    .select({
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
    })
    .from(trips)
    .where(and(where, isCounted))
  if (!row) throw new Error('a sum has a row')
  const { distanceM, total_duration, ...rest } = row
  return { ...rest, total_duration: total_duration ?? 0, total_distance: mToNmi(distanceM ?? 0) }
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
