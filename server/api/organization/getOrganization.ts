import { Problem } from '#contract/wire/errors.ts'
import { getOrganization } from '#contract/wire/organization.ts'
import { findOrganization } from '#server/records/organizations.ts'
import { serve } from '../serve.ts'
import { toOrganization } from './toOrganization.ts'

export const getOrganizationRoute = serve(getOrganization, async ({ db, caller }) => {
  const organization = await findOrganization(db, caller.organizationId)
  if (!organization) throw new Problem('not_found')
  return toOrganization(organization)
})
