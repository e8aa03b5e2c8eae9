import { isSuper, PERMISSIONS_OF, type RoleId, roleMay, seesWholeCompany } from '#contract/permissions.ts'
import type { Caller } from './caller.ts'

/**
 * Whether the caller may give this role to somebody, or deal with somebody who has it: only a super-admin makes super
 * users, and nobody gives what they do not have themselves.
 */
export function mayGrant(caller: Pick<Caller, 'roleId' | 'superRoleId'>, role: RoleId): boolean {
  if (isSuper(role)) return caller.superRoleId === 'super-admin' && caller.roleId === 'super-admin'
  return (
    (seesWholeCompany(caller.roleId) || !seesWholeCompany(role)) &&
    PERMISSIONS_OF[role].every((permission) => roleMay(caller.roleId, permission))
  )
}
