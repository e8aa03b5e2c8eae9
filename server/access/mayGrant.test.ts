import { expect, test } from 'vitest'
import { ROLE_IDS, type RoleId, seesWholeOrganization } from '#contract/domain/permissions.ts'
import { mayGrant } from './mayGrant.ts'

const HERE = 'here'
const membership = (roleId: RoleId, departmentId = HERE) => ({
  departmentId,
  roleId,
  departmentIds: seesWholeOrganization(roleId) ? null : [departmentId],
})
const granted = (roleId: RoleId, superRoleId: RoleId | null) =>
  ROLE_IDS.filter((role) =>
    mayGrant({ roleId, superRoleId, memberships: [membership(roleId)] } as never, role, HERE),
  )

test('refuses to grant more than the caller has', () => {
  expect(granted('super-admin', 'super-admin')).toEqual(ROLE_IDS)
  expect(granted('organization-admin', null)).toEqual([
    'organization-admin',
    'organization-viewer',
    'department-admin',
    'department-viewer',
  ])
  expect(granted('department-admin', null)).toEqual(['department-admin', 'department-viewer'])
  expect(granted('department-viewer', null)).toEqual(['department-viewer'])
})

test('makes super users only when the caller acts as one', () => {
  expect(granted('organization-admin', 'super-admin')).not.toContain('super-admin')
  expect(granted('super-admin', null)).not.toContain('super-viewer')
  expect(granted('super-viewer', 'super-viewer')).toEqual([])
})

test('grants in each department what the caller has there', () => {
  const memberships = [membership('department-viewer'), membership('department-admin', 'there')]
  const both = { roleId: 'department-viewer', superRoleId: null, memberships } as never
  expect(mayGrant(both, 'department-admin', 'there')).toBe(true)
  expect(mayGrant(both, 'department-admin', HERE)).toBe(false)
  expect(mayGrant(both, 'department-viewer', HERE)).toBe(true)
  expect(mayGrant(both, 'department-viewer', 'elsewhere')).toBe(false)
})
