import { Problem } from '#contract/errors.ts'
import type { RoleId } from '#contract/permissions.ts'
import { rolesIn } from '#contract/role.ts'
import type { Caller } from '#server/access/caller.ts'
import { mayGrant } from '#server/access/mayGrant.ts'
import { findCompany } from '#server/records/companies.ts'
import { findDepartment } from '#server/records/departments.ts'
import type { Tx } from '#server/stores/relational/openRecords.ts'

/** Throws unless the caller may give somebody this role in this department, and the two suit each other. */
export async function demandPlace(
  tx: Tx,
  caller: Caller,
  place: { role_id: RoleId; department_id: string },
): Promise<void> {
  const found = await findDepartment(tx, caller.scope, place.department_id)
  if (!found) throw new Problem('invalid', 'department_id: there is no such department.')
  if (!mayGrant(caller, place.role_id)) throw new Problem('not_allowed')
  const company = await findCompany(tx, caller.companyId)
  const features = { departments: company?.departmentsFeature ?? false }
  if (!rolesIn({ parent_id: found.department.parentId }, features).includes(place.role_id)) {
    throw new Problem('invalid', 'role_id: this role does not belong in this department.')
  }
}
