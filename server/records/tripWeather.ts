import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { trips, vessels } from '#server/stores/relational/schema.ts'
import { inPartitions } from './partitions.ts'
import { changedFrom } from './trips.ts'

/** A trip whose track reaches beyond its stored forecast. */
export interface TripWithoutWeather {
  id: string
  vesselId: string
  vesselNumber: number
  fromUs: number
  toUs: number
  revision: number
}

/**
 * Newest first, because users look at new trips first; trips that began before `sinceUs` stay without
 * forecast.
 */
export function tripsWithoutWeather(
  db: Db,
  sinceUs: number,
  aheadUs: number,
  limit: number,
  partitions: ReadonlySet<number>,
  vesselNumbers?: readonly number[],
): Promise<TripWithoutWeather[]> {
  const toUs = sql<number>`coalesce(${trips.endUs}, ${trips.lastRecordUs})`.mapWith(Number)
  return db
    .select({
      id: trips.id,
      vesselId: trips.vesselId,
      vesselNumber: vessels.number,
      fromUs: sql<number>`greatest(${trips.startUs}, coalesce(${trips.weatherUpToUs}, 0))`.mapWith(Number),
      toUs,
      revision: trips.revision,
    })
    .from(trips)
    .innerJoin(vessels, eq(vessels.id, trips.vesselId))
    .where(
      and(
        inPartitions(partitions),
        vesselNumbers && inArray(vessels.number, [...vesselNumbers]),
        eq(trips.visible, true),
        eq(trips.isDeleted, false),
        isNull(vessels.deletedAt),
        sql`${trips.startUs} >= ${sinceUs}`,
        or(
          isNull(trips.weatherUpToUs),
          lt(
            trips.weatherUpToUs,
            sql`${toUs} - case when ${trips.endUs} is null then ${aheadUs}::bigint else 0 end`,
          ),
        ),
      ),
    )
    .orderBy(sql`${trips.startUs} desc`, asc(trips.id))
    .limit(limit)
}

/**
 * Notes the stored forecast of a trip, whose analysis then has new input. Nothing is noted for a trip that
 * has changed meanwhile; its forecast is requested again.
 */
export async function noteWeather(
  db: Db | Tx,
  { id, revision, fromUs, toUs }: Pick<TripWithoutWeather, 'id' | 'revision' | 'fromUs' | 'toUs'>,
  source: string,
): Promise<void> {
  await db
    .update(trips)
    .set({ weatherSource: source, weatherUpToUs: toUs, ...changedFrom(fromUs) })
    .where(and(eq(trips.id, id), eq(trips.revision, revision)))
}
