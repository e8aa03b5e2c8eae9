import { type Permission, roleMay } from '#contract/domain/permissions.ts'
import type { Access } from '#contract/wire/endpoint.ts'
import type { Scope } from '#server/records/scope.ts'
import type { Caller } from './caller.ts'

/**
 * Returns what the caller reaches with this call, or null when the call is not allowed. The reach is the union of the
 * departments in which one of the caller's roles has the permission. A user who manages one department and views
 * another may edit in the first alone.
 */
export function reachOf(access: Access, caller: Omit<Caller, 'scope'>): Scope | null {
  const { organizationId, memberships, superRoleId } = caller
  if (access === 'super' && superRoleId === null) return null
  if (access === 'super-admin' && superRoleId !== 'super-admin') return null
  const opening = memberships.filter(({ roleId }) => !isPermission(access) || roleMay(roleId, access))
  if (opening.length === 0) return null
  const whole = opening.some(({ departmentIds }) => departmentIds === null)
  const departmentIds = whole
    ? null
    : [...new Set(opening.flatMap(({ departmentIds }) => departmentIds ?? []))]
  return { organizationId, departmentIds }
}

const isPermission = (access: Access): access is Permission => access.includes(':')
