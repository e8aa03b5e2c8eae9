import { expect, test } from 'vitest'
import type { RoleId } from '#contract/domain/permissions.ts'
import { reachOf } from './reachOf.ts'

const caller = (...memberships: [RoleId, string[] | null][]) =>
  ({
    organizationId: 'c',
    actor: { type: 'user', userId: 'u' },
    superRoleId: null,
    memberships: memberships.map(([roleId, departmentIds]) => ({ departmentId: 'd', roleId, departmentIds })),
  }) as never

test('separates departments to manage from departments to view', () => {
  const both = caller(['department-viewer', ['a', 'b']], ['department-admin', ['b', 'c']])
  expect(reachOf('vessel:vessel-view', both)?.departmentIds).toEqual(['a', 'b', 'c'])
  expect(reachOf('vessel:vessel-edit', both)?.departmentIds).toEqual(['b', 'c'])
  expect(reachOf('department:api-key-view', both)).toBeNull()
})

test('reaches the whole organization with one role over it, and only for what that role may do', () => {
  const both = caller(['organization-viewer', null], ['department-admin', ['b']])
  expect(reachOf('vessel:vessel-view', both)?.departmentIds).toBeNull()
  expect(reachOf('vessel:vessel-edit', both)?.departmentIds).toEqual(['b'])
})

test('reaches nothing above organizations without a super role', () => {
  const key = caller(['organization-admin', null])
  expect(reachOf('super', key)).toBeNull()
  expect(reachOf('signed-in', key)).toEqual({ organizationId: 'c', departmentIds: null })
})

test('reaches above organizations as a super viewer, except what is for super admins alone', () => {
  const as = (superRoleId: RoleId) => ({ ...(caller([superRoleId, null]) as object), superRoleId }) as never
  expect(reachOf('super', as('super-viewer'))).not.toBeNull()
  expect(reachOf('super-admin', as('super-viewer'))).toBeNull()
  expect(reachOf('super-admin', as('super-admin'))).not.toBeNull()
})
