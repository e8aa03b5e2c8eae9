import { and, type Column, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'

/**
 * Everything a caller can see: one organization, with all departments (null) or these. Applied in SQL, never
 * afterwards.
 */
export interface Scope {
  organizationId: string
  departmentIds: string[] | null
  /** Trip of a share link: the holder sees this trip alone, and queries for anything else find nothing. */
  tripId?: string
}

/** Condition that excludes rows of others, and rows of deleted vessels. */
export function inScope(
  scope: Scope,
  table: { organizationId: Column; departmentId: Column; deletedAt?: Column },
): SQL | undefined {
  if (scope.tripId !== undefined) return sql`false`
  return and(
    eq(table.organizationId, scope.organizationId),
    table.deletedAt && isNull(table.deletedAt),
    scope.departmentIds === null ? undefined : inArray(table.departmentId, scope.departmentIds),
  )
}

export const isVisible = (scope: Scope, row: { organizationId: string; departmentId: string }) =>
  row.organizationId === scope.organizationId &&
  scope.tripId === undefined &&
  (scope.departmentIds === null || scope.departmentIds.includes(row.departmentId))

/** A department and all below it; nothing when it is not among them. */
export function branchOf(all: readonly { id: string; parentId: string | null }[], rootId: string): string[] {
  const branch = all.some(({ id }) => id === rootId) ? [rootId] : []
  for (const id of branch) {
    branch.push(...all.filter(({ parentId }) => parentId === id).map((child) => child.id))
  }
  return branch
}
