import { Problem } from '#contract/wire/errors.ts'
import { deleteUser } from '#contract/wire/user.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { findListedUser } from '#server/records/userLists.ts'
import * as users from '#server/records/users.ts'
import { dropPicture } from '../pictures/keepPicture.ts'
import { serve } from '../serve.ts'
import { requirePower } from './requirePlaces.ts'
import { superVisibility } from './superVisibility.ts'

export const deleteUserRoute = serve(deleteUser, async ({ db, bus, files, caller, ip, params: { id } }) => {
  const { organizationId, actor, userId } = caller
  const picture = await db.transaction(async (tx) => {
    const row = await findListedUser(tx, superVisibility(caller), id)
    if (!row) throw new Problem('not_found')
    const { user } = row
    if (id === userId) throw new Problem('not_allowed')
    requirePower(caller, row)
    await users.deleteUser(tx, user)
    const { name, email, roleId: role_id, departmentId: department_id } = user
    const before = { name, email, role_id, department_id }
    await noteAct(tx, { organizationId, actor, ip, act: 'user.delete', subject: { id, name }, before })
    return user.pictureFile
  })
  await dropPicture(files, picture)
  bus.publish({ type: 'rights.changed', userId: id })
  return { ok: true }
})
