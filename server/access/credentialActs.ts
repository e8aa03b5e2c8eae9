/**
 * Writes changes of users to their own credentials into the audit log of their organization. The identity engine has no
 * transaction around its work, so the line follows the act. When the line cannot be written, the call fails.
 */
import type { BetterAuthOptions, BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware, isAPIError } from 'better-auth/api'
import type { ActName } from '#contract/wire/audit.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { findByIdentity } from '#server/records/users.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'

type Hooks = NonNullable<BetterAuthOptions['databaseHooks']>

export function credentialActs(db: Db) {
  async function note(identityId: string, act: ActName, headers: Headers | undefined): Promise<void> {
    await db.transaction(async (tx) => {
      const user = await findByIdentity(tx, identityId)
      if (!user) return
      const { id, name, organizationId } = user
      await noteAct(tx, {
        ...{ organizationId, actor: { type: 'user', userId: id }, ip: headers?.get('x-real-ip') ?? '' },
        ...{ act, subject: { id, name } },
      })
    })
  }

  /**
   * The engine reports a password reset as a change of many accounts; `passwordReset` receives the reset
   * itself.
   */
  const account: NonNullable<Hooks['account']>['update'] = {
    async after({ userId }, context) {
      if (context?.path === '/change-password') await note(userId, 'user.password', context.headers)
    },
  }
  const user: NonNullable<Hooks['user']>['update'] = {
    async after({ id, twoFactorEnabled }, context) {
      if (!context?.path?.startsWith('/two-factor/')) return
      await note(id, twoFactorEnabled ? 'user.second-factor-on' : 'user.second-factor-off', context.headers)
    },
  }
  const backupCodes = {
    id: 'backup-code-acts',
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === '/two-factor/generate-backup-codes',
          handler: createAuthMiddleware(async ({ context: { session, returned }, headers }) => {
            if (session && !isAPIError(returned)) await note(session.user.id, 'user.backup-codes', headers)
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin
  return {
    account,
    user,
    backupCodes,
    sessionEnd: (identityId: string, headers: Headers | undefined) =>
      note(identityId, 'user.session-end', headers),
    passwordReset: (who: { id: string }, request?: Request) =>
      note(who.id, 'user.password-reset', request?.headers),
  }
}
