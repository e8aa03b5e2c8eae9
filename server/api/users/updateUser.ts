import { Problem } from '#contract/errors.ts'
import { isSuper, type RoleId } from '#contract/permissions.ts'
import { updateUser } from '#contract/user.ts'
import { mayGrant } from '#server/access/mayGrant.ts'
import { difference, noteAct } from '#server/records/auditLog.ts'
import { findListedUser } from '#server/records/userLists.ts'
import * as users from '#server/records/users.ts'
import { serve } from '../serve.ts'
import { demandPlace } from './demandPlace.ts'
import { seeing } from './seeing.ts'
import { toListedUser } from './toListedUser.ts'

export const updateUserRoute = serve(updateUser, async ({ db, bus, caller, ip, params: { id }, body }) => {
  const { companyId, userId } = caller
  const answer = await db.transaction(async (tx) => {
    const row = await findListedUser(tx, seeing(caller), id)
    if (!row) throw new Problem('not_found')
    const { user } = row
    if (!mayGrant(caller, (user.superRoleId ?? user.roleId) as RoleId)) throw new Problem('not_allowed')
    const { name, phone_number = user.phoneNumber, role_id, department_id } = body
    const hasNewRole = role_id !== user.roleId
    if (hasNewRole || department_id !== user.departmentId) {
      if (id === userId) throw new Problem('not_allowed', 'Nobody changes their own role or department.')
      await demandPlace(tx, caller, { role_id, department_id })
    }
    await users.updateUser(tx, id, {
      name,
      phoneNumber: phone_number,
      departmentId: department_id,
      ...(hasNewRole ? { roleId: role_id, superRoleId: isSuper(role_id) ? role_id : null } : {}),
    })
    const changed = await findListedUser(tx, { scope: caller.scope, seesSupers: true }, id)
    if (!changed) throw new Problem('conflict')
    const [before, after] = [toListedUser(row), toListedUser(changed)].map(audited)
    const subject = { id, name: after?.name ?? name }
    await noteAct(tx, {
      companyId,
      userId,
      ip,
      act: 'user.update',
      subject,
      ...difference(before ?? {}, after ?? {}),
    })
    return toListedUser(changed)
  })
  bus.publish({ type: 'rights.changed', userId: id })
  return answer
})

const audited = ({ name, phone_number, role_id, department_id }: ReturnType<typeof toListedUser>) => ({
  name,
  phone_number,
  role_id,
  department_id,
})
