import { expect, test } from 'vitest'
import { mayDo, PERMISSIONS_OF, permissionStrings, ROLE_IDS } from './permissions.ts'

test('lets nobody do what an organization admin may not', () => {
  const most = PERMISSIONS_OF['organization-admin']
  for (const role of ROLE_IDS)
    for (const permission of PERMISSIONS_OF[role]) expect(most).toContain(permission)
})

test('grants everywhere with a star and on one entity with its id', () => {
  expect(mayDo(permissionStrings('department-viewer'), 'vessel:trip-view', 'v1')).toBe(true)
  expect(mayDo(permissionStrings('department-viewer'), 'vessel:trip-delete', 'v1')).toBe(false)
  expect(mayDo(['vessel:trip-delete:v1'], 'vessel:trip-delete', 'v1')).toBe(true)
  expect(mayDo(['vessel:trip-delete:v1'], 'vessel:trip-delete', 'v2')).toBe(false)
})
