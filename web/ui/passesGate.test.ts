import { expect, test, vi } from 'vitest'
import type { User } from '#contract/wire/user.ts'
import { departmentChoice } from '../api/departmentChoice.ts'
import { passesGate } from './passesGate.ts'

const user = {
  department_id: 'harbour',
  role_id: 'department-admin',
  auth_role: 'user',
  permissions: ['department:user-view:*', 'rule:rule-edit:rule-1'],
} as unknown as User
const superUser = { ...user, auth_role: 'super' } as User

test('passes with one permission in the right place', () => {
  expect(passesGate(user, { permission: 'department:user-view' })).toBe(true)
  expect(passesGate(user, { permission: 'department:api-key-view' })).toBe(false)
  expect(passesGate(user, { permission: 'rule:rule-edit', entityId: 'rule-1' })).toBe(true)
  expect(passesGate(user, { permission: 'rule:rule-edit', entityId: 'rule-2' })).toBe(false)
})

test('ignores permissions of other departments while a department is chosen', () => {
  const both = {
    ...user,
    permissions: ['department:captain-view:*', 'department:captain-create:pier'],
  } as User
  const makes = () => passesGate(both, { permission: 'department:captain-create' })
  expect(makes()).toBe(true)
  departmentChoice.set('quay', ['quay'])
  expect(makes()).toBe(false)
  expect(passesGate(both, { permission: 'department:captain-view' })).toBe(true)
  expect(passesGate(both, { permission: 'department:captain-create', entityId: 'pier' })).toBe(true)
  departmentChoice.set('harbour', ['harbour', 'pier'])
  expect(makes()).toBe(true)
  departmentChoice.set(null)
})

test('passes with the role, and fails when the condition is false', () => {
  expect(passesGate(user, { role: 'department-admin' })).toBe(true)
  expect(passesGate(user, { role: 'organization-admin' })).toBe(false)
  expect(passesGate(user, { role: 'department-admin', condition: false })).toBe(false)
  expect(passesGate(user, {})).toBe(true)
})

test('passes super users only at gates for them, whatever role they take', () => {
  expect(passesGate(user, { superOnly: true })).toBe(false)
  expect(passesGate(superUser, { superOnly: true })).toBe(true)
})

test('refuses a gate with both a permission and a role, and logs an error', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(passesGate(user, { permission: 'department:user-view', role: 'department-admin' })).toBe(false)
  expect(logged).toHaveBeenCalledTimes(1)
  logged.mockRestore()
})
