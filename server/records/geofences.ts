import { and, count, eq, inArray } from 'drizzle-orm'
import * as contract from '#contract/wire/geofence.ts'
import type { ListQuery } from '#contract/wire/list.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { departments, geofences } from '#server/stores/relational/schema.ts'
import { columnsOf, filterSql, paging } from './listSql.ts'
import { byName } from './nameSql.ts'
import { inScope, type Scope } from './scope.ts'
import { beginVersion, endVersions } from './versions.ts'

const COLUMNS = columnsOf(contract.listGeofences, {
  orders: { name: byName(geofences.name), modified_at: geofences.modifiedAt },
  filters: {
    id: geofences.id,
    name: geofences.name,
    type: geofences.type,
    is_harbor: geofences.isHarbor,
  },
})

export type GeofenceRecord = Awaited<ReturnType<typeof listGeofences>>['rows'][number]

export async function listGeofences(db: Db | Tx, scope: Scope, query: ListQuery) {
  const where = and(inScope(scope, geofences), ...filterSql(query, COLUMNS))
  const { order, after, next } = paging(query, COLUMNS, geofences.id)
  const rows = await db
    .select({ geofence: geofences, department: { id: departments.id, name: departments.name } })
    .from(geofences)
    .innerJoin(departments, eq(departments.id, geofences.departmentId))
    .where(and(where, after))
    .orderBy(...order)
    .offset(query.skip)
    .limit(query.limit)
  const [counted] = await db.select({ total: count() }).from(geofences).where(where)
  const ids = rows.map(({ geofence }) => geofence.id)
  return { rows, total: counted?.total ?? 0, next_cursor: await next(db, ids) }
}

/** With a lock, no other transaction changes the fence until this one ends. */
export async function findGeofence(db: Db | Tx, scope: Scope, id: string, { lock = false } = {}) {
  const found = db
    .select({ geofence: geofences, department: { id: departments.id, name: departments.name } })
    .from(geofences)
    .innerJoin(departments, eq(departments.id, geofences.departmentId))
    .where(and(inScope(scope, geofences), eq(geofences.id, id)))
  const [row] = await (lock ? found.for('update', { of: geofences }) : found)
  return row ?? null
}

export function findGeofences(db: Db | Tx, scope: Scope, ids: readonly string[]) {
  return db
    .select({ id: geofences.id, type: geofences.type })
    .from(geofences)
    .where(and(inScope(scope, geofences), inArray(geofences.id, [...ids])))
}

/** Shapes of the fences inside the scope. */
export const fenceShapes = (db: Db | Tx, scope: Scope, ids: readonly string[]) =>
  db
    .select()
    .from(geofences)
    .where(and(inScope(scope, geofences), inArray(geofences.id, [...ids])))

export async function insertGeofence(tx: Tx, geofence: typeof geofences.$inferInsert): Promise<string> {
  const [row] = await tx.insert(geofences).values(geofence).returning()
  if (!row) throw new Error('the geofence was not inserted')
  await saveVersion(tx, row, row.createdAt)
  return row.id
}

/** False where it is not of that version any more. */
export async function updateGeofence(
  tx: Tx,
  { id, version }: { id: string; version: number },
  change: Partial<typeof geofences.$inferInsert>,
): Promise<boolean> {
  const [row] = await tx
    .update(geofences)
    .set({ ...change, modifiedAt: new Date(), version: version + 1 })
    .where(and(eq(geofences.id, id), eq(geofences.version, version)))
    .returning()
  if (row) await saveVersion(tx, row, row.modifiedAt)
  return row !== undefined
}

export async function deleteGeofence(tx: Tx, id: string): Promise<void> {
  await tx.delete(geofences).where(eq(geofences.id, id))
  await endVersions(tx, 'geofence', [id], new Date())
}

function saveVersion(tx: Tx, row: typeof geofences.$inferSelect, at: Date) {
  const { id: subjectId, organizationId, departmentId, name, type, coordinates, radiusM, isHarbor } = row
  const content = { departmentId, name, type, coordinates, radiusM, isHarbor }
  return beginVersion(tx, 'geofence', { subjectId, organizationId, content }, at)
}
