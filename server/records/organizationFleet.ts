import { and, eq, isNull } from 'drizzle-orm'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { vessels } from '#server/stores/relational/schema.ts'

export interface FleetVessel {
  number: number
  name: string
  mmsi: number | null
  organizationId: string
  departmentId: string
}

/** All vessels of one organization; the caller's scope limits what the caller receives of them. */
export async function organizationFleet(db: Db | Tx, organizationId: string): Promise<FleetVessel[]> {
  const rows = await db
    .select({
      number: vessels.number,
      name: vessels.name,
      mmsi: vessels.mmsi,
      organizationId: vessels.organizationId,
      departmentId: vessels.departmentId,
    })
    .from(vessels)
    .where(and(eq(vessels.organizationId, organizationId), isNull(vessels.deletedAt)))
  return rows.map((row) => ({ ...row, mmsi: row.mmsi === null ? null : Number(row.mmsi) }))
}
