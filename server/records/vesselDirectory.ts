import { isNull } from 'drizzle-orm'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { vessels } from '#server/stores/relational/schema.ts'

/** What the stages after the gateway need to know of a vessel to work on its readings. */
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
