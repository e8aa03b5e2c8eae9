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

test('what one manages and what one looks at are told apart', () => {
  const both = caller(['department-viewer', ['a', 'b']], ['department-admin', ['b', 'c']])
  expect(reachOf('vessel:vessel-view', both)?.departmentIds).toEqual(['a', 'b', 'c'])
  expect(reachOf('vessel:vessel-edit', both)?.departmentIds).toEqual(['b', 'c'])
  expect(reachOf('department:api-key-view', both)).toBeNull()
})

test('one role over the whole organization reaches all of it, and only with what it may', () => {
  const both = caller(['organization-viewer', null], ['department-admin', ['b']])
  expect(reachOf('vessel:vessel-view', both)?.departmentIds).toBeNull()
  expect(reachOf('vessel:vessel-edit', both)?.departmentIds).toEqual(['b'])
})

test('whoever is not super reaches nothing of what is above organizations', () => {
  const key = caller(['organization-admin', null])
  expect(reachOf('super', key)).toBeNull()
  expect(reachOf('signed-in', key)).toEqual({ organizationId: 'c', departmentIds: null })
})

test('a super viewer reaches what is above organizations, but not what is for super admins alone', () => {
  const as = (superRoleId: RoleId) => ({ ...(caller([superRoleId, null]) as object), superRoleId }) as never
  expect(reachOf('super', as('super-viewer'))).not.toBeNull()
  expect(reachOf('super-admin', as('super-viewer'))).toBeNull()
  expect(reachOf('super-admin', as('super-admin'))).not.toBeNull()
})
