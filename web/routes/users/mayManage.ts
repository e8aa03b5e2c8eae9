import { mayDo, type Permission } from '#contract/domain/permissions.ts'
import type { ListedUser, User } from '#contract/wire/user.ts'

/** Whoever changes or deletes a person needs the right to it in every department that the person is in. */
export const mayManage = (me: User, permission: Permission, user: ListedUser | undefined): boolean =>
  user === undefined
    ? mayDo(me.permissions, permission)
    : [user, ...user.memberships].every(({ department_id }) =>
        mayDo(me.permissions, permission, department_id),
      )
