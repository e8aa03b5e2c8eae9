import {
  isSuper,
  PERMISSIONS_OF,
  type RoleId,
  roleMay,
  seesWholeOrganization,
} from '#contract/domain/permissions.ts'
import type { Caller } from './caller.ts'

type Granter = Pick<Caller, 'memberships' | 'superRoleId' | 'roleId'>

/**
 * True when the caller may give this role in this department, or manage a person who has it. Only
 * super-admins make super users, and a caller grants no more than the own role there.
 */
export function mayGrant(caller: Granter, role: RoleId, departmentId: string): boolean {
  if (isSuper(role)) return caller.superRoleId === 'super-admin' && caller.roleId === 'super-admin'
  return caller.memberships.some(
    ({ roleId, departmentIds }) =>
      (departmentIds === null || departmentIds.includes(departmentId)) &&
      (seesWholeOrganization(roleId) || !seesWholeOrganization(role)) &&
      PERMISSIONS_OF[role].every((permission) => roleMay(roleId, permission)),
  )
}
