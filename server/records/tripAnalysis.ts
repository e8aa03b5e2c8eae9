import { and, asc, count, eq, gte, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { type Db, rowsOf, type Tx } from '#server/stores/relational/openRecords.ts'
import { captains, trips, vessels } from '#server/stores/relational/schema.ts'
import { inPartitions } from './partitions.ts'
import { inScope, type Scope } from './scope.ts'
import { changedFrom } from './trips.ts'

export type TripToAnalyse = Awaited<ReturnType<typeof selectTrips>>[number]
export type StaleTrip = Awaited<ReturnType<typeof selectStale>>[number]

/**
 * Trips whose samples, settings or boundaries have changed since their figures were computed: all trips under
 * way, and the oldest of the others. Oldest first, because an older trip can change the eco speed of later
 * ones.
 */
export async function staleTrips(
  db: Db,
  limit: number,
  partitions: ReadonlySet<number>,
): Promise<{ underWay: StaleTrip[]; ended: StaleTrip[] }> {
  const [underWay, ended] = await Promise.all([
    selectStale(db, and(isNull(trips.endUs), inPartitions(partitions))),
    selectStale(db, and(isNotNull(trips.endUs), inPartitions(partitions)))
      // The oldest of each vessel before the second of any, so that a year of one boat keeps no other waiting.
      .orderBy(
        sql`row_number() OVER (PARTITION BY ${trips.vesselId} ORDER BY ${trips.startUs}, ${trips.id})`,
        asc(trips.startUs),
        asc(trips.id),
      )
      .limit(limit),
  ])
  return { underWay, ended }
}

/**
 * Stale trips that share time with an interval of their vessel, oldest first, with everything that their figures depend
 * on.
 */
export async function staleTripsOf(
  db: Db,
  intervals: readonly { vesselId: string; fromUs: number; toUs: number }[],
): Promise<TripToAnalyse[]> {
  const vesselIds = intervals.map(({ vesselId }) => vesselId)
  const stale = await selectTrips(
    db,
    and(
      ...[inArray(trips.vesselId, vesselIds), lt(trips.analysedRevision, trips.revision)],
      ...[isNull(vessels.deletedAt)],
      ...[lte(trips.startUs, Math.max(...intervals.map(({ toUs }) => toUs)))],
      gte(trips.lastRecordUs, Math.min(...intervals.map(({ fromUs }) => fromUs))),
    ),
  ).orderBy(asc(trips.startUs), asc(trips.id))
  return stale.filter((trip) =>
    intervals.some(
      ({ vesselId, fromUs, toUs }) =>
        vesselId === trip.vesselId && trip.startUs <= toUs && trip.lastRecordUs >= fromUs,
    ),
  )
}

/** Nothing for a trip under way. */
const lacksForecast = or(isNull(trips.weatherUpToUs), lt(trips.weatherUpToUs, trips.endUs))

function selectStale(db: Db, where: SQL | undefined) {
  return db
    .select({
      id: trips.id,
      vesselNumber: vessels.number,
      startUs: trips.startUs,
      lastRecordUs: trips.lastRecordUs,
      lacksForecast: sql<boolean>`${and(eq(trips.visible, true), eq(trips.isDeleted, false), lacksForecast)}`,
    })
    .from(trips)
    .innerJoin(vessels, eq(vessels.id, trips.vesselId))
    .where(and(lt(trips.analysedRevision, trips.revision), isNull(vessels.deletedAt), where))
}

/**
 * Number of trips that ended before a moment and wait for figures. It includes shown trips since
 * `forecastSinceUs` that wait for a forecast; null without forecasts.
 */
export async function countUnfinished(
  db: Db,
  beforeUs: number,
  forecastSinceUs: number | null,
): Promise<number> {
  const awaitsForecast = and(
    eq(trips.visible, true),
    eq(trips.isDeleted, false),
    lacksForecast,
    gte(trips.startUs, forecastSinceUs ?? Number.MAX_SAFE_INTEGER),
  )
  const [counted] = await db
    .select({ total: count() })
    .from(trips)
    .innerJoin(vessels, eq(vessels.id, trips.vesselId))
    .where(
      and(
        lt(trips.endUs, beforeUs),
        or(lt(trips.analysedRevision, trips.revision), awaitsForecast),
        isNull(vessels.deletedAt),
      ),
    )
  return counted?.total ?? 0
}

/** Intervals of shown trips that have ended and wait for figures. */
export async function unfinishedTrips(db: Db, scope: Scope): Promise<{ fromUs: number; toUs: number }[]> {
  const rows = await db
    .select({ fromUs: trips.startUs, toUs: trips.lastRecordUs })
    .from(trips)
    .innerJoin(vessels, eq(vessels.id, trips.vesselId))
    .where(
      and(
        inScope(scope, vessels),
        isNotNull(trips.endUs),
        ...[eq(trips.visible, true), eq(trips.isDeleted, false)],
        lt(trips.analysedRevision, trips.revision),
      ),
    )
  return rows
}

/** A trip with all that its figures depend on. */
export async function tripWithSettings(db: Db, id: string): Promise<TripToAnalyse | null> {
  const [row] = await selectTrips(db, eq(trips.id, id))
  return row ?? null
}

function selectTrips(db: Db, where: SQL | undefined) {
  return db
    .select({
      id: trips.id,
      number: trips.number,
      revision: trips.revision,
      vesselId: trips.vesselId,
      vesselNumber: vessels.number,
      organizationId: vessels.organizationId,
      departmentId: vessels.departmentId,
      captainNumber: captains.number,
      startUs: trips.startUs,
      endUs: trips.endUs,
      lastRecordUs: trips.lastRecordUs,
      visible: trips.visible,
      isDeleted: trips.isDeleted,
      seaState: trips.seaState,
      distanceM: trips.distanceM,
      durationS: trips.durationS,
      stats: trips.stats,
      analysedRevision: trips.analysedRevision,
      impactLimitG: vessels.impactLimitG,
      safetySpeedLimitMps: vessels.safetySpeedLimitMps,
      topSpeedMps: vessels.topSpeedMps,
      cruisingSpeedMps: vessels.cruisingSpeedMps,
      fuelType: vessels.fuelType,
      noxFactorGPerKg: vessels.noxFactorGPerKg,
      ignoredFuelPeriods: vessels.ignoredFuelPeriods,
    })
    .from(trips)
    .innerJoin(vessels, eq(vessels.id, trips.vesselId))
    .leftJoin(captains, eq(captains.id, trips.captainId))
    .where(where)
}

export interface Figures {
  stats: Record<string, number | null>
  avgImpactG: number | null
  peakImpactG: number | null
  rankPoints: number
}

/** Notes the figures, and of which revision they are; a change since then leaves the trip to be analysed again. */
export async function saveAnalyses(
  db: Db | Tx,
  analysed: readonly ({ id: string; revision: number } & Figures)[],
  at: Date,
): Promise<void> {
  const rows = analysed.map(({ id, revision, stats, avgImpactG, peakImpactG, rankPoints }) => ({
    ...{ id, revision, stats },
    ...{ avg_impact_g: avgImpactG, peak_impact_g: peakImpactG, rank_points: rankPoints },
  }))
  await db.execute(sql`
    update ${trips} set stats = figures.stats, avg_impact_g = figures.avg_impact_g, peak_impact_g = figures.peak_impact_g,
      rank_points = figures.rank_points, analysed_revision = figures.revision,
      analysed_at = ${at.toISOString()}::timestamptz,
      changed_from_us = case when ${trips.endUs} is null then ${trips.changedFromUs} end
    from json_to_recordset(${JSON.stringify(rows)}::json) as figures(id uuid, revision integer, stats jsonb,
      avg_impact_g double precision, peak_impact_g double precision, rank_points double precision)
    where ${trips.id} = figures.id`)
}

/**
 * Takes the time from which each of these trips has changed since the last call, for changed trips only. The
 * caller takes it before it reads.
 */
export async function takeChanges(db: Db, tripIds: readonly string[]): Promise<Map<string, number>> {
  if (tripIds.length === 0) return new Map()
  const taken = await rowsOf<{ id: string; from_us: number | string }>(
    db,
    sql`
    with changed as materialized (
      select ${trips.id} as id, ${trips.changedFromUs} as from_us from ${trips}
      where ${inArray(trips.id, [...tripIds])} and ${trips.changedFromUs} is not null
      for update
    )
    update ${trips} set changed_from_us = null from changed where ${trips.id} = changed.id
    returning changed.id, changed.from_us`,
  )
  return new Map(taken.map(({ id, from_us }) => [id, Number(from_us)]))
}

/** Trips whose figures were saved since then. */
export function tripsAnalysedSince(db: Db, sinceMs: number) {
  return db
    .select({
      vesselNumber: vessels.number,
      startUs: trips.startUs,
      endUs: trips.endUs,
      lastRecordUs: trips.lastRecordUs,
    })
    .from(trips)
    .innerJoin(vessels, eq(vessels.id, trips.vesselId))
    .where(gte(trips.analysedAt, new Date(Math.max(0, sinceMs))))
}

/** Has the trips of a vessel that began in [fromUs, toUs) analysed again. */
export async function markTripsFromStale(db: Db, vesselId: string, began: Began): Promise<void> {
  await db.update(trips).set(changedFrom(0)).where(startsIn(vesselId, began))
}

/** Starts of the vessel's trips in [fromUs, toUs), in order. */
export async function startsOfTrips(db: Db, vesselId: string, began: Began): Promise<number[]> {
  const rows = await db
    .select({ startUs: trips.startUs })
    .from(trips)
    .where(startsIn(vesselId, began))
    .orderBy(asc(trips.startUs))
  return rows.map(({ startUs }) => startUs)
}

interface Began {
  fromUs: number
  toUs: number
}

const startsIn = (vesselId: string, { fromUs, toUs }: Began) =>
  and(eq(trips.vesselId, vesselId), gte(trips.startUs, fromUs), lt(trips.startUs, toUs))
