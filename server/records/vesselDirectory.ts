import { and, asc, inArray, isNull } from 'drizzle-orm'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { vessels } from '#server/stores/relational/schema.ts'
import { inScope, type Scope } from './scope.ts'

/** Facts about a vessel that the stages after the gateway need to process its readings. */
export interface DirectoryEntry {
  id: string
  number: number
  organizationId: string
  departmentId: string
  topSpeedMps: number | null
}

/** Every vessel that is not deleted by its number in the column store. */
export async function loadDirectory(db: Db | Tx): Promise<Map<number, DirectoryEntry>> {
  const rows = await db
    .select({
      id: vessels.id,
      number: vessels.number,
      organizationId: vessels.organizationId,
      departmentId: vessels.departmentId,
      topSpeedMps: vessels.topSpeedMps,
    })
    .from(vessels)
    .where(isNull(vessels.deletedAt))
  return new Map(rows.map((row) => [row.number, row]))
}

/** Names of vessels of all organizations, deleted ones too, by their numbers. */
export async function vesselNames(db: Db, numbers: readonly number[]): Promise<Map<number, string>> {
  if (numbers.length === 0) return new Map()
  const rows = await db
    .select({ number: vessels.number, name: vessels.name })
    .from(vessels)
    .where(inArray(vessels.number, [...numbers]))
  return new Map(rows.map(({ number, name }) => [number, name]))
}

/** Vessels of a scope with their names, all of them or these. */
export const directoryOf = (db: Db | Tx, scope: Scope, ids: readonly string[] | null) =>
  db
    .select({
      id: vessels.id,
      name: vessels.name,
      number: vessels.number,
      organizationId: vessels.organizationId,
      departmentId: vessels.departmentId,
      topSpeedMps: vessels.topSpeedMps,
    })
    .from(vessels)
    .where(
      and(
        inScope(scope, vessels),
        isNull(vessels.deletedAt),
        ids ? inArray(vessels.id, [...ids]) : undefined,
      ),
    )
    .orderBy(asc(vessels.number))
