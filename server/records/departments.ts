import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { departments } from '#server/stores/relational/schema.ts'
import type { Scope } from './scope.ts'

export type DepartmentRow = typeof departments.$inferSelect

export function departmentsOf(db: Db | Tx, companyId: string): Promise<DepartmentRow[]> {
  return db
    .select()
    .from(departments)
    .where(eq(departments.companyId, companyId))
    .orderBy(asc(departments.name), asc(departments.id))
}

/** The departments that a caller can see. */
export function listDepartments(db: Db | Tx, scope: Scope): Promise<DepartmentRow[]> {
  return db
    .select()
    .from(departments)
    .where(
      and(
        eq(departments.companyId, scope.companyId),
        scope.departmentIds === null ? undefined : inArray(departments.id, scope.departmentIds),
      ),
    )
    .orderBy(asc(departments.name), asc(departments.id))
}

export async function insertDepartment(
  db: Db | Tx,
  department: { companyId: string; parentId: string | null; name: string },
): Promise<string> {
  const [row] = await db.insert(departments).values(department).returning({ id: departments.id })
  if (!row) throw new Error('the department was not inserted')
  return row.id
}
