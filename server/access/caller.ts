import type { RoleId } from '#contract/permissions.ts'
import type { Scope } from '#server/records/scope.ts'

/** Who asks, as the server knows it: nothing of this comes from the request but the signed token. */
export interface Caller {
  userId: string
  companyId: string
  departmentId: string
  /** What the caller may do now. */
  roleId: RoleId
  /** What a super user is, whatever role they look through; null for everybody else. */
  superRoleId: RoleId | null
  scope: Scope
}
