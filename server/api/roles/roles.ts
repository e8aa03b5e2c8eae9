import type { z } from 'zod'
import type { RoleId } from '#contract/domain/permissions.ts'
import type { Role } from '#contract/wire/role.ts'

type RoleRow = z.infer<typeof Role>

const rows: readonly RoleRow[] = [
  {
    id: 'super-admin',
    name: 'SuperAdmin',
    description: 'Runs the installation: every organization, every right.',
  },
  {
    id: 'super-viewer',
    name: 'SuperViewer',
    description: 'Looks into every organization and changes nothing.',
  },
  {
    id: 'organization-admin',
    name: 'OrganizationAdmin',
    description: 'Manages the whole organization, its departments, people and fleet.',
  },
  { id: 'organization-viewer', name: 'OrganizationViewer', description: 'Sees the whole organization.' },
  {
    id: 'department-admin',
    name: 'DepartmentAdmin',
    description: 'Manages the people and the fleet of a department and those below it.',
  },
  { id: 'department-viewer', name: 'DepartmentViewer', description: 'Sees a department and those below it.' },
]

export const ROLES = Object.fromEntries(rows.map((role) => [role.id, role])) as Readonly<
  Record<RoleId, RoleRow>
>
