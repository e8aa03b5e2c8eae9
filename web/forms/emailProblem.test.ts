import { expect, test } from 'vitest'
import { emailProblem } from './emailProblem.ts'

test('distinguishes a missing email address from an invalid one', () => {
  expect(emailProblem('  ')).toBe('signIn.emailRequired')
  for (const wrong of ['a', 'a@b', 'a b@c.is', '@c.is', 'a@.is'])
    expect(emailProblem(wrong)).toBe('signIn.emailInvalid')
  for (const right of ['a@b.is', ' organization-admin@demo.example ']) expect(emailProblem(right)).toBeNull()
})
