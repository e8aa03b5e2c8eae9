/**
 * Paths of the identity engine that are open to the console, and the wording of its answers; all other paths stay
 * closed.
 */
import { z } from 'zod'
import { PROBLEMS, Problem, type ProblemCode } from '#contract/wire/errors.ts'
import { OWN_PATH } from '#contract/wire/ownPath.ts'
import { PROVIDER_ID } from '#server/access/provider.ts'

export interface IdentityEndpoint {
  method: 'GET' | 'POST'
  path: string
  /** Problem that stands for each refusal of the engine. */
  refused: ProblemCode
  /** Answer to a caller without a session instead of a refusal, which browsers would log as a failure. */
  signedOut?: object
  /** The fields of the request that reach the engine; without a schema, all of them. */
  body?: z.ZodType<object>
  /** True when a caller could try secrets one after the other. */
  guessable?: boolean
  /** True where a code of the second factor, `code` in the body, is needed as well. */
  needsCode?: boolean
}

const WithCode = z.object({ code: z.string().max(20) })
/** Address to open afterwards: a path of ours. */
const WithFrom = z
  .object({
    from: z.string().max(2000).regex(OWN_PATH),
  })
  .transform(({ from }) => ({
    provider: PROVIDER_ID,
    callbackURL: from,
    errorCallbackURL: '/signin',
    disableRedirect: true,
  }))
/** Ends all other sessions, whatever the caller requests: another person may know the old password. */
const WithPasswords = z
  .object({ currentPassword: z.string().max(200), newPassword: z.string().max(200) })
  .transform((passwords) => ({ ...passwords, revokeOtherSessions: true }))
const WithId = z.object({ id: z.string().max(100) })
const WithPassword = z.object({ password: z.string().max(200).optional() })

export const IDENTITY_ENDPOINTS: readonly IdentityEndpoint[] = [
  { method: 'GET', path: '/token', refused: 'not_authenticated', signedOut: { token: null } },
  { method: 'GET', path: '/jwks', refused: 'not_found' },
  { method: 'POST', path: '/exchange', refused: 'not_authenticated' },
  { method: 'POST', path: '/sign-out', refused: 'not_authenticated' },
  { method: 'POST', path: '/reset-password', refused: 'invalid' },
  {
    method: 'POST',
    path: '/change-password',
    refused: 'INVALID_CREDENTIALS',
    body: WithPasswords,
    guessable: true,
  },
  { method: 'POST', path: '/sign-in/social', refused: 'not_found', body: WithFrom },
  { method: 'GET', path: `/callback/${PROVIDER_ID}`, refused: 'not_found' },
  { method: 'GET', path: '/sessions', refused: 'not_authenticated' },
  { method: 'POST', path: '/sessions/end', refused: 'not_found', body: WithId },
  { method: 'GET', path: '/two-factor/state', refused: 'not_authenticated' },
  ...[
    { path: '/two-factor/enable' },
    { path: '/two-factor/disable', needsCode: true },
    { path: '/two-factor/generate-backup-codes', needsCode: true },
  ].map((endpoint) => ({
    ...endpoint,
    method: 'POST' as const,
    refused: 'INVALID_CREDENTIALS' as const,
    body: WithPassword,
    guessable: true,
  })),
  ...['/two-factor/verify-totp', '/two-factor/verify-backup-code'].map((path) => ({
    method: 'POST' as const,
    path,
    refused: 'INVALID_OTP' as const,
    body: WithCode,
    guessable: true,
  })),
]

/** The engine's path for a code: an app shows six digits, backup codes have letters. */
export function pathOfCode(sent: unknown): { path: string; body: string } {
  const given = WithCode.safeParse(sent)
  if (!given.success) throw new Problem('INVALID_OTP')
  const { code } = given.data
  const path = /^\d{6}$/.test(code) ? '/two-factor/verify-totp' : '/two-factor/verify-backup-code'
  return { path, body: JSON.stringify({ code }) }
}

/** Codes of the engine for a sign-in that its status does not distinguish. */
const REFUSALS: Record<string, ProblemCode> = {
  UNAUTHORIZED: 'not_authenticated',
  INVALID_TWO_FACTOR_COOKIE: 'not_authenticated',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'TOO_MANY_ATTEMPTS',
  ACCOUNT_TEMPORARILY_LOCKED: 'TOO_MANY_ATTEMPTS',
  PASSWORD_BREACHED: 'PASSWORD_BREACHED',
}

export async function refusalOf(answer: Response, refused: ProblemCode): Promise<Problem> {
  const { code = '', message } = (await answer.json().catch(() => ({}))) as {
    code?: string
    message?: string
  }
  // This sentence is ours, and names the length.
  if (code === 'PASSWORD_TOO_SHORT') return new Problem(code, message)
  const problem = REFUSALS[code] ?? refused
  return new Problem(
    problem,
    problem === 'invalid'
      ? 'The link is used or too old, or the password is shorter than 6 characters.'
      : PROBLEMS[problem].message,
  )
}

/** Removes session data from the engine's answer: sessions travel in the cookie only. */
export function publicAnswer(body: {
  twoFactorRedirect?: boolean
  totpURI?: string
  backupCodes?: string[]
  url?: string
}): Record<string, unknown> {
  return {
    ok: true,
    ...(body.twoFactorRedirect && { second_factor: true }),
    ...(body.totpURI && { otpauth_uri: body.totpURI }),
    ...(body.url && { redirect_to: body.url }),
    ...(body.backupCodes && { backup_codes: body.backupCodes }),
  }
}
