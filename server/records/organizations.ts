import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { ListQuery } from '#contract/wire/list.ts'
import * as contract from '#contract/wire/organization.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import {
  alerts,
  apiKeys,
  captains,
  comments,
  departments,
  downloads,
  fleetExports,
  geofences,
  organizations,
  rejections,
  reportDeliveries,
  reportSchedules,
  rules,
  shareLinks,
  trips,
  users,
  versions,
  vessels,
  wallLinks,
  watchNotes,
} from '#server/stores/relational/schema.ts'
import { insertDepartment } from './departments.ts'
import { columnsOf, filterSql, orderSql } from './listSql.ts'
import { byName } from './nameSql.ts'
import { isCounted } from './tripFigures.ts'

export type OrganizationRow = typeof organizations.$inferSelect

export async function findOrganization(db: Db | Tx, id: string): Promise<OrganizationRow | null> {
  const [row] = await db.select().from(organizations).where(eq(organizations.id, id))
  return row ?? null
}

/** The zone that its hours are of. */
export async function zoneOf(db: Db | Tx, id: string): Promise<string> {
  const [row] = await db
    .select({ timeZone: organizations.timeZone })
    .from(organizations)
    .where(eq(organizations.id, id))
  return row?.timeZone ?? 'UTC'
}

/** Locks the row until the transaction ends, so that dependent changes wait for one another. */
export async function lockOrganization(tx: Tx, id: string): Promise<OrganizationRow | null> {
  const [row] = await tx.select().from(organizations).where(eq(organizations.id, id)).for('update')
  return row ?? null
}

const tripCount = (db: Db | Tx) =>
  sql<number>`(${db
    .select({ count: sql`count(*)::int` })
    .from(trips)
    .innerJoin(vessels, eq(vessels.id, trips.vesselId))
    .where(and(sql`${trips.organizationId} = "organizations"."id"`, isNull(vessels.deletedAt), isCounted))})`

/** Every organization, for super users. */
export async function listOrganizations(db: Db | Tx, query: ListQuery) {
  const columns = columnsOf(contract.listOrganizations, {
    orders: {
      name: byName(organizations.name),
      created_at: organizations.createdAt,
      last_login: organizations.lastLoginAt,
      country: byName(organizations.country),
      trips: tripCount(db),
    },
    filters: {
      id: organizations.id,
      name: organizations.name,
    },
  })
  const where = and(...filterSql(query, columns))
  const rows = await db
    .select({ organization: organizations, trips: tripCount(db) })
    .from(organizations)
    .where(where)
    .orderBy(...orderSql(query, columns, organizations.id))
    .offset(query.skip)
    .limit(query.limit)
  const [counted] = await db.select({ total: count() }).from(organizations).where(where)
  return { rows, total: counted?.total ?? 0 }
}

export async function findCountedOrganization(db: Db | Tx, id: string) {
  const [row] = await db
    .select({ organization: organizations, trips: tripCount(db) })
    .from(organizations)
    .where(eq(organizations.id, id))
  return row ?? null
}

/** An organization begins with the top-level department that stands for it. */
export async function insertOrganization(
  tx: Tx,
  organization: typeof organizations.$inferInsert,
): Promise<{ organizationId: string; departmentId: string }> {
  const [row] = await tx.insert(organizations).values(organization).returning({ id: organizations.id })
  if (!row) throw new Error('the organization was not inserted')
  const top = { organizationId: row.id, parentId: null, name: organization.name }
  return { organizationId: row.id, departmentId: await insertDepartment(tx, top) }
}

/** The top-level department goes by the organization's name. */
export async function updateOrganization(
  tx: Tx,
  id: string,
  change: Partial<Omit<OrganizationRow, 'id' | 'createdAt'>>,
): Promise<void> {
  if (Object.keys(change).length === 0) return
  await tx.update(organizations).set(change).where(eq(organizations.id, id))
  const { name } = change
  if (name === undefined) return
  await tx
    .update(departments)
    .set({ name })
    .where(and(eq(departments.organizationId, id), isNull(departments.parentId)))
}

/** Whether people or boats belong to it, or samples of a boat that was deleted. */
export async function isInhabited(tx: Tx, organizationId: string): Promise<boolean> {
  for (const table of [users, vessels, captains]) {
    const isThere = table === vessels ? isNull(vessels.emptiedAt) : undefined
    const found = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.organizationId, organizationId), isThere))
      .limit(1)
    if (found.length > 0) return true
  }
  return false
}

/** Removes an organization without people, with rows that only served its people. */
export async function deleteOrganization(tx: Tx, id: string): Promise<void> {
  const deleted = tx.select({ id: vessels.id }).from(vessels).where(eq(vessels.organizationId, id))
  await tx.delete(rejections).where(inArray(rejections.vesselId, deleted))
  const owned = [
    comments,
    alerts,
    trips,
    fleetExports,
    reportDeliveries,
    reportSchedules,
    shareLinks,
    wallLinks,
    watchNotes,
    vessels,
    downloads,
    rules,
    geofences,
    versions,
    apiKeys,
    departments,
  ]
  for (const table of owned) {
    await tx.delete(table).where(eq(table.organizationId, id))
  }
  await tx.delete(organizations).where(eq(organizations.id, id))
}
