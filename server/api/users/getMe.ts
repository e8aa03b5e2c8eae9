import { Problem } from '#contract/errors.ts'
import { isSuper, permissionStrings, type RoleId } from '#contract/permissions.ts'
import { getMe, SubscribedNotifications } from '#contract/user.ts'
import { findUser } from '#server/records/users.ts'
import { toDepartment } from '../departments/toDepartment.ts'
import { toCompany } from '../organization/toCompany.ts'
import { ROLES } from '../roles/roles.ts'
import { serve } from '../serve.ts'

export const getMeRoute = serve(getMe, async ({ db, caller }) => {
  const row = await findUser(db, caller.userId)
  if (!row) throw new Problem('not_authenticated')
  const { user, company, department } = row
  const roleId = user.roleId as RoleId
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    phone_number: user.phoneNumber,
    profile_picture_url: null,
    company_id: user.companyId,
    company: toCompany(company),
    department_id: user.departmentId,
    department: toDepartment(department),
    role_id: roleId,
    role: ROLES[roleId],
    auth_role: isSuper(roleId) ? ('super' as const) : ('user' as const),
    permissions: permissionStrings(roleId),
    unread_messages: { alert_count: 0, announcement_count: 0 },
    subscribed_notifications: toNotifications(user.subscribedNotifications),
  }
})

/** What a person never chose is off. */
function toNotifications(chosen: Record<string, boolean>): SubscribedNotifications {
  const names = Object.keys(SubscribedNotifications.shape) as (keyof SubscribedNotifications)[]
  return Object.fromEntries(names.map((name) => [name, chosen[name] ?? false])) as SubscribedNotifications
}
