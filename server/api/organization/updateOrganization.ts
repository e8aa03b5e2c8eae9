import { Problem } from '#contract/errors.ts'
import { updateOrganization } from '#contract/organization.ts'
import { difference, noteAct } from '#server/records/auditLog.ts'
import { findCompany, lockCompany, updateCompany } from '#server/records/companies.ts'
import { serve } from '../serve.ts'
import { toCompany } from './toCompany.ts'

export const updateOrganizationRoute = serve(updateOrganization, async ({ db, caller, ip, body }) => {
  const { companyId, actor } = caller
  return db.transaction(async (tx) => {
    const before = await lockCompany(tx, companyId)
    const { name, contact, settings } = body
    const forceCaptainLogin = settings?.force_captain_login ?? before?.forceCaptainLogin ?? false
    await updateCompany(tx, companyId, { name, contact, forceCaptainLogin })
    const after = await findCompany(tx, companyId)
    if (!before || !after) throw new Problem('not_found')
    const subject = { id: companyId, name }
    const states = difference(toCompany(before), toCompany(after))
    await noteAct(tx, { companyId, actor, ip, act: 'organization.update', subject, ...states })
    return toCompany(after)
  })
})
