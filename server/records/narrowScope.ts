import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { departmentsOf } from './departments.ts'
import { branchOf, type Scope } from './scope.ts'

/** The part of the scope in these departments and below; empty when they belong to others. */
export async function narrowScope(db: Db | Tx, scope: Scope, departmentIds: string[]): Promise<Scope> {
  const all = await departmentsOf(db, scope.organizationId)
  const wanted = departmentIds.flatMap((id) => branchOf(all, id))
  const seen = scope.departmentIds
  return { ...scope, departmentIds: seen === null ? wanted : wanted.filter((id) => seen.includes(id)) }
}
