/**
 * Calls of the pages before sign-in. Imports only types from the contract: its schemas weigh more than the whole page.
 * The addresses are therefore repeated here, and a test compares them.
 */
import type { BodyOf, OutputOf } from '#contract/wire/endpoint.ts'
import { Problem } from '#contract/wire/errors.ts'
import type { createFirstAdmin, getSetup, requestCode, verifyCode } from '#contract/wire/user.ts'
import { session } from '../session/session.ts'
import { ask } from './ask.ts'
import { askIdentity } from './askIdentity.ts'

/** Result of the first step: signed in, or a code of the authenticator app is required. */
export type SignInOutcome = 'signed in' | 'second factor'

export const readSetup = () => ask<OutputOf<typeof getSetup>>('/api/setup')
export const sendCode = (email: string) =>
  ask<OutputOf<typeof requestCode>>('/api/auth/signin/otp', {
    email,
  } satisfies BodyOf<typeof requestCode>)
export const createOrganization = (body: BodyOf<typeof createFirstAdmin>) =>
  ask<OutputOf<typeof createFirstAdmin>>('/api/setup', body)

/** Verifies a mailed code; a right code returns a token that creates a session, once. */
export async function signInWithCode(email: string, otp: string): Promise<SignInOutcome> {
  const proof: BodyOf<typeof verifyCode> = { email, otp }
  const { token } = await ask<OutputOf<typeof verifyCode>>('/api/auth/signin/verify-otp', proof)
  if (!token) throw new Problem('internal')
  return begin('exchange', { token })
}

export const signInWithPassword = (email: string, password: string) =>
  begin('sign-in/email', { email, password })

/** Returns the address of the external provider, which redirects to `from` after sign-in. */
export async function startAtProvider(from: string): Promise<string> {
  const { redirect_to } = await askIdentity<{ redirect_to: string }>('sign-in/social', { from })
  return redirect_to
}

export const requestPasswordReset = (email: string) => askIdentity('request-password-reset', { email })

export const resetPassword = (token: string, newPassword: string) =>
  askIdentity('reset-password', { token, newPassword })

/** Second step of signing in. Throws INVALID_OTP, and not_authenticated when the first step was too long ago. */
export async function signInWithSecondFactor(code: string, kind: 'app' | 'backup') {
  await askIdentity(kind === 'app' ? 'two-factor/verify-totp' : 'two-factor/verify-backup-code', { code })
  session.begin()
}

async function begin(path: string, proof: object): Promise<SignInOutcome> {
  const { second_factor } = await askIdentity<{ second_factor?: true }>(path, proof)
  if (second_factor) return 'second factor'
  session.begin()
  return 'signed in'
}
