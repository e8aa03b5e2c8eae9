import type { RoleId } from '#contract/permissions.ts'
import type { ListedUser } from '#contract/user.ts'
import { pictureUrl } from '#server/records/pictureUrl.ts'
import type { ListedUserRow } from '#server/records/userLists.ts'
import { toDepartment } from '../departments/toDepartment.ts'
import { ROLES } from '../roles/roles.ts'

export function toListedUser({ user, department }: ListedUserRow): ListedUser {
  const roleId = user.roleId as RoleId
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    phone_number: user.phoneNumber,
    profile_picture_url: pictureUrl(user.pictureFile),
    company_id: user.companyId,
    department_id: user.departmentId,
    department: toDepartment(department),
    role_id: roleId,
    role: ROLES[roleId],
    auth_role: user.superRoleId === null ? 'user' : 'super',
    last_login: user.lastLoginAt?.toISOString() ?? null,
    created_at: user.createdAt.toISOString(),
  }
}
