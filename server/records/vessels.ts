/** Vessels for the console, with their newest values, inside the caller's scope. */
import { and, asc, count, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { ListQuery } from '#contract/wire/list.ts'
import * as contract from '#contract/wire/vessel.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { departments, pairings, trips, vesselStates, vessels } from '#server/stores/relational/schema.ts'
import { columnsOf, filterSql, paging } from './listSql.ts'
import { deleteLogImportsOf } from './logImports.ts'
import { byName } from './nameSql.ts'
import { endPairing, isOpenPairing } from './pairings.ts'
import { inScope, type Scope } from './scope.ts'
import { isCounted } from './tripFigures.ts'
import { beginVersion, endVersions } from './versions.ts'

const COLUMNS = columnsOf(contract.listVessels, {
  orders: { name: byName(vessels.name), created_at: vessels.createdAt },
  filters: {
    id: vessels.id,
    name: vessels.name,
  },
})

const shownTrips = sql`${trips.vesselId} = ${vessels.id} and ${trips.visible} and not ${trips.isDeleted}`

export type FleetRecord = Awaited<ReturnType<typeof listFleet>>[number]
export type VesselRecord = Awaited<ReturnType<typeof findVessels>>[number]

const FLEET_COLUMNS = columnsOf(contract.listMapVessels, { orders: { name: vessels.name }, filters: {} })

/** Vessels of the scope as the map shows them: all of them, or a page where there is a cursor. */
export async function listFleetPages(db: Db | Tx, scope: Scope, query: ListQuery) {
  const { order, after, next } = paging(query, FLEET_COLUMNS, vessels.id)
  const found = fleetOf(db, and(inScope(scope, vessels), after)).orderBy(...order)
  const rows = await (query.cursor === undefined ? found : found.limit(query.limit))
  return {
    rows,
    next_cursor: await next(
      db,
      rows.map(({ id }) => id),
    ),
  }
}

/** Every vessel of the scope as the map shows it; `onlyIds` picks some of them. */
export const listFleet = (db: Db | Tx, scope: Scope, onlyIds?: readonly string[]) =>
  fleetOf(db, and(inScope(scope, vessels), onlyIds ? inArray(vessels.id, [...onlyIds]) : undefined)).orderBy(
    ...[asc(vessels.name), asc(vessels.id)],
  )

function fleetOf(db: Db | Tx, where: SQL | undefined) {
  return db
    .select({
      id: vessels.id,
      name: vessels.name,
      kind: vessels.kind,
      pictureFile: vessels.pictureFile,
      organizationId: vessels.organizationId,
      departmentId: vessels.departmentId,
      impactLimitG: vessels.impactLimitG,
      deviceId: pairings.deviceId,
      state: vesselStates,
      tripId: sql<string | null>`(
        select ${trips.id} from ${trips} where ${shownTrips} order by ${trips.startUs} desc limit 1
      )`,
    })
    .from(vessels)
    .leftJoin(pairings, and(eq(pairings.vesselId, vessels.id), isOpenPairing))
    .leftJoin(vesselStates, eq(vesselStates.vesselId, vessels.id))
    .where(where)
}

/** Every vessel in a scope, with its MMSI. */
export const vesselsWithMmsi = (db: Db, scope: Scope) =>
  db
    .select({ id: vessels.id, number: vessels.number, mmsi: vessels.mmsi })
    .from(vessels)
    .where(inScope(scope, vessels))

export async function listVessels(db: Db | Tx, scope: Scope, query: ListQuery) {
  const where = and(inScope(scope, vessels), ...filterSql(query, COLUMNS))
  const { order, after, next } = paging(query, COLUMNS, vessels.id)
  const rows = await findVessels(db, and(where, after), order, query)
  const [counted] = await db.select({ total: count() }).from(vessels).where(where)
  const ids = rows.map(({ vessel }) => vessel.id)
  return { rows, total: counted?.total ?? 0, next_cursor: await next(db, ids) }
}

/** How many of these can be seen. */
export async function countVessels(db: Db | Tx, scope: Scope, ids: readonly string[]): Promise<number> {
  return db.$count(vessels, and(inScope(scope, vessels), inArray(vessels.id, [...ids])))
}

export async function findVessel(db: Db | Tx, scope: Scope, id: string): Promise<VesselRecord | null> {
  const where = and(inScope(scope, vessels), eq(vessels.id, id))
  const [row] = await findVessels(db, where, [], { skip: 0, limit: 1 })
  return row ?? null
}

function findVessels(
  db: Db | Tx,
  where: SQL | undefined,
  order: SQL[],
  page: { skip: number; limit: number },
) {
  return db
    .select({
      vessel: vessels,
      department: { id: departments.id, name: departments.name, parent_id: departments.parentId },
      deviceId: pairings.deviceId,
      state: vesselStates,
      tripCount: sql<number>`(select count(*)::int from ${trips} where ${trips.vesselId} = ${vessels.id} and ${isCounted})`,
    })
    .from(vessels)
    .innerJoin(departments, eq(departments.id, vessels.departmentId))
    .leftJoin(pairings, and(eq(pairings.vesselId, vessels.id), isOpenPairing))
    .leftJoin(vesselStates, eq(vesselStates.vesselId, vessels.id))
    .where(where)
    .orderBy(...order)
    .offset(page.skip)
    .limit(page.limit)
}

export type VesselRow = typeof vessels.$inferSelect
export type VesselFields = Omit<
  typeof vessels.$inferInsert,
  'id' | 'number' | 'organizationId' | 'createdAt' | 'deletedAt' | 'emptiedAt'
>

export async function insertVessel(
  tx: Tx,
  vessel: VesselFields & { organizationId: string },
): Promise<string> {
  const [row] = await tx.insert(vessels).values(vessel).returning()
  if (!row) throw new Error('the vessel was not inserted')
  // Data from before her row existed was measured in her first department.
  await saveDepartment(tx, row, new Date(0))
  return row.id
}

export async function updateVessel(tx: Tx, id: string, change: Partial<VesselFields>): Promise<void> {
  if (Object.keys(change).length === 0) return
  const [row] = await tx.update(vessels).set(change).where(eq(vessels.id, id)).returning()
  if (row && change.departmentId !== undefined) await saveDepartment(tx, row, new Date())
}

function saveDepartment(tx: Tx, { id: subjectId, organizationId, departmentId }: VesselRow, at: Date) {
  return beginVersion(tx, 'vessel', { subjectId, organizationId, content: { departmentId } }, at)
}

/** Locks the row until the transaction ends, so that each of two changes sees the other's result. */
export async function lockVessel(tx: Tx, scope: Scope, id: string): Promise<VesselRow | null> {
  const where = and(inScope(scope, vessels), eq(vessels.id, id))
  const [row] = await tx.select().from(vessels).where(where).for('update')
  return row ?? null
}

/**
 * Removes a vessel from all lists and frees its device. Its row and trips stay for the points of captains;
 * its samples are deleted by `vesselsToEmpty`. Returns the freed device.
 */
export async function deleteVessel(tx: Tx, id: string, now: Date): Promise<string | null> {
  const deviceId = await endPairing(tx, id, now)
  // Data that her devices still have from that time belongs to no vessel now.
  await tx.update(pairings).set({ vesselId: null }).where(eq(pairings.vesselId, id))
  await tx.delete(vesselStates).where(eq(vesselStates.vesselId, id))
  await endVersions(tx, 'vessel', [id], now)
  await deleteLogImportsOf(tx, id)
  await tx.update(vessels).set({ deletedAt: now, pictureFile: null, model: null }).where(eq(vessels.id, id))
  return deviceId
}

/** Deleted before that moment and not emptied yet. */
export function vesselsToEmpty(db: Db, before: Date): Promise<{ id: string; number: number }[]> {
  return db
    .select({ id: vessels.id, number: vessels.number })
    .from(vessels)
    .where(and(isNotNull(vessels.deletedAt), isNull(vessels.emptiedAt), lt(vessels.deletedAt, before)))
}

export async function noteEmptied(db: Db, id: string, at: Date): Promise<void> {
  await db.update(vessels).set({ emptiedAt: at }).where(eq(vessels.id, id))
}
