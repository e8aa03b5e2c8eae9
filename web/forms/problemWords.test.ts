import { expect, test } from 'vitest'
import type { z } from 'zod'
import { DepartmentForm } from '#contract/department.ts'
import { MODEL_PROBLEMS } from '#contract/model.ts'
import { OrganizationForm, OrganizationSettingsForm } from '#contract/organization.ts'
import { ProfileForm, UserForm } from '#contract/user.ts'
import { problemsOf } from './problemsOf.ts'
import { keyOf } from './useProblemWords.ts'

const long = 'x'.repeat(51)
const wrong = {
  name: '',
  email: 'x',
  contact: '',
  country: '',
  role_id: '',
  department_id: '',
  parent_id: '',
}

test.each<[string, z.ZodObject]>([
  ['user', UserForm],
  ['profile', ProfileForm],
  ['department', DepartmentForm],
  ['organization', OrganizationForm],
  ['organization settings', OrganizationSettingsForm],
])('everything that can be wrong with a %s is said in every language', (_, schema) => {
  const problems = [problemsOf(schema, wrong), problemsOf(schema, { ...wrong, name: long })]
  const sentences = problems.flatMap(Object.values)
  expect(sentences.length).toBeGreaterThan(1)
  for (const sentence of sentences) expect(keyOf(sentence), sentence).toBeDefined()
})

test('everything that can be wrong with a model is said in every language', () => {
  for (const sentence of Object.values(MODEL_PROBLEMS)) expect(keyOf(sentence), sentence).toBeDefined()
})

test('a person is refused in the agreed words', () => {
  expect(problemsOf(UserForm, wrong)).toEqual({
    name: 'Name must be at least 1 character.',
    email: 'Invalid email address.',
    role_id: 'Role is required.',
    department_id: 'Department is required.',
  })
  expect(problemsOf(UserForm, { ...wrong, name: long }).name).toBe('Name must be at most 50 characters.')
})
