import { expect, test } from 'vitest'
import { mayDo, PERMISSIONS_OF, ROLE_IDS } from './permissions.ts'

test('grants no role what an organization admin may not do', () => {
  const most = PERMISSIONS_OF['organization-admin']
  for (const role of ROLE_IDS)
    for (const permission of PERMISSIONS_OF[role]) expect(most).toContain(permission)
})

test('grants everywhere with a star, and else on what has the id or lies in the department', () => {
  expect(mayDo(['vessel:trip-view:*'], 'vessel:trip-view', 'v1')).toBe(true)
  expect(mayDo(['vessel:trip-view:*'], 'vessel:trip-delete', 'v1')).toBe(false)
  expect(mayDo(['vessel:trip-delete:v1'], 'vessel:trip-delete', 'v1')).toBe(true)
  expect(mayDo(['vessel:trip-delete:v1'], 'vessel:trip-delete', 'v2')).toBe(false)
  expect(mayDo(['vessel:trip-delete:d1'], 'vessel:trip-delete', 'v2', 'd1')).toBe(true)
  expect(mayDo(['vessel:trip-delete:d1'], 'vessel:trip-delete', 'v2', undefined)).toBe(false)
})

test('states without a subject whether any is granted', () => {
  expect(mayDo(['department:user-view:d1'], 'department:user-view')).toBe(true)
  expect(mayDo(['department:user-view:d1'], 'department:user-create')).toBe(false)
  expect(mayDo([], 'department:user-view')).toBe(false)
})
