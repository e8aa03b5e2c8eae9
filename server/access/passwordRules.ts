/** Refuses passwords that attackers try first, wherever a user chooses one. */
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { Problem } from '#contract/wire/errors.ts'

/** The most frequent passwords of published thefts, in lower case. Loaded on demand: it takes a fifth of a second. */
let stolen: Promise<ReadonlySet<string>> | undefined

async function stolenPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** Throws PASSWORD_BREACHED. */
export async function requireUnknownPassword(password: string): Promise<void> {
  stolen ??= stolenPasswords()
  if ((await stolen).has(password.toLowerCase())) throw new Problem('PASSWORD_BREACHED')
}

const SET_PATHS = ['/reset-password', '/change-password']

/** Checks a new password before the engine uses up the link or hashes anything. */
export const passwordRulesPlugin = () =>
  ({
    id: 'password-rules',
    hooks: {
      before: [
        {
          matcher: ({ path = '' }) => SET_PATHS.includes(path),
          handler: createAuthMiddleware(async ({ body }) => {
            try {
              await requireUnknownPassword(String(body?.newPassword))
            } catch (error) {
              if (!(error instanceof Problem)) throw error
              throw new APIError('BAD_REQUEST', { code: error.code, message: error.message })
            }
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin
