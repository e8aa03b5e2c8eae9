import { and, asc, between, eq, gte, inArray, lte, max, ne, or, type SQL, sql } from 'drizzle-orm'
import { MINUTE_US, SECOND_US } from '#contract/domain/time.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { alerts, comments, tripAliases, trips, vessels } from '#server/stores/relational/schema.ts'

/** Interval of a trip id that a merge replaced. */
export interface EarlierSpan {
  id: string
  startUs: number
  endUs: number
}

export type TripRow = typeof trips.$inferSelect
/** Fields of a trip that detection decides; all other fields belong to users or to later analysis. */
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
  | 'seaState'
>

/** An interval of a vessel's time, in µs. */
export interface VesselInterval {
  vesselId: string
  fromUs: number
  toUs: number
}

/** For each interval the trips of its vessel that share time with it, deleted ones included, oldest first. */
export async function tripsTouching(db: Db | Tx, intervals: readonly VesselInterval[]): Promise<TripRow[][]> {
  const lastUs = ({ endUs, lastRecordUs }: TripRow) => endUs ?? lastRecordUs
  const found = await db
    .select()
    .from(trips)
    .where(isWithin(intervals, sql`coalesce(${trips.endUs}, ${trips.lastRecordUs})`))
    .orderBy(asc(trips.startUs))
  const ofVessel = Map.groupBy(found, ({ vesselId }) => vesselId)
  return intervals.map(({ vesselId, fromUs, toUs }) =>
    (ofVessel.get(vesselId) ?? []).filter((trip) => trip.startUs <= toUs && lastUs(trip) >= fromUs),
  )
}

/** Trips that share time with one of these intervals. */
const isWithin = (intervals: readonly VesselInterval[], lastUs: SQL) =>
  sql`${trips.id} = any(array(select touching.id from ${touchingSql(intervals, lastUs)}))`

/**
 * Each interval with each trip that shares time with it, as `interval` and `touching`. Each interval is
 * looked up separately, because the planner estimates a list badly and would read all trips.
 */
