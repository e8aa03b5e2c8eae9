import { expect, test } from 'vitest'
import type { z } from 'zod'
import { DepartmentForm } from '#contract/wire/department.ts'
import { MODEL_PROBLEMS } from '#contract/wire/model.ts'
import { OrganizationForm, OrganizationSettingsForm } from '#contract/wire/organization.ts'
import { ProfileForm, UserForm } from '#contract/wire/user.ts'
import { VesselForm } from '#contract/wire/vessel.ts'
import { problemsOf } from './problemsOf.ts'
import { keyOf } from './useProblemWords.ts'

const long = 'x'.repeat(51)
const wrong = {
  name: '',
  email: 'x',
  phone_number: 'after six',
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
])('has words in every language for each problem of a %s', (_, schema) => {
  const problems = [problemsOf(schema, wrong), problemsOf(schema, { ...wrong, name: long })]
  const sentences = problems.flatMap(Object.values)
  expect(sentences.length).toBeGreaterThan(1)
  for (const sentence of sentences) expect(keyOf(sentence), sentence).toBeDefined()
})

test('has words in every language for each problem of a vessel', () => {
  const good = {
    ...{ name: 'Njála', kind: 'rib', department_id: crypto.randomUUID(), fuel_type: 'diesel' },
    ...{ length: 9, beam_overall: 3, top_speed: 40, cruising_speed: 40, impact_limit: 3 },
    ...{ safety_speed_limit: 30, guidance_mode: 'auto', dashboard_mode: 'auto' },
  }
  expect(problemsOf(VesselForm, good)).toEqual({})
  const wrongs = [
    ...[{ name: '' }, { name: long }, { department_id: '' }, { ext_ref_id: long + long }],
    ...[{ hull_identification_number: long }, { mmsi: '1' }, { length: null }, { beam_overall: 0 }],
    ...[{ top_speed: 1e9 }, { cruising_speed: 40.1 }],
  ]
  for (const one of wrongs) {
    const [sentence = ''] = Object.values(problemsOf(VesselForm, { ...good, ...one }))
    expect(keyOf(sentence), JSON.stringify(one)).toBeDefined()
  }
})

test('has words in every language for each problem of a model', () => {
  for (const sentence of Object.values(MODEL_PROBLEMS)) expect(keyOf(sentence), sentence).toBeDefined()
})

test('uses the agreed words for problems of a person', () => {
  expect(problemsOf(UserForm, wrong)).toEqual({
    name: 'Name must be at least 1 character.',
    email: 'Invalid email address.',
    phone_number: 'Invalid phone number.',
    role_id: 'Role is required.',
    department_id: 'Department is required.',
  })
  expect(problemsOf(UserForm, { ...wrong, name: long }).name).toBe('Name must be at most 50 characters.')
})
