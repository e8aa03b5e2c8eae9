import { expect, test } from 'vitest'
import { ROLE_IDS, type RoleId } from '#contract/permissions.ts'
import { mayGrant } from './mayGrant.ts'

const granted = (roleId: RoleId, superRoleId: RoleId | null) =>
  ROLE_IDS.filter((role) => mayGrant({ roleId, superRoleId }, role))

test('lets nobody give more than they have', () => {
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

test('makes super users only as one who looks as one', () => {
  expect(granted('organization-admin', 'super-admin')).not.toContain('super-admin')
  expect(granted('super-admin', null)).not.toContain('super-viewer')
  expect(granted('super-viewer', 'super-viewer')).toEqual([])
})
