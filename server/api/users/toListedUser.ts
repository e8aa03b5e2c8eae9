import type { RoleId } from '#contract/domain/permissions.ts'
import type { ListedUser } from '#contract/wire/user.ts'
import { pictureUrl } from '#server/records/pictureUrl.ts'
import { subscribed } from '#server/records/recipients.ts'
import type { ListedUserRow } from '#server/records/userLists.ts'
import { toDepartment } from '../departments/toDepartment.ts'
import { ROLES } from '../roles/roles.ts'

/** `lockedUntilMs`: when a lock of pairing ends, null where there is none. */
export function toListedUser(
  { user, department, memberships }: ListedUserRow,
  lockedUntilMs: number | null,
): ListedUser {
  const roleId = user.roleId as RoleId
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    phone_number: user.phoneNumber,
    profile_picture_url: pictureUrl(user.pictureFile),
    company_id: user.organizationId,
    department_id: user.departmentId,
    department: toDepartment(department),
    role_id: roleId,
    role: ROLES[roleId],
    memberships: memberships.map((one) => ({
      department_id: one.department.id,
      department: toDepartment(one.department),
      role_id: one.roleId,
    })),
    auth_role: user.superRoleId === null ? 'user' : 'super',
    subscribed_notifications: subscribed(user.subscribedNotifications),
    last_login: user.lastLoginAt?.toISOString() ?? null,
    created_at: user.createdAt.toISOString(),
    pairing_locked_until: lockedUntilMs === null ? null : new Date(lockedUntilMs).toISOString(),
  }
}

/** Fields of a user in the audit log; memberships are empty for a user without other departments. */
export function audited(row: ListedUserRow) {
  const { name, phone_number, role_id, department_id, memberships } = toListedUser(row, null)
  const elsewhere = memberships.map((one) => ({ department_id: one.department_id, role_id: one.role_id }))
  return { name, phone_number, role_id, department_id, memberships: elsewhere }
}

export const toPlace = (one: { department_id: string; role_id: RoleId }) => ({
  departmentId: one.department_id,
  roleId: one.role_id,
})
