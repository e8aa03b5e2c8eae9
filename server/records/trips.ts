import { and, asc, eq, gte, isNull, lte, max, ne, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { alerts, comments, tripAliases, trips } from '#server/stores/relational/schema.ts'

export type TripRow = typeof trips.$inferSelect
/** What detection decides about a trip; everything else of the row belongs to people or to later analysis. */
export type DetectedTrip = Pick<
  TripRow,
  | 'startUs'
  | 'endUs'
  | 'lastMovingUs'
  | 'lastRecordUs'
  | 'startCause'
  | 'endCause'
  | 'visible'
  | 'algoVersion'
  | 'distanceM'
  | 'durationS'
  | 'avgSogMps'
  | 'maxSogMps'
  | 'distanceSuspect'
>

/** Trips of a vessel that share time with the stretch, deleted ones included, oldest first. */
export function tripsTouching(
  db: Db | Tx,
  vesselId: string,
  fromUs: number,
  toUs: number,
): Promise<TripRow[]> {
  return db
    .select()
    .from(trips)
    .where(
      and(
        eq(trips.vesselId, vesselId),
        lte(trips.startUs, toUs),
        or(gte(trips.endUs, fromUs), and(isNull(trips.endUs), gte(trips.lastRecordUs, fromUs))),
      ),
    )
    .orderBy(asc(trips.startUs))
}

export async function insertTrip(
  tx: Tx,
  owner: { companyId: string; vesselId: string; captainId: string | null },
  trip: DetectedTrip & { isDeleted: boolean },
): Promise<string> {
  const [row] = await tx
    .insert(trips)
    .values({ ...owner, ...trip })
    .returning({ id: trips.id })
  if (!row) throw new Error('the trip was not inserted')
  return row.id
}

export async function updateTrip(
  tx: Tx,
  id: string,
  trip: DetectedTrip & { isDeleted: boolean },
): Promise<void> {
  await tx
    .update(trips)
    .set({ ...trip, revision: sql`${trips.revision} + 1` })
    .where(eq(trips.id, id))
}

/** Removes a trip whose time another one now holds; its id keeps opening that one. */
export async function mergeTripAway(tx: Tx, id: string, intoId: string): Promise<void> {
  await tx.update(tripAliases).set({ tripId: intoId }).where(eq(tripAliases.tripId, id))
  await tx.update(alerts).set({ tripId: intoId }).where(eq(alerts.tripId, id))
  await tx.update(comments).set({ tripId: intoId }).where(eq(comments.tripId, id))
  await tx.delete(trips).where(eq(trips.id, id))
  await tx.insert(tripAliases).values({ id, tripId: intoId })
}

export async function deleteTrip(tx: Tx, id: string): Promise<void> {
  await tx.delete(trips).where(eq(trips.id, id))
}

/** The trip that an id means today: itself, or the one it was merged into. */
export async function resolveTripId(db: Db | Tx, id: string): Promise<string> {
  const [alias] = await db.select().from(tripAliases).where(eq(tripAliases.id, id))
  return alias?.tripId ?? id
}

/** Per vessel the newest moving second of any trip, and the last record of its open trip if it has one. */
export async function newestTrips(
  db: Db | Tx,
): Promise<Map<string, { lastMovingUs: number; startUs: number; openLastRecordUs: number | null }>> {
  const rows = await db
    .select({
      vesselId: trips.vesselId,
      lastMovingUs: max(trips.lastMovingUs),
      startUs: max(trips.startUs),
      openLastRecordUs: sql<
        number | string | null
      >`max(${trips.lastRecordUs}) filter (where ${trips.endUs} is null)`,
    })
    .from(trips)
    .groupBy(trips.vesselId)
  return new Map(
    rows.map(({ vesselId, lastMovingUs, startUs, openLastRecordUs }) => [
      vesselId,
      {
        lastMovingUs: lastMovingUs ?? 0,
        startUs: startUs ?? 0,
        openLastRecordUs: openLastRecordUs === null ? null : Number(openLastRecordUs),
      },
    ]),
  )
}

/** What the numbers of a vessel's trips of that time rest on has changed; they are to be analysed again. */
export async function markTripsStale(
  db: Db | Tx,
  vesselId: string,
  fromUs = 0,
  toUs = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  await db
    .update(trips)
    .set({ revision: sql`${trips.revision} + 1` })
    .where(and(eq(trips.vesselId, vesselId), lte(trips.startUs, toUs), gte(trips.lastRecordUs, fromUs)))
}

/** Stretches of trips that an older version of the computation made. */
export function tripsOfOtherVersions(db: Db | Tx, algoVersion: number, limit: number) {
  return db
    .select({ vesselId: trips.vesselId, startUs: trips.startUs, lastMovingUs: trips.lastMovingUs })
    .from(trips)
    .where(ne(trips.algoVersion, algoVersion))
    .orderBy(asc(trips.vesselId), asc(trips.startUs))
    .limit(limit)
}
