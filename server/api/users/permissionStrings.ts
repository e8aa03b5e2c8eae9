import { PERMISSIONS, type Permission } from '#contract/domain/permissions.ts'
import type { Caller } from '#server/access/caller.ts'
import { reachOf } from '#server/access/reachOf.ts'

/** Permissions of the caller in the console's form: for all that the caller sees, or by department. */
export function permissionStrings(caller: Caller): string[] {
  const seen = caller.scope.departmentIds
  return PERMISSIONS.flatMap((permission: Permission) => {
    const reach = reachOf(permission, caller)
    if (!reach) return []
    const { departmentIds } = reach
    const everywhere = departmentIds === null || (seen?.every((id) => departmentIds.includes(id)) ?? false)
    return everywhere ? [`${permission}:*`] : departmentIds.map((id) => `${permission}:${id}`)
  })
}
