import { mayDo, type Permission } from '#contract/domain/permissions.ts'
import type { ListedUser, User } from '#contract/wire/user.ts'

/** True when the user has the permission in every department of the other user. */
export const mayManage = (me: User, permission: Permission, user: ListedUser | undefined): boolean =>
  user === undefined
    ? mayDo(me.permissions, permission)
    : [user, ...user.memberships].every(({ department_id }) =>
        mayDo(me.permissions, permission, department_id),
      )
