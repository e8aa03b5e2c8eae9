import { listOrganizations } from '#contract/organization.ts'
import { listCompanies } from '#server/records/companies.ts'
import { serve } from '../serve.ts'
import { toOrganization } from './toOrganization.ts'

export const listOrganizationsRoute = serve(listOrganizations, async ({ db, clock, query }) => {
  const { rows, total } = await listCompanies(db, query)
  return { data: rows.map((row) => toOrganization(row, clock.nowMs())), total }
})
