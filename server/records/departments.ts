import { and, asc, eq, inArray, not, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { captains, departments, trips, users, vessels } from '#server/stores/relational/schema.ts'
import type { Scope } from './scope.ts'

export type DepartmentRow = typeof departments.$inferSelect

export function departmentsOf(db: Db | Tx, companyId: string): Promise<DepartmentRow[]> {
  return db
    .select()
    .from(departments)
    .where(eq(departments.companyId, companyId))
    .orderBy(asc(departments.name), asc(departments.id))
}

/** The departments that a caller can see, with what lies in each. */
export async function listDepartments(db: Db | Tx, scope: Scope) {
  const count = { count: sql<number>`count(*)::int` }
  const inEach = (table: typeof users | typeof vessels | typeof captains) =>
    sql<number>`(${db.select(count).from(table).where(eq(table.departmentId, departments.id))})`
  const sailed = db
    .select(count)
    .from(trips)
    .innerJoin(vessels, eq(vessels.id, trips.vesselId))
    .where(and(eq(vessels.departmentId, departments.id), trips.visible, not(trips.isDeleted)))
  const rows = await db
    .select({
      department: departments,
      users: inEach(users),
      vessels: inEach(vessels),
      captains: inEach(captains),
      trips: sql<number>`(${sailed})`,
    })
    .from(departments)
    .where(
      and(
        eq(departments.companyId, scope.companyId),
        scope.departmentIds === null ? undefined : inArray(departments.id, scope.departmentIds),
      ),
    )
    .orderBy(asc(departments.name), asc(departments.id))
  return rows.map(({ department, ...count }) => ({ ...department, count }))
}

export async function insertDepartment(
  db: Db | Tx,
  department: { companyId: string; parentId: string | null; name: string },
): Promise<string> {
  const [row] = await db.insert(departments).values(department).returning({ id: departments.id })
  if (!row) throw new Error('the department was not inserted')
  return row.id
}
