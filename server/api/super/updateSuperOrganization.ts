import { Problem } from '#contract/errors.ts'
import { updateSuperOrganization } from '#contract/organization.ts'
import { difference, noteAct } from '#server/records/auditLog.ts'
import { findCountedCompany, lockCompany, updateCompany } from '#server/records/companies.ts'
import { serve } from '../serve.ts'
import { toCompanyRow } from './toCompanyRow.ts'
import { toOrganization } from './toOrganization.ts'

export const updateSuperOrganizationRoute = serve(
  updateSuperOrganization,
  async ({ db, clock, caller, ip, params: { id }, body }) =>
    db.transaction(async (tx) => {
      const nowMs = clock.nowMs()
      await lockCompany(tx, id)
      const before = await findCountedCompany(tx, id)
      if (!before) throw new Problem('not_found')
      await updateCompany(tx, id, toCompanyRow(body))
      const after = await findCountedCompany(tx, id)
      if (!after) throw new Problem('conflict')
      await noteAct(tx, {
        companyId: id,
        actor: caller.actor,
        ip,
        act: 'organization.update',
        subject: { id, name: after.company.name },
        ...difference(toOrganization(before, nowMs), toOrganization(after, nowMs)),
      })
      return toOrganization(after, nowMs)
    }),
)
