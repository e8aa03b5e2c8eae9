import { expect, test } from 'vitest'
import { problemsOf } from '../../forms/problemsOf.ts'
import { keyOf } from '../../forms/useProblemWords.ts'
import { PasswordForm } from './passwordForm.ts'

test('requires every field of an empty form', () => {
  const problems = problemsOf(PasswordForm, { current: '', next: '', repeated: '' })
  expect(problems).toEqual({
    current: 'Current password is required',
    next: 'New password must be at least 6 characters',
    repeated: 'New password must be repeated',
  })
  for (const problem of Object.values(problems)) expect(keyOf(problem), problem).toBeDefined()
})

test('requires both new passwords to be equal', () => {
  const passwords = { current: 'old', next: 'a fair wind', repeated: 'a foul wind' }
  expect(problemsOf(PasswordForm, passwords)).toEqual({ repeated: 'Passwords must match' })
  expect(problemsOf(PasswordForm, { ...passwords, repeated: 'a fair wind' })).toEqual({})
})
