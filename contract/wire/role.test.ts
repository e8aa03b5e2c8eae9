import { expect, test } from 'vitest'
import { rolesIn } from './role.ts'

const OVER_ALL = ['super-admin', 'super-viewer', 'organization-admin', 'organization-viewer']
const IN_DEPARTMENT = ['department-admin', 'department-viewer']

test('offers department roles below the top level only, and only where there are departments', () => {
  expect(rolesIn({ parent_id: null }, { departments: true })).toEqual(OVER_ALL)
  expect(rolesIn({ parent_id: 'top' }, { departments: true })).toEqual(IN_DEPARTMENT)
  expect(rolesIn({ parent_id: 'top' }, { departments: false })).toEqual(OVER_ALL)
})