function touchingSql(intervals: readonly VesselInterval[], lastUs: SQL): SQL {
  const rows = intervals.map(({ vesselId, fromUs, toUs }) => ({
    ...{ vessel_id: vesselId, from_us: Math.ceil(fromUs), to_us: Math.floor(toUs) },
  }))
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as span(vessel_id uuid, from_us bigint, to_us bigint)
    cross join lateral (
      select ${trips.id} as id from ${trips}
      where ${trips.vesselId} = span.vessel_id and ${trips.startUs} <= span.to_us and ${lastUs} >= span.from_us
      offset 0
    ) as touching`
}

/** Locks the vessels, so that this transaction alone writes their trips until it ends. */
export async function holdTrips(tx: Tx, vesselIds: readonly string[]): Promise<void> {
  await tx
    .select({ id: vessels.id })
    .from(vessels)
    .where(inArray(vessels.id, [...vesselIds]))
    // Transactions that lock several vessels do so in one order.
    .orderBy(asc(vessels.id))
    .for('update')
}

export async function insertTrip(
  tx: Tx,
  owner: { organizationId: string; vesselId: string; captainId: string | null },
  trip: DetectedTrip & { isDeleted: boolean },
): Promise<string> {
  const [row] = await tx
    .insert(trips)
    .values({ ...owner, ...trip })
    .returning({ id: trips.id })
  if (!row) throw new Error('the trip was not inserted')
  return row.id
}

/** Restores a trip that was merged away: its id, its captain, and the trips merged into it. */
export async function returnTrip(
  tx: Tx,
  id: string,
  owner: { organizationId: string; vesselId: string },
  trip: DetectedTrip & { isDeleted: boolean },
): Promise<void> {
  const [alias] = await tx.delete(tripAliases).where(eq(tripAliases.id, id)).returning()
  if (!alias) throw new Error('there is no such earlier trip')
  await tx.insert(trips).values({ ...owner, ...trip, id, captainId: alias.captainId })
  await tx
    .update(tripAliases)
    .set({ tripId: id })
    .where(
      and(
        eq(tripAliases.tripId, alias.tripId),
        gte(tripAliases.startUs, alias.startUs ?? 0),
        lte(tripAliases.endUs, alias.endUs ?? 0),
      ),
    )
}

/** Former ids of these trips, with the times of their former trips. */
export async function earlierSpans(
  db: Db | Tx,
  tripIds: readonly string[],
): Promise<(EarlierSpan & { tripId: string })[]> {
  const rows = await db
    .select()
    .from(tripAliases)
    .where(inArray(tripAliases.tripId, [...tripIds]))
  return rows.flatMap(({ id, tripId, startUs, endUs }) =>
    startUs === null || endUs === null ? [] : [{ id, tripId, startUs, endUs }],
  )
}

/** A trip of another track has its forecast from `sinceUs` on, or from its beginning where that is new, looked up again. */
export async function updateTrips(
  tx: Tx,
  updated: readonly { id: string; sinceUs: number; trip: DetectedTrip & { isDeleted: boolean } }[],
): Promise<void> {
  const rows = updated.map(({ id, sinceUs, trip }) => ({ id, sinceUs: Math.floor(sinceUs), ...trip }))
  const isElsewhere = sql`(${trips.startUs}, ${trips.lastRecordUs}, ${trips.distanceM})
    is distinct from (found."startUs", found."lastRecordUs", found."distanceM")`
  const fromUs = sql`case when found."startUs" < ${trips.startUs} then least(found."startUs", found."sinceUs")
    else found."sinceUs" end`
  await tx.execute(sql`
    update ${trips} set ${sql.raw(DETECTED.map(([name, column]) => `${column} = found."${name}"`).join(', '))},
      revision = ${trips.revision} + 1,
      weather_up_to_us = case when ${isElsewhere} and ${trips.weatherUpToUs} > ${fromUs} then ${fromUs}
        else ${trips.weatherUpToUs} end
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as found(id uuid, "sinceUs" bigint, ${sql.raw(DETECTED.map(([name, , type]) => `"${name}" ${type}`).join(', '))})
    where ${trips.id} = found.id`)
}

const DETECTED = [
  ['startUs', 'start_us', 'bigint'],
  ['endUs', 'end_us', 'bigint'],
  ['lastMovingUs', 'last_moving_us', 'bigint'],
  ['lastRecordUs', 'last_record_us', 'bigint'],
  ['startCause', 'start_cause', 'text'],
  ['endCause', 'end_cause', 'text'],
  ['visible', 'visible', 'boolean'],
  ['isDeleted', 'is_deleted', 'boolean'],
  ['algoVersion', 'algo_version', 'integer'],
  ['distanceM', 'distance_m', 'double precision'],
  ['durationS', 'duration_s', 'double precision'],
  ['avgSogMps', 'avg_sog_mps', 'double precision'],
  ['maxSogMps', 'max_sog_mps', 'double precision'],
  ['distanceSuspect', 'distance_suspect', 'boolean'],
  ['seaState', 'sea_state', 'text'],
] as const satisfies readonly [keyof DetectedTrip | 'isDeleted', string, string][]

/** Removes a trip whose time another trip now covers; its id keeps opening the other trip. */
export async function mergeTripAway(tx: Tx, id: string, intoId: string): Promise<void> {
  await tx.update(tripAliases).set({ tripId: intoId }).where(eq(tripAliases.tripId, id))
  const [gone] = await tx.delete(trips).where(eq(trips.id, id)).returning()
  if (!gone) return
  const { startUs, endUs, lastRecordUs, captainId } = gone
  await tx
    .insert(tripAliases)
    .values({ id, tripId: intoId, startUs, endUs: endUs ?? lastRecordUs, captainId })
}

/**
 * Assigns alerts and comments of a vessel to trips after trip boundaries moved. An alert, and a comment
 * written under way, belongs to the trip at its time. Any other comment belongs to the successor of its trip.
 * Only rows in the interval or of these trips are read.
 */
export async function reassignToTrips(
  tx: Tx,
  vesselId: string,
  { fromUs, toUs }: { fromUs: number; toUs: number },
  tripIds: readonly string[],
): Promise<void> {
  const createdUs = sql`(extract(epoch from ${comments.createdAt}) * 1000000)`
  await tx
    .update(alerts)
    .set({ tripId: holderOf(vesselId, sql`${alerts.triggerUs}`) })
    .where(
      and(
        eq(alerts.vesselId, vesselId),
        or(between(alerts.triggerUs, fromUs, toUs), inArray(alerts.tripId, [...tripIds])),
      ),
    )
  const ofAbout = sql`coalesce(
    (select ${trips.id} from ${trips} where ${trips.id} = ${comments.aboutTripId}),
    (select ${tripAliases.tripId} from ${tripAliases} where ${tripAliases.id} = ${comments.aboutTripId}),
    ${comments.tripId})`
  await tx
    .update(comments)
    .set({
      tripId: sql`coalesce(case when ${comments.isUnderWay} then ${holderOf(vesselId, createdUs)} end, ${ofAbout})`,
    })
    .where(
      and(
        eq(comments.vesselId, vesselId),
        or(
          inArray(comments.tripId, [...tripIds]),
          and(eq(comments.isUnderWay, true), sql`${createdUs} between ${fromUs} and ${toUs}`),
        ),
      ),
    )
}

/** Trips that ended in an interval, with their figures. */
export const endedTrips = (
  db: Db | Tx,
  vesselIds: readonly string[],
  span: { fromUs: number; toUs: number },
) =>
  db
    .select()
    .from(trips)
    .where(
      and(
        inArray(trips.vesselId, [...vesselIds]),
        between(trips.endUs, Math.floor(span.fromUs), Math.ceil(span.toUs)),
        eq(trips.visible, true),
        eq(trips.isDeleted, false),
      ),
    )
    .orderBy(asc(trips.endUs))

/**
 * Records lie a second apart, or up to a minute around a cut: a time in between belongs to the trip before.
 */
export const holderOf = (vesselId: string | SQL, timeUs: SQL) => sql`(
  select ${trips.id} from ${trips}
  where ${trips.vesselId} = ${vesselId} and ${trips.startUs} <= ${timeUs}
    and (${trips.endUs} is null
      or ${timeUs} < ${trips.endUs} + case when ${trips.endCause} = 'split' then ${CUT_SPACING_US}::bigint else ${SECOND_US}::bigint end)
  order by ${trips.startUs} desc limit 1)`
const CUT_SPACING_US = MINUTE_US

/**
 * Time up to which `holderOf` may choose a trip: a trip under way covers all later times, because its records
 * arrive later.
 */
export const holdsUpToUs = ({ endUs, endCause }: Pick<DetectedTrip, 'endUs' | 'endCause'>): number =>
  endUs === null ? Number.MAX_SAFE_INTEGER : endUs + (endCause === 'split' ? CUT_SPACING_US : SECOND_US)

export async function deleteTrip(tx: Tx, id: string): Promise<void> {
  await tx.delete(trips).where(eq(trips.id, id))
}

/** The present trip of an id: itself, or the trip it was merged into. */
export async function resolveTripId(db: Db | Tx, id: string): Promise<string> {
  const [alias] = await db.select().from(tripAliases).where(eq(tripAliases.id, id))
  return alias?.tripId ?? id
}

/** Per vessel the newest moving second of any trip, and the last record of its open trip if it has one. */
export async function newestTrips(
  db: Db | Tx,
  vesselIds: readonly string[],
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
    .where(inArray(trips.vesselId, [...vesselIds]))
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

/** Marks the trips of a vessel in that time for another analysis, because the basis of their figures has changed. */
export async function markTripsStale(
  db: Db | Tx,
  vesselId: string,
  fromUs = 0,
  toUs = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  await db
    .update(trips)
    .set(changedFrom(fromUs))
    .where(and(eq(trips.vesselId, vesselId), lte(trips.startUs, toUs), gte(trips.lastRecordUs, fromUs)))
}

/** Values for a trip whose figures have other input from that time on. */
export const changedFrom = (us: number) => ({
  revision: sql`${trips.revision} + 1`,
  changedFromUs: sql`least(${trips.changedFromUs}, ${Math.floor(us)}::bigint)`,
})

/** Marks trips that share time with one of these intervals. */
export async function markIntervalsStale(db: Db | Tx, intervals: readonly VesselInterval[]): Promise<void> {
  if (intervals.length === 0) return
  await db.execute(sql`
    with changed as materialized (
      select touching.id, min(span.from_us) as from_us from ${touchingSql(intervals, sql`${trips.lastRecordUs}`)}
      group by touching.id
    )
    update ${trips} set revision = ${trips.revision} + 1,
      changed_from_us = least(${trips.changedFromUs}, changed.from_us)
    from changed where ${trips.id} = changed.id and ${trips.id} = any(array(select id from changed))`)
}

/** Intervals of trips that an older version of the computation made. */
export function tripsOfOtherVersions(db: Db | Tx, algoVersion: number, limit: number) {
  return db
    .select({ vesselId: trips.vesselId, startUs: trips.startUs, lastMovingUs: trips.lastMovingUs })
    .from(trips)
    .where(ne(trips.algoVersion, algoVersion))
    .orderBy(asc(trips.vesselId), asc(trips.startUs))
    .limit(limit)
}
