import { type Permission, roleMay } from '#contract/domain/permissions.ts'
import type { Access } from '#contract/wire/endpoint.ts'
import type { Scope } from '#server/records/scope.ts'
import type { Caller } from './caller.ts'

/**
 * What the caller reaches with this call, or null where it may not be made: the union of the departments in which one of
 * their roles has the permission. Whoever manages one department and looks at another may edit in the first alone.
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
