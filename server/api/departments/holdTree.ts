import { Problem } from '#contract/wire/errors.ts'
import type { Caller } from '#server/access/caller.ts'
import { lockOrganization } from '#server/records/organizations.ts'
import type { Tx } from '#server/stores/relational/openRecords.ts'

/**
 * Lets one transaction at a time change an organization's departments, so that two moves never close a circle. Throws
 * not_allowed where the organization works without departments.
 */
export async function holdTree(tx: Tx, { organizationId }: Caller): Promise<void> {
  const organization = await lockOrganization(tx, organizationId)
  if (!organization?.departmentsFeature) throw new Problem('not_allowed')
}
