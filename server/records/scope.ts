import { and, type Column, eq, inArray, isNull, type SQL } from 'drizzle-orm'

/** What a caller can see at all: one company, and in it all departments (null) or these. Applied in SQL, never after it. */
export interface Scope {
  companyId: string
  departmentIds: string[] | null
}

/** The condition that keeps rows of others out of a query, and what belongs to deleted vessels. */
export function inScope(
  scope: Scope,
  table: { companyId: Column; departmentId: Column; deletedAt?: Column },
): SQL | undefined {
  return and(
    eq(table.companyId, scope.companyId),
    table.deletedAt && isNull(table.deletedAt),
    scope.departmentIds === null ? undefined : inArray(table.departmentId, scope.departmentIds),
  )
}

export const isVisible = (scope: Scope, row: { companyId: string; departmentId: string }) =>
  row.companyId === scope.companyId &&
  (scope.departmentIds === null || scope.departmentIds.includes(row.departmentId))

/** A department and all below it; nothing when it is not among them. */
export function branchOf(all: readonly { id: string; parentId: string | null }[], rootId: string): string[] {
  const branch = all.some(({ id }) => id === rootId) ? [rootId] : []
  for (const id of branch) {
    branch.push(...all.filter(({ parentId }) => parentId === id).map((child) => child.id))
  }
  return branch
}
