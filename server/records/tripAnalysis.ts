import { and, asc, count, eq, gt, gte, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { captains, trips, vessels } from '#server/stores/relational/schema.ts'

export type TripToAnalyse = Awaited<ReturnType<typeof selectTrips>>[number]
export type StaleTrip = Awaited<ReturnType<typeof selectStale>>[number]

/**
 * Trips whose samples, settings or boundaries changed since their figures were computed: all that are under way, and the
 * oldest of the others. Oldest first, because an older trip can change the eco speed that later ones are measured by.
 */
export async function staleTrips(
  db: Db,
  limit: number,
): Promise<{ underWay: StaleTrip[]; ended: StaleTrip[] }> {
  const [underWay, ended] = await Promise.all([
    selectStale(db, isNull(trips.endUs)),
    selectStale(db, isNotNull(trips.endUs)).orderBy(asc(trips.startUs), asc(trips.id)).limit(limit),
  ])
  return { underWay, ended }
}

/** Those of a vessel that share time with a stretch, oldest first. */
export const staleTripsOf = (db: Db, vesselId: string, fromUs: number, toUs: number) =>
  selectStale(
    db,
    sql`${trips.vesselId} = ${vesselId} and ${trips.startUs} <= ${toUs} and ${trips.lastRecordUs} >= ${fromUs}`,
  ).orderBy(asc(trips.startUs), asc(trips.id))

function selectStale(db: Db, where: SQL) {
  return db
    .select({
      id: trips.id,
      vesselNumber: vessels.number,
      startUs: trips.startUs,
      lastRecordUs: trips.lastRecordUs,
    })
    .from(trips)
    .innerJoin(vessels, eq(vessels.id, trips.vesselId))
    .where(and(lt(trips.analysedRevision, trips.revision), isNull(vessels.deletedAt), where))
}

/**
 * How many trips that ended before that moment wait for their figures, or, if they are shown and began since
 * `forecastSinceUs`, for a forecast along their track; null: nobody forecasts.
 */
export async function countUnfinished(
  db: Db,
  beforeUs: number,
  forecastSinceUs: number | null,
): Promise<number> {
  const awaitsForecast = and(
    eq(trips.visible, true),
    eq(trips.isDeleted, false),
    isNull(trips.weatherUpToUs),
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

/** A trip with all that its figures depend on. */
export async function tripWithSettings(db: Db, id: string): Promise<TripToAnalyse | null> {
  const [row] = await selectTrips(db, eq(trips.id, id))
  return row ?? null
}

function selectTrips(db: Db, where: SQL) {
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
      distanceM: trips.distanceM,
      durationS: trips.durationS,
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

/** Notes the figures, and of which revision they are; a change since then leaves the trip to be analysed again. */
export async function saveAnalysis(
  db: Db,
  trip: { id: string; revision: number },
  figures: {
    stats: Record<string, number | null>
    avgImpactG: number | null
    peakImpactG: number | null
    rankPoints: number
  },
): Promise<void> {
  await db
    .update(trips)
    .set({ ...figures, analysedRevision: trip.revision })
    .where(eq(trips.id, trip.id))
}

/** Later trips were judged by an eco speed that may be another now. */
export async function markLaterTripsStale(
  db: Db,
  vesselId: string,
  fromUs: number,
  toUs: number,
): Promise<void> {
  await db
    .update(trips)
    .set({ revision: sql`${trips.revision} + 1` })
    .where(and(eq(trips.vesselId, vesselId), gte(trips.startUs, fromUs), lt(trips.startUs, toUs)))
}

/** Whether the vessel has any trip after this time. */
export async function hasLaterTrips(db: Db, vesselId: string, afterUs: number): Promise<boolean> {
  const rows = await db
    .select({ id: trips.id })
    .from(trips)
    .where(and(eq(trips.vesselId, vesselId), gt(trips.startUs, afterUs)))
    .limit(1)
  return rows.length > 0
}
