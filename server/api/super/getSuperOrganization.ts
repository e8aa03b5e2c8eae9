import { Problem } from '#contract/wire/errors.ts'
import { getSuperOrganization } from '#contract/wire/organization.ts'
import { findCountedOrganization } from '#server/records/organizations.ts'
import { serve } from '../serve.ts'
import { toCountedOrganization } from './toCountedOrganization.ts'

export const getSuperOrganizationRoute = serve(getSuperOrganization, async ({ db, clock, params }) => {
  const row = await findCountedOrganization(db, params.id)
  if (!row) throw new Problem('not_found')
  return toCountedOrganization(row, clock.nowMs())
})
