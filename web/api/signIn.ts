import { Problem } from '#contract/errors.ts'
import { createFirstAdmin, getSetup, requestCode, verifyCode } from '#contract/user.ts'
import { call } from './call.ts'
import { session } from './session.ts'

export const readSetup = () => call(getSetup, {})
export const sendCode = (email: string) => call(requestCode, { body: { email } })
export const createOrganization = (body: Parameters<typeof call<typeof createFirstAdmin>>[1]['body']) =>
  call(createFirstAdmin, { body })

/** A right code answers a token that becomes a session, once. */
export async function signInWithCode(email: string, otp: string) {
  const { token } = await call(verifyCode, { body: { email, otp } })
  if (!token) throw new Problem('internal')
  const response = await identity('exchange', { token })
  if (!response.ok) throw new Problem('internal')
  session.begin()
}

export async function signInWithPassword(email: string, password: string) {
  const response = await identity('sign-in/email', { email, password })
  if (response.status === 429) throw new Problem('TOO_MANY_ATTEMPTS')
  if (response.status >= 500) throw new Problem('internal')
  if (!response.ok) throw new Problem('INVALID_CREDENTIALS')
  session.begin()
}

export async function requestPasswordReset(email: string) {
  const response = await identity('request-password-reset', { email })
  if (!response.ok) throw new Problem('internal')
}

export async function resetPassword(token: string, newPassword: string) {
  const response = await identity('reset-password', { token, newPassword })
  if (!response.ok) throw new Problem(response.status < 500 ? 'invalid' : 'internal')
}

const identity = (path: string, body: object) =>
  fetch(`/identity/${path}`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
