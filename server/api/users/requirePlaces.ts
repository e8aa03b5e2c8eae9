import type { RoleId } from '#contract/domain/permissions.ts'
import { Problem } from '#contract/wire/errors.ts'
import { rolesIn } from '#contract/wire/role.ts'
import type { Caller } from '#server/access/caller.ts'
import { mayGrant } from '#server/access/mayGrant.ts'
import { findDepartment } from '#server/records/departments.ts'
import { findOrganization } from '#server/records/organizations.ts'
import type { ListedUserRow } from '#server/records/userLists.ts'
import type { Tx } from '#server/stores/relational/openRecords.ts'

interface Place {
  role_id: RoleId
  department_id: string
}

/** Throws unless the caller may give a user these roles in these departments, and each role suits its department. */
export async function requirePlaces(tx: Tx, caller: Caller, places: readonly Place[]): Promise<void> {
  const organization = await findOrganization(tx, caller.organizationId)
  const features = { departments: organization?.departmentsFeature ?? false }
  for (const { department_id, role_id } of places) {
    const found = await findDepartment(tx, caller.scope, department_id)
    if (!found) throw new Problem('invalid', 'department_id: there is no such department.')
    if (!mayGrant(caller, role_id, department_id)) throw new Problem('not_allowed')
    if (!rolesIn({ parent_id: found.department.parentId }, features).includes(role_id)) {
      throw new Problem('invalid', 'role_id: this role does not belong in this department.')
    }
  }
}

/** Throws unless the caller could have made this person all that they are, wherever they are. */
export function requirePower(caller: Caller, { user, memberships }: ListedUserRow): void {
  const primary = { roleId: (user.superRoleId ?? user.roleId) as RoleId, departmentId: user.departmentId }
  const others = memberships.map(({ roleId, department }) => ({ roleId, departmentId: department.id }))
  const may = [primary, ...others].every(({ roleId, departmentId }) => mayGrant(caller, roleId, departmentId))
  if (!may) throw new Problem('not_allowed')
}
