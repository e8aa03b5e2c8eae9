import { Problem } from '#contract/wire/errors.ts'
import { switchOrganization } from '#contract/wire/organization.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { findTopDepartment } from '#server/records/departments.ts'
import { findOrganization } from '#server/records/organizations.ts'
import { updateUser } from '#server/records/users.ts'
import { serve } from '../serve.ts'

export const switchOrganizationRoute = serve(switchOrganization, async ({ db, bus, caller, ip, body }) => {
  const { userId, actor, superRoleId } = caller
  const organizationId = body.new_company_id
  await db.transaction(async (tx) => {
    const organization = await findOrganization(tx, organizationId)
    const top = await findTopDepartment(tx, organizationId)
    if (!organization || !top || !superRoleId) throw new Problem('not_found')
    await updateUser(tx, userId, { organizationId, departmentId: top.id, roleId: superRoleId })
    await noteAct(tx, {
      organizationId,
      actor,
      ip,
      act: 'user.switch-organization',
      subject: { id: organizationId, name: organization.name },
      before: { company_id: caller.organizationId },
      after: { company_id: organizationId },
    })
  })
  bus.publish({ type: 'rights.changed', userId })
  return { ok: true }
})
