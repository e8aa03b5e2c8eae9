import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { mpsToKn } from '#contract/domain/units.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { captains, departments, organizations, pairings, vessels } from '#server/stores/relational/schema.ts'
import { isOpenPairing } from './pairings.ts'

/** Settings of users for a device on board. */
export interface DeviceSettings {
  vessel: { id: string; name: string }
  guidance_mode: string
  dashboard_mode: string
  /** g */
  impact_limit: number
  /** kn */
  safety_speed_limit: number | null
  /** True when the console asks for a captain as a trip begins. */
  force_captain_login: boolean
  /** Captains of her department and of the whole organization, by name. */
  captains: { id: string; name: string }[]
}

/** Settings of the devices that are on a vessel. */
export async function deviceSettings(
  db: Db | Tx,
  deviceIds: readonly string[],
): Promise<Map<string, DeviceSettings>> {
  if (deviceIds.length === 0) return new Map()
  const rows = await db
    .select({
      deviceId: pairings.deviceId,
      vessel: { id: vessels.id, name: vessels.name },
      organizationId: vessels.organizationId,
      departmentId: vessels.departmentId,
      guidance_mode: vessels.guidanceMode,
      dashboard_mode: vessels.dashboardMode,
      impact_limit: vessels.impactLimitG,
      limitMps: vessels.safetySpeedLimitMps,
      force_captain_login: organizations.forceCaptainLogin,
    })
    .from(pairings)
    .innerJoin(vessels, eq(vessels.id, pairings.vesselId))
    .innerJoin(organizations, eq(organizations.id, vessels.organizationId))
    .where(and(isOpenPairing, inArray(pairings.deviceId, [...deviceIds])))
  const crews = await captainsOf(db, [...new Set(rows.map(({ organizationId }) => organizationId))])
  return new Map(
    rows.map(({ deviceId, organizationId, departmentId, limitMps, ...row }) => [
      deviceId,
      {
        ...row,
        safety_speed_limit: limitMps === null ? null : Math.round(10 * mpsToKn(limitMps)) / 10,
        captains: crews
          .filter(
            (one) =>
              one.organizationId === organizationId && (one.isTop || one.departmentId === departmentId),
          )
          .map(({ id, name }) => ({ id, name })),
      },
    ]),
  )
}

function captainsOf(db: Db | Tx, organizationIds: string[]) {
  if (organizationIds.length === 0) return []
  const top = alias(departments, 'top')
  return db
    .select({
      id: captains.id,
      name: captains.name,
      organizationId: captains.organizationId,
      departmentId: captains.departmentId,
      isTop: sql<boolean>`${top.id} is not null`,
    })
    .from(captains)
    .leftJoin(top, and(eq(top.id, captains.departmentId), isNull(top.parentId)))
    .where(and(inArray(captains.organizationId, organizationIds), isNull(captains.deletedAt)))
    .orderBy(asc(captains.name), asc(captains.id))
}
