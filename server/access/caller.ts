import type { RoleId } from '#contract/permissions.ts'
import type { Scope } from '#server/records/scope.ts'

/** Who asks, as the server knows it: nothing of this comes from the request but the signed token. */
export interface Caller {
  userId: string
  companyId: string
  departmentId: string
  roleId: RoleId
  scope: Scope
}
