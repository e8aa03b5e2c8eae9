import { listOrganizations } from '#contract/wire/organization.ts'
import * as organizations from '#server/records/organizations.ts'
import { serve } from '../serve.ts'
import { toCountedOrganization } from './toCountedOrganization.ts'

export const listOrganizationsRoute = serve(listOrganizations, async ({ db, clock, query }) => {
  const { rows, total } = await organizations.listOrganizations(db, query)
  return { data: rows.map((row) => toCountedOrganization(row, clock.nowMs())), total }
})
