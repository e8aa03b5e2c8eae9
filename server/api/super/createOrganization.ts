import { createOrganization } from '#contract/organization.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { findCountedCompany, insertCompany } from '#server/records/companies.ts'
import { serve } from '../serve.ts'
import { toCompanyRow } from './toCompanyRow.ts'
import { toOrganization } from './toOrganization.ts'

export const createOrganizationRoute = serve(createOrganization, async ({ db, clock, caller, ip, body }) =>
  db.transaction(async (tx) => {
    const { name } = body
    const { companyId } = await insertCompany(tx, { ...toCompanyRow(body), name })
    const made = await findCountedCompany(tx, companyId)
    if (!made) throw new Error('the organization was not inserted')
    await noteAct(tx, {
      companyId,
      actor: caller.actor,
      ip,
      act: 'organization.create',
      subject: { id: companyId, name },
      after: body,
    })
    return toOrganization(made, clock.nowMs())
  }),
)
