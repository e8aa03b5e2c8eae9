/** Captains. A deleted captain is only the name on the trips they sailed. */
import { and, count, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import * as contract from '#contract/wire/captain.ts'
import type { ListQuery } from '#contract/wire/list.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { captains, departments, trips, vessels } from '#server/stores/relational/schema.ts'
import { columnsOf, filterSql, paging } from './listSql.ts'
import { byName } from './nameSql.ts'
import { inScope, type Scope } from './scope.ts'
import { isCounted, tripFigures } from './tripFigures.ts'

/** Figure of each captain's trips, for any reader, from an index that covers it. */
function sailed(figure: SQL): SQL {
  return sql`(select coalesce(${figure}, 0) from ${trips} where ${trips.captainId} = ${captains.id} and ${isCounted})`
}

const COLUMNS = columnsOf(contract.listCaptains, {
  orders: {
    name: byName(captains.name),
    rank: sailed(sql`sum(${trips.rankPoints})`),
    trips: sailed(sql`count(*)`),
  },
  filters: {
    id: captains.id,
    name: captains.name,
  },
})

export type CaptainRow = Awaited<ReturnType<typeof select>>[number]

export async function listCaptains(db: Db | Tx, scope: Scope, query: ListQuery) {
  const where = and(inScope(scope, captains), ...filterSql(query, COLUMNS))
  const { order, after, next } = paging(query, COLUMNS, captains.id)
  const rows = await select(db, and(where, after))
    .orderBy(...order)
    .offset(query.skip)
    .limit(query.limit)
  const [counted] = await db.select({ total: count() }).from(captains).where(where)
  const sailed = await pointsOf(
    db,
    rows.map(({ captain }) => captain.id),
  )
  return {
    rows: rows.map((row) => ({ ...row, ...(sailed.get(row.captain.id) ?? { points: 0, trips: 0 }) })),
    total: counted?.total ?? 0,
    next_cursor: await next(
      db,
      rows.map(({ captain }) => captain.id),
    ),
  }
}

/** Rank points and trips of captains, from an index that covers them, however many trips there are. */
async function pointsOf(db: Db | Tx, ids: readonly string[]) {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      id: trips.captainId,
      points: sql<number>`sum(${trips.rankPoints})::float8`.mapWith(Number),
      trips: sql<number>`count(*)::int`,
    })
    .from(trips)
    .where(and(inArray(trips.captainId, [...ids]), isCounted))
    .groupBy(trips.captainId)
  return new Map(rows.map(({ id, ...sailed }) => [id, sailed]))
}

export async function findCaptain(
  db: Db | Tx,
  scope: Scope,
  id: string,
  { lock = false } = {},
): Promise<CaptainRow | null> {
  const found = select(db, and(inScope(scope, captains), eq(captains.id, id)))
  const [row] = await (lock ? found.for('update', { of: captains }) : found)
  return row ?? null
}

/** Totals of a captain's trips, including trips on vessels that were deleted later. */
export async function sailedBy(db: Db | Tx, captainId: string) {
  const score = sql`(${trips.stats}->>'score')::float8`
  const [row] = await db
    .select({
      points: sql<number>`coalesce(sum(${trips.rankPoints}), 0)::float8`.mapWith(Number),
      meanPoints: sql<number | null>`avg(${trips.rankPoints}) filter (where ${score} is not null)`.mapWith(
        Number,
      ),
      meanScore: sql<number | null>`avg(${score})`.mapWith(Number),
    })
    .from(trips)
    .where(and(eq(trips.captainId, captainId), isCounted))
  if (!row) throw new Error('a sum has a row')
  return { ...row, figures: await tripFigures(db, eq(trips.captainId, captainId)) }
}

export async function isCaptainVisible(db: Db | Tx, scope: Scope, id: string): Promise<boolean> {
  return (await findCaptain(db, scope, id)) !== null
}

export async function insertCaptain(
  tx: Tx,
  captain: { organizationId: string; departmentId: string; name: string },
): Promise<string> {
  const [row] = await tx.insert(captains).values(captain).returning({ id: captains.id })
  if (!row) throw new Error('the captain was not inserted')
  return row.id
}

export async function updateCaptain(
  tx: Tx,
  id: string,
  change: { departmentId: string; name: string },
): Promise<void> {
  await tx.update(captains).set(change).where(eq(captains.id, id))
}

/** Hides a captain from lists and vessels; past trips keep the name. */
export async function deleteCaptain(tx: Tx, id: string): Promise<void> {
  await tx.update(vessels).set({ captainId: null }).where(eq(vessels.captainId, id))
  await tx.update(captains).set({ deletedAt: sql`now()` }).where(eq(captains.id, id))
}

const select = (db: Db | Tx, where: SQL | undefined) =>
  db
    .select({ captain: captains, department: { id: departments.id, name: departments.name } })
    .from(captains)
    .innerJoin(departments, eq(departments.id, captains.departmentId))
    .where(where)

export interface SailedTrip {
  vesselId: string
  vesselName: string
  startUs: number
  /** Time of the last record for a trip under way. */
  endUs: number
  durationS: number
  distanceM: number
}

/** Trips of a captain in [fromUs, toUs), including trips on deleted vessels. */
export function tripsSailedBy(
  db: Db | Tx,
  captainId: string,
  { fromUs, toUs }: { fromUs: number; toUs: number },
): Promise<SailedTrip[]> {
  return db
    .select({
      vesselId: vessels.id,
      vesselName: vessels.name,
      startUs: trips.startUs,
      endUs: sql<number>`coalesce(${trips.endUs}, ${trips.lastRecordUs})`.mapWith(Number),
      durationS: trips.durationS,
      distanceM: trips.distanceM,
    })
    .from(trips)
    .innerJoin(vessels, eq(vessels.id, trips.vesselId))
    .where(
      and(eq(trips.captainId, captainId), gte(trips.startUs, fromUs), lt(trips.startUs, toUs), isCounted),
    )
}
