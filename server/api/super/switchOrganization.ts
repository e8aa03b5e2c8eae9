import { Problem } from '#contract/errors.ts'
import { switchOrganization } from '#contract/organization.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { findCompany } from '#server/records/companies.ts'
import { findTopDepartment } from '#server/records/departments.ts'
import { updateUser } from '#server/records/users.ts'
import { serve } from '../serve.ts'

export const switchOrganizationRoute = serve(switchOrganization, async ({ db, bus, caller, ip, body }) => {
  const { userId, actor, superRoleId } = caller
  const companyId = body.new_company_id
  await db.transaction(async (tx) => {
    const company = await findCompany(tx, companyId)
    const top = await findTopDepartment(tx, companyId)
    if (!company || !top || !superRoleId) throw new Problem('not_found')
    await updateUser(tx, userId, { companyId, departmentId: top.id, roleId: superRoleId })
    await noteAct(tx, {
      companyId,
      actor,
      ip,
      act: 'user.switch-organization',
      subject: { id: companyId, name: company.name },
      before: { company_id: caller.companyId },
      after: { company_id: companyId },
    })
  })
  bus.publish({ type: 'rights.changed', userId })
  return { ok: true }
})
