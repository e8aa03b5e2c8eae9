import { Problem } from '#contract/errors.ts'
import { getSuperOrganization } from '#contract/organization.ts'
import { findCountedCompany } from '#server/records/companies.ts'
import { serve } from '../serve.ts'
import { toOrganization } from './toOrganization.ts'

export const getSuperOrganizationRoute = serve(getSuperOrganization, async ({ db, clock, params }) => {
  const row = await findCountedCompany(db, params.id)
  if (!row) throw new Problem('not_found')
  return toOrganization(row, clock.nowMs())
})
