import { isSuper, type RoleId } from '#contract/domain/permissions.ts'
import { Problem } from '#contract/wire/errors.ts'
import { placedOnce, updateUser } from '#contract/wire/user.ts'
import { difference, noteAct } from '#server/records/auditLog.ts'
import { replaceMemberships } from '#server/records/memberships.ts'
import { findListedUser, type ListedUserRow } from '#server/records/userLists.ts'
import * as users from '#server/records/users.ts'
import { requireFresh } from '../requireFresh.ts'
import { serve } from '../serve.ts'
import { requirePlaces, requirePower } from './requirePlaces.ts'
import { superVisibility } from './superVisibility.ts'
import { audited, toListedUser, toPlace } from './toListedUser.ts'

export const updateUserRoute = serve(
  updateUser,
  async ({ db, bus, access, caller, ip, params: { id }, body }) => {
    const { organizationId, actor, userId } = caller
    const answer = await db.transaction(async (tx) => {
      // Whoever changes them at the same moment waits, and is compared with what came of it.
      await users.lockUser(tx, id)
      const row = await findListedUser(tx, superVisibility(caller), id)
      if (!row) throw new Problem('not_found')
      const { user } = row
      requirePower(caller, row)
      requireFresh(audited(row), body)
      const { name = user.name, phone_number = user.phoneNumber, memberships } = body
      const { role_id = user.roleId as RoleId, department_id = user.departmentId } = body
      if (!placedOnce({ department_id, memberships })) {
        throw new Problem('invalid', 'memberships: each department can be chosen once.')
      }
      const hasNewRole = role_id !== user.roleId
      const isMoved = hasNewRole || department_id !== user.departmentId
      if (isMoved || memberships) {
        if (id === userId) throw new Problem('not_allowed', 'Nobody changes their own role or department.')
        await requirePlaces(tx, caller, [
          ...(isMoved ? [{ role_id, department_id }] : []),
          ...(memberships ?? []),
        ])
      }
      const elsewhere = memberships?.map(toPlace) ?? keptBeside(row, department_id)
      if (elsewhere.length > 0 && isSuper((user.superRoleId ?? role_id) as RoleId)) {
        throw new Problem('invalid', 'memberships: super users are in every department already.')
      }
      await users.updateUser(tx, id, {
        name,
        phoneNumber: phone_number,
        departmentId: department_id,
        ...(hasNewRole ? { roleId: role_id, superRoleId: isSuper(role_id) ? role_id : null } : {}),
      })
      await replaceMemberships(tx, id, elsewhere)
      const changed = await findListedUser(tx, { scope: caller.scope, seesSupers: true }, id)
      if (!changed) throw new Problem('conflict')
      const subject = { id, name: changed.user.name }
      await noteAct(tx, {
        organizationId,
        actor,
        ip,
        act: 'user.update',
        subject,
        ...difference(audited(row), audited(changed)),
      })
      return changed
    })
    bus.publish({ type: 'rights.changed', userId: id })
    const locks = await access.limits.pairingLocks([id])
    return toListedUser(answer, locks.get(id) ?? null)
  },
)

/** Whoever moves into a department that they were in besides is in it once. */
const keptBeside = ({ memberships }: ListedUserRow, departmentId: string) =>
  memberships
    .filter(({ department }) => department.id !== departmentId)
    .map(({ department, roleId }) => ({ departmentId: department.id, roleId }))
