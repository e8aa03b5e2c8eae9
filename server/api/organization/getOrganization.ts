import { Problem } from '#contract/errors.ts'
import { getOrganization } from '#contract/organization.ts'
import { findCompany } from '#server/records/companies.ts'
import { serve } from '../serve.ts'
import { toCompany } from './toCompany.ts'

export const getOrganizationRoute = serve(getOrganization, async ({ db, caller }) => {
  const company = await findCompany(db, caller.companyId)
  if (!company) throw new Problem('not_found')
  return toCompany(company)
})
