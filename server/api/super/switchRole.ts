import { Problem } from '#contract/wire/errors.ts'
import { switchRole } from '#contract/wire/organization.ts'
import { rolesIn } from '#contract/wire/role.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { findDepartment } from '#server/records/departments.ts'
import { findOrganization } from '#server/records/organizations.ts'
import { updateUser } from '#server/records/users.ts'
import { serve } from '../serve.ts'
import { rolesFor } from './rolesFor.ts'

export const switchRoleRoute = serve(switchRole, async ({ db, bus, caller, ip, body }) => {
  const { organizationId, actor, userId } = caller
  const { role_id, department_id } = body
  await db.transaction(async (tx) => {
    // Whoever looks through a department's eyes can still choose among all of the organization.
    const row = await findDepartment(tx, { organizationId, departmentIds: null }, department_id)
    const organization = await findOrganization(tx, organizationId)
    if (!row || !organization) throw new Problem('not_found')
    if (!rolesFor(caller).includes(role_id)) throw new Problem('not_allowed')
    const { department } = row
    const features = { departments: organization.departmentsFeature }
    if (!rolesIn({ parent_id: department.parentId }, features).includes(role_id)) {
      throw new Problem('invalid', 'role_id: this role does not belong in this department.')
    }
    await updateUser(tx, userId, { roleId: role_id, departmentId: department_id })
    await noteAct(tx, {
      organizationId,
      actor,
      ip,
      act: 'user.switch-role',
      subject: { id: department_id, name: department.name },
      before: { role_id: caller.roleId, department_id: caller.departmentId },
      after: { role_id, department_id },
    })
  })
  bus.publish({ type: 'rights.changed', userId })
  return { ok: true }
})
