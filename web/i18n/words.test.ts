import { expect, test } from 'vitest'
import en from './en.json' with { type: 'json' }
import icelandic from './is.json' with { type: 'json' }
import italian from './it.json' with { type: 'json' }

const sentences = (words: object, path = ''): [string, string][] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[path + key, value] as [string, string]]
      : sentences(value, `${path}${key}.`),
  )
const blanks = (sentence: string) => (sentence.match(/\{\{\w+\}\}/g) ?? []).sort()

test.each([
  ['Italian', italian],
  ['Icelandic', icelandic],
])('%s says everything that English says, with the same blanks to fill', (_, words) => {
  const english = new Map(sentences(en))
  const translated = new Map(sentences(words))
  expect([...translated.keys()].sort()).toEqual([...english.keys()].sort())
  for (const [key, sentence] of english) {
    expect(translated.get(key)?.trim(), key).toBeTruthy()
    expect(blanks(translated.get(key) ?? ''), key).toEqual(blanks(sentence))
  }
})

test('English says what was agreed, word for word', () => {
  const { signIn, error, trips } = en
  expect([signIn.withPassword, signIn.withoutPassword]).toEqual([
    'Sign in with password',
    'Sign in without a password',
  ])
  expect([signIn.continue, signIn.checkEmail, signIn.submit, signIn.resend, signIn.signIn]).toEqual([
    'Continue',
    'Check your email',
    'Submit',
    'Resend',
    'Sign In',
  ])
  expect([signIn.forgot, signIn.resetTitle, signIn.resetSend, en.common.close]).toEqual([
    'Forgot your password?',
    'Reset your password',
    'Send Email',
    'Close',
  ])
  expect([signIn.emailRequired, signIn.emailInvalid, signIn.passwordRequired]).toEqual([
    'Email is required',
    'Must be a valid email',
    'Password is required',
  ])
  expect([signIn.incorrectCode, signIn.failed, signIn.resetSent, signIn.resetFailed]).toEqual([
    'Incorrect code',
    'Something went wrong. Please try again.',
    'Email sent',
    'Could not send email',
  ])
  expect([signIn.invalidCredentials, signIn.tooManyAttempts]).toEqual([
    'Invalid email or password. Please check your credentials and try again.',
    'Too many failed login attempts. Try again later.',
  ])
  expect([error.signInLoad, error.token, error.lost, error.oops, error.trips]).toEqual([
    'Something went wrong. Could not sign in user.',
    'Failed to retrieve token. Please try again.',
    'Oops! Lost at sea...',
    'Oops! Something went wrong...',
    'Error fetching trips.',
  ])
  expect([error.noAccess, error.backToSafety, error.sendFeedback]).toEqual([
    'You do not have the required permissions to access this resource.',
    'Back to safety',
    'Send feedback',
  ])
  expect(trips.none).toBe(
    'No trips have been logged yet. Trips will be automatically logged once a vessel starts sailing.',
  )
})
