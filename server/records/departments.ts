import { and, asc, count, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import * as contract from '#contract/wire/department.ts'
import type { ListQuery } from '#contract/wire/list.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import {
  apiKeys,
  captains,
  departments,
  geofences,
  memberships,
  rules,
  trips,
  users,
  vessels,
} from '#server/stores/relational/schema.ts'
import { columnsOf, filterSql, paging } from './listSql.ts'
import { byName } from './nameSql.ts'
import type { Scope } from './scope.ts'
import { isCounted } from './tripFigures.ts'

export type DepartmentRow = typeof departments.$inferSelect
export type CountedDepartmentRow = NonNullable<Awaited<ReturnType<typeof findDepartment>>>

export function departmentsOf(db: Db | Tx, organizationId: string): Promise<DepartmentRow[]> {
  return db
    .select()
    .from(departments)
    .where(eq(departments.organizationId, organizationId))
    .orderBy(asc(departments.name), asc(departments.id))
}

/** The departments that a caller can see, with counts of their contents. */
export async function listDepartments(db: Db | Tx, scope: Scope, query: ListQuery) {
  const counts = countsOf(db)
  const columns = columnsOf(contract.listDepartments, {
    orders: { name: byName(departments.name), country: byName(departments.country), ...counts },
    filters: {
      id: departments.id,
      name: departments.name,
    },
  })
  const where = and(isSeen(scope), ...filterSql(query, columns))
  const { order, after, next } = paging(query, columns, departments.id)
  const rows = await db
    .select({ department: departments, count: counts })
    .from(departments)
    .where(and(where, after))
    .orderBy(...order)
    .offset(query.skip)
    .limit(query.limit)
  const [counted] = await db.select({ total: count() }).from(departments).where(where)
  const ids = rows.map(({ department }) => department.id)
  return { rows, total: counted?.total ?? 0, next_cursor: await next(db, ids) }
}

export async function findDepartment(db: Db | Tx, scope: Scope, id: string) {
  const [row] = await db
    .select({ department: departments, count: countsOf(db) })
    .from(departments)
    .where(and(isSeen(scope), eq(departments.id, id)))
  return row ?? null
}

export async function findTopDepartment(db: Db | Tx, organizationId: string): Promise<DepartmentRow | null> {
  const [row] = await db
    .select()
    .from(departments)
    .where(and(eq(departments.organizationId, organizationId), isNull(departments.parentId)))
  return row ?? null
}

export async function insertDepartment(
  db: Db | Tx,
  department: Omit<typeof departments.$inferInsert, 'id' | 'createdAt'>,
): Promise<string> {
  const [row] = await db.insert(departments).values(department).returning({ id: departments.id })
  if (!row) throw new Error('the department was not inserted')
  return row.id
}

export async function updateDepartment(
  tx: Tx,
  id: string,
  change: Partial<Pick<DepartmentRow, 'name' | 'contact' | 'country' | 'region' | 'parentId'>>,
): Promise<void> {
  if (Object.keys(change).length > 0) await tx.update(departments).set(change).where(eq(departments.id, id))
}

/** Whether people, boats, captains or further departments are in it. Super users only pass through. */
export async function holdsAnything(tx: Tx, id: string): Promise<boolean> {
  const found = await Promise.all([
    tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.departmentId, id), isNull(users.superRoleId)))
      .limit(1),
    tx.select({ id: memberships.userId }).from(memberships).where(eq(memberships.departmentId, id)).limit(1),
    tx
      .select({ id: vessels.id })
      .from(vessels)
      .where(and(eq(vessels.departmentId, id), isNull(vessels.deletedAt)))
      .limit(1),
    tx
      .select({ id: captains.id })
      .from(captains)
      .where(and(eq(captains.departmentId, id), isNull(captains.deletedAt)))
      .limit(1),
    tx.select({ id: departments.id }).from(departments).where(eq(departments.parentId, id)).limit(1),
  ])
  return found.some((rows) => rows.length > 0)
}

/**
 * Removes an empty department. Super users who view through it, and rows of deleted vessels and captains,
 * move to the top level.
 */
export async function deleteDepartment(tx: Tx, id: string, topLevelId: string): Promise<void> {
  await tx
    .update(users)
    .set({ departmentId: topLevelId, roleId: sql`${users.superRoleId}` })
    .where(and(eq(users.departmentId, id), isNotNull(users.superRoleId)))
  for (const table of [vessels, captains])
    await tx.update(table).set({ departmentId: topLevelId }).where(eq(table.departmentId, id))
  for (const table of [rules, geofences, apiKeys]) await tx.delete(table).where(eq(table.departmentId, id))
  await tx.delete(departments).where(eq(departments.id, id))
}

function countsOf(db: Db | Tx) {
  const total = { total: sql`count(*)::int` }
  const inEach = (table: typeof vessels | typeof captains) => {
    const where = and(eq(table.departmentId, departments.id), isNull(table.deletedAt))
    return sql<number>`(${db.select(total).from(table).where(where)})`
  }
  const people = db
    .select(total)
    .from(users)
    .where(
      and(
        isNull(users.superRoleId),
        sql`(${users.departmentId} = ${departments.id} or exists (select from ${memberships} where ${memberships.userId} = ${users.id} and ${memberships.departmentId} = ${departments.id}))`,
      ),
    )
  const sailed = db
    .select(total)
    .from(trips)
    .innerJoin(vessels, eq(vessels.id, trips.vesselId))
    .where(and(eq(vessels.departmentId, departments.id), isNull(vessels.deletedAt), isCounted))
  return {
    users: sql<number>`(${people})`,
    vessels: inEach(vessels),
    captains: inEach(captains),
    trips: sql<number>`(${sailed})`,
  }
}

const isSeen = (scope: Scope) =>
  and(
    eq(departments.organizationId, scope.organizationId),
    scope.departmentIds === null ? undefined : inArray(departments.id, scope.departmentIds),
  )
