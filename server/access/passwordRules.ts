/** Refuses passwords that attackers try first, wherever a user chooses one. */
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { Problem } from '#contract/wire/errors.ts'
import { passwordLengthFor } from '#server/records/secondFactors.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { requireUnknownPassword } from './requireUnknownPassword.ts'

const SET_PATHS = ['/reset-password', '/change-password']

/** Checks a new password before the engine uses up the link or hashes anything. */
export const passwordRulesPlugin = (db: Db) =>
  ({
    id: 'password-rules',
    hooks: {
      before: [
        {
          matcher: ({ path = '' }) => SET_PATHS.includes(path),
          handler: createAuthMiddleware(async (context) => {
            const password = String(context.body?.newPassword)
            try {
              const identityId = await whosePassword(context)
              const least = identityId === undefined ? null : await passwordLengthFor(db, identityId)
              if (least !== null && password.length < least)
                throw new Problem(
                  'PASSWORD_TOO_SHORT',
                  `Your organization requires a password of at least ${least} characters.`,
                )
              await requireUnknownPassword(password)
            } catch (error) {
              if (!(error instanceof Problem)) throw error
              throw new APIError('BAD_REQUEST', { code: error.code, message: error.message })
            }
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin

/** The user of the session, or of the link in a mail or an invitation. */
async function whosePassword(context: Parameters<typeof getSessionFromCtx>[0]): Promise<string | undefined> {
  if (context.path === '/change-password') return (await getSessionFromCtx(context))?.user.id
  const { internalAdapter } = context.context
  const kept = await internalAdapter.findVerificationValue(`reset-password:${context.body?.token}`)
  return kept?.value
}
