/** Trips for the console: only visible ones that no user deleted, inside the caller's scope. */

import { and, asc, count, desc, eq, gt, gte, inArray, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import { FUTURE_MAX_US } from '#contract/domain/time.ts'
import { Problem } from '#contract/wire/errors.ts'
import type { ListQuery } from '#contract/wire/list.ts'
import * as contract from '#contract/wire/trip.ts'
import { LIVE_WINDOW_MS } from '#contract/wire/vessel.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { alerts, captains, comments, tripAliases, trips, vessels } from '#server/stores/relational/schema.ts'
import { inTimeOrder, type TimePlace } from './inTimeOrder.ts'
import { columnsOf, filterSql, paging } from './listSql.ts'
import { inScope, type Scope } from './scope.ts'
import { changedFrom, resolveTripId } from './trips.ts'

const COLUMNS = columnsOf(contract.listTrips, {
  orders: {
    start_time: trips.startUs,
    duration: trips.durationS,
    distance: trips.distanceM,
    peak_impact: trips.peakImpactG,
  },
  filters: {
    id: trips.id,
    vessel_id: trips.vesselId,
    captain_id: trips.captainId,
    start_time: trips.startUs,
    sea_state: trips.seaState,
  },
})

export type TripRecord = Awaited<ReturnType<typeof findTrips>>[number]

export async function listTrips(db: Db | Tx, scope: Scope, query: ListQuery, onlyLiveAtMs?: number) {
  const where = and(
    isShown(scope),
    ...filterSql(query, COLUMNS),
    onlyLiveAtMs === undefined ? undefined : isLiveAt(onlyLiveAtMs),
  )
  const { order, after, next } = paging(query, COLUMNS, trips.id)
  const rows = await findTrips(db, and(where, after), order, query)
  const [counted] = await db
    .select({ total: count() })
    .from(trips)
    .innerJoin(vessels, eq(vessels.id, trips.vesselId))
    .where(where)
  const ids = rows.map(({ trip }) => trip.id)
  return { rows, total: counted?.total ?? 0, next_cursor: await next(db, ids) }
}

/** A trip by its id of today or an earlier one; null when the caller cannot see it or it does not exist. */
export async function findTrip(db: Db | Tx, scope: Scope, id: string): Promise<TripRecord | null> {
  const where = and(isShown(scope), eq(trips.id, await resolveTripId(db, id)))
  const [row] = await findTrips(db, where, [], { skip: 0, limit: 1 })
  return row ?? null
}

/** Like `findTrip`, but throws `not_found`. */
export async function visibleTrip(db: Db | Tx, scope: Scope, id: string): Promise<TripRecord> {
  const row = await findTrip(db, scope, id)
  if (!row) throw new Problem('not_found')
  return row
}

/** The shown trip of a vessel at this moment. */
export async function findTripAt(
  db: Db | Tx,
  scope: Scope,
  vesselId: string,
  us: number,
): Promise<TripRecord | null> {
  const where = and(
    isShown(scope),
    eq(trips.vesselId, vesselId),
    lte(trips.startUs, us),
    gte(sql`coalesce(${trips.endUs}, ${trips.lastRecordUs})`, us),
  )
  const [row] = await findTrips(db, where, [desc(trips.startUs)], { skip: 0, limit: 1 })
  return row ?? null
}

/** Finds the requested trips that the caller can see, in the order and under the ids of the request. */
export async function findTripsByIds(
  db: Db | Tx,
  scope: Scope,
  askedIds: readonly string[],
): Promise<(TripRecord & { askedId: string })[]> {
  const aliases = await db
    .select()
    .from(tripAliases)
    .where(inArray(tripAliases.id, [...askedIds]))
  const idToday = new Map(aliases.map(({ id, tripId }) => [id, tripId]))
  const ids = askedIds.map((id) => idToday.get(id) ?? id)
  const rows = await findTrips(db, and(isShown(scope), inArray(trips.id, ids)), [], {
    skip: 0,
    limit: ids.length,
  })
  const byTripId = new Map(rows.map((row) => [row.trip.id, row]))
  return askedIds.flatMap((askedId, i) => {
    const row = byTripId.get(ids[i] ?? askedId)
    return row ? [{ ...row, askedId }] : []
  })
}

/** The shown trips of a vessel that began in [fromUs, toUs), oldest first. */
export function findTripsOf(
  db: Db | Tx,
  scope: Scope,
  vesselId: string,
  { fromUs, toUs }: { fromUs: number; toUs: number },
): Promise<TripRecord[]> {
  const where = and(
    isShown(scope),
    eq(trips.vesselId, vesselId),
    gte(trips.startUs, fromUs),
    lt(trips.startUs, toUs),
  )
  return findTrips(db, where, [asc(trips.startUs)], { skip: 0, limit: MOST_TRIPS })
}

/** More than a ferry sails in ten years. */
const MOST_TRIPS = 100_000

/** Shown trips that began in [fromUs, toUs), oldest first, after the given trip; of one vessel or all. */
export function tripsAfter(
  db: Db | Tx,
  scope: Scope,
  which: { vesselId: string | null; fromUs: number; toUs: number },
  after: TimePlace | null,
  limit: number,
): Promise<TripRecord[]> {
  const { where, order } = inTimeOrder(trips.startUs, trips.id, which, after)
  const chosen = and(
    isShown(scope),
    which.vesselId === null ? undefined : eq(trips.vesselId, which.vesselId),
    where,
  )
  return findTrips(db, chosen, order, { skip: 0, limit })
}

/** When a vessel sailed, oldest first. */
export function shownTripsOf(db: Db | Tx, vesselId: string) {
  return db
    .select({ startUs: trips.startUs, endUs: trips.endUs, lastRecordUs: trips.lastRecordUs })
    .from(trips)
    .where(and(eq(trips.vesselId, vesselId), eq(trips.visible, true), eq(trips.isDeleted, false)))
    .orderBy(asc(trips.startUs))
}

/**
 * Assigns a trip to a captain or to none, and returns the numbers with which the column store must do
 * likewise.
 */
export async function assignCaptain(
  tx: Tx,
  tripId: string,
  captainId: string | null,
): Promise<CaptainChange | null> {
  await tx
    .update(trips)
    .set({ captainId, ...changedFrom(0) })
    .where(eq(trips.id, tripId))
  const [row] = await tx
    .select({ vesselNumber: vessels.number, tripNumber: trips.number, captainNumber: captains.number })
    .from(trips)
    .innerJoin(vessels, eq(vessels.id, trips.vesselId))
    .leftJoin(captains, eq(captains.id, trips.captainId))
    .where(eq(trips.id, tripId))
  return row ?? null
}

export interface CaptainChange {
  vesselNumber: number
  tripNumber: number
  captainNumber: number | null
}

/** Deletes it for everybody; the row stays, so that detection does not bring it back. */
export async function hideTrip(tx: Tx, tripId: string): Promise<void> {
  await tx
    .update(trips)
    .set({ isDeleted: true, ...changedFrom(0) })
    .where(eq(trips.id, tripId))
}

/** The shown trips of the vessel just before and just after. */
export async function neighbourTrips(db: Db, trip: { vesselId: string; startUs: number }): Promise<string[]> {
  const beside = (where: SQL, order: SQL) =>
    db
      .select({ id: trips.id })
      .from(trips)
      .where(
        and(eq(trips.vesselId, trip.vesselId), eq(trips.visible, true), eq(trips.isDeleted, false), where),
      )
      .orderBy(order)
      .limit(1)
  const [before, after] = await Promise.all([
    beside(lt(trips.startUs, trip.startUs), desc(trips.startUs)),
    beside(gt(trips.startUs, trip.startUs), asc(trips.startUs)),
  ])
  return [...before, ...after].map(({ id }) => id)
}

function findTrips(db: Db | Tx, where: SQL | undefined, order: SQL[], page: { skip: number; limit: number }) {
  return db
    .select({
      trip: trips,
      vessel: {
        id: vessels.id,
        number: vessels.number,
        name: vessels.name,
        pictureFile: vessels.pictureFile,
        departmentId: vessels.departmentId,
        impactLimitG: vessels.impactLimitG,
        topSpeedMps: vessels.topSpeedMps,
      },
      captain: { id: captains.id, name: captains.name },
      counts: sql<TripCounts>`json_build_object(
        'alerts', (select count(*) from ${alerts} where ${ofTrip(alerts)} and not ${alerts.isDeleted}),
        'critical', (select count(*) from ${alerts} where ${ofTrip(alerts)} and not ${alerts.isDeleted} and ${alerts.severity} = 'critical'),
        'warning', (select count(*) from ${alerts} where ${ofTrip(alerts)} and not ${alerts.isDeleted} and ${alerts.severity} = 'warning'),
        'info', (select count(*) from ${alerts} where ${ofTrip(alerts)} and not ${alerts.isDeleted} and ${alerts.severity} = 'info'),
        'comments', (select count(*) from ${comments} where ${ofTrip(comments)}))`,
    })
    .from(trips)
    .innerJoin(vessels, eq(vessels.id, trips.vesselId))
    .leftJoin(captains, eq(captains.id, trips.captainId))
    .where(where)
    .orderBy(...order)
    .offset(page.skip)
    .limit(page.limit)
}

/** Counts of alerts and comments of a trip under its present id; a merge of trips carries ids along. */
interface TripCounts {
  alerts: number
  critical: number
  warning: number
  info: number
  comments: number
}
const ofTrip = (table: typeof alerts | typeof comments) => sql`${table.tripId} = ${trips.id}`

/** A trip is shown to those who see its vessel today. */
const isShown = ({ tripId, ...scope }: Scope) =>
  and(
    inScope(scope, vessels),
    tripId === undefined ? undefined : eq(trips.id, tripId),
    eq(trips.visible, true),
    eq(trips.isDeleted, false),
  )

const isLiveAt = (nowMs: number) =>
  and(
    isNull(trips.endUs),
    gte(trips.lastRecordUs, (nowMs - LIVE_WINDOW_MS) * 1000),
    lte(trips.startUs, nowMs * 1000 + FUTURE_MAX_US),
  )
