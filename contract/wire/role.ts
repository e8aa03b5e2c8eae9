import { z } from 'zod'
import { ROLE_IDS, type RoleId } from '#contract/domain/permissions.ts'
import { Department, isTopLevel } from './department.ts'
import { endpoint, page } from './endpoint.ts'

export const Role = z.object({
  id: z.enum(ROLE_IDS).describe('Identifier of the role, for example `captain`.'),
  name: z.string().describe('Name of the role, in English.'),
  description: z.string().describe('Description of what the role allows, in English.'),
})
export type Role = z.infer<typeof Role>

/** The roles there are, for pickers. */
export const listRoleOptions = endpoint({
  method: 'GET',
  path: '/api/roles/options',
  access: 'signed-in',
  output: page(Role),
})

/** Choices for the role change of super users. */
export const getSuperData = endpoint({
  method: 'GET',
  path: '/api/super/data',
  access: 'super',
  output: z.object({
    departments: z.array(Department).describe('Departments that a super user can act in.'),
    roles: z.array(Role).describe('Roles that a super user can act in.'),
  }),
})

/** The roles of a department: roles over the whole organization belong to its top level only. */
export function rolesIn(
  department: Pick<Department, 'parent_id'>,
  features: { departments: boolean },
): readonly RoleId[] {
  const whole = isTopLevel(department) || !features.departments
  return ROLE_IDS.filter((id) => id.startsWith('department-') !== whole)
}
