import { Problem } from '#contract/errors.ts'
import { createFirstAdmin, getSetup, requestCode, verifyCode } from '#contract/user.ts'
import { session } from '../session/session.ts'
import { askIdentity } from './askIdentity.ts'
import { call } from './call.ts'

/** Signed in, or to be asked for the code of the authenticator app first. */
export type SignInOutcome = 'signed in' | 'second factor'

export const readSetup = () => call(getSetup, {})
export const sendCode = (email: string) => call(requestCode, { body: { email } })
export const createOrganization = (body: Parameters<typeof call<typeof createFirstAdmin>>[1]['body']) =>
  call(createFirstAdmin, { body })

/** A right code answers a token that becomes a session, once. */
export async function signInWithCode(email: string, otp: string): Promise<SignInOutcome> {
  const { token } = await call(verifyCode, { body: { email, otp } })
  if (!token) throw new Problem('internal')
  return begin('exchange', { token })
}

export const signInWithPassword = (email: string, password: string) =>
  begin('sign-in/email', { email, password })

/** The address of the outside provider, which leads back to `from` once it knows who it is. */
export async function startAtProvider(from: string): Promise<string> {
  const { redirect_to } = await askIdentity<{ redirect_to: string }>('sign-in/social', { from })
  return redirect_to
}

export const requestPasswordReset = (email: string) => askIdentity('request-password-reset', { email })

export const resetPassword = (token: string, newPassword: string) =>
  askIdentity('reset-password', { token, newPassword })

async function begin(path: string, proof: object): Promise<SignInOutcome> {
  const { second_factor } = await askIdentity<{ second_factor?: true }>(path, proof)
  if (second_factor) return 'second factor'
  session.begin()
  return 'signed in'
}
