import type { AnyEndpoint } from '#contract/wire/endpoint.ts'
import type { UserCaller } from '#server/access/caller.ts'
import { reachOf } from '#server/access/reachOf.ts'
import { departmentsOf } from '#server/records/departments.ts'
import { branchOf, type Scope } from '#server/records/scope.ts'
import type { WallLinkRow } from '#server/records/wallLinks.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'

/** The department of a link and all below it. */
export async function wallScope(db: Db, { organizationId, departmentId }: WallLinkRow): Promise<Scope> {
  return { organizationId, departmentIds: branchOf(await departmentsOf(db, organizationId), departmentId) }
}

/** Scope of a user who signed in on a wall screen, within the screen's departments; null for none. */
export async function personScope(
  db: Db,
  wall: WallLinkRow,
  caller: UserCaller,
  access: AnyEndpoint['access'],
): Promise<Scope | null> {
  const reach = caller.organizationId === wall.organizationId ? reachOf(access, caller) : null
  if (!reach) return null
  const { organizationId, departmentIds } = await wallScope(db, wall)
  const within = departmentIds?.filter(
    (id) => reach.departmentIds === null || reach.departmentIds.includes(id),
  )
  return within && within.length > 0 ? { organizationId, departmentIds: within } : null
}

/** True for a user who may acknowledge alerts of the screen. */
export const mayActAtWall = async (db: Db, wall: WallLinkRow, caller: UserCaller): Promise<boolean> =>
  (await personScope(db, wall, caller, 'vessel:alert-acknowledge')) !== null
