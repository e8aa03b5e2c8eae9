import { Problem } from '#contract/errors.ts'
import type { Caller } from '#server/access/caller.ts'
import { lockCompany } from '#server/records/companies.ts'
import type { Tx } from '#server/stores/relational/openRecords.ts'

/**
 * Lets one transaction at a time change an organization's departments, so that two moves never close a circle. Throws
 * not_allowed where the organization works without departments.
 */
export async function holdTree(tx: Tx, { companyId }: Caller): Promise<void> {
  const company = await lockCompany(tx, companyId)
  if (!company?.departmentsFeature) throw new Problem('not_allowed')
}
