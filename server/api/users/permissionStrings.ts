import { PERMISSIONS, type Permission } from '#contract/domain/permissions.ts'
import type { Caller } from '#server/access/caller.ts'
import { reachOf } from '#server/access/reachOf.ts'

/** What the caller may do, as the console reads it: everywhere that they see, or in which departments. */
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
