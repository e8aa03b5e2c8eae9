/** A six-digit code of an authenticator app, or a backup code, after the password or the mailed code. */
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint, sessionMiddleware } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins/two-factor'

/** Wrong codes in a row, whichever sign-in they belong to, before an account rests. */
const LOCK = { maxFailedAttempts: 10, durationSeconds: 900 }

/** The engine's own plugin asks after a password only; ours makes it ask after a mailed code as well. */
export function secondFactorPlugin() {
  const plugin = twoFactor({ issuer: 'Binnacle', allowPasswordless: true, accountLockout: LOCK })
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    matcher: (context: Parameters<typeof hook.matcher>[0]) =>
      context.path === '/exchange' || hook.matcher(context),
  }))
  return { ...plugin, hooks: { after } }
}

/** `GET /identity/two-factor/state` { enabled, has_password } of whoever is signed in. */
export const secondFactorStatePlugin = () =>
  ({
    id: 'second-factor-state',
    endpoints: {
      secondFactorState: createAuthEndpoint(
        '/two-factor/state',
        { method: 'GET', use: [sessionMiddleware] },
        async (context) => {
          const { user } = context.context.session
          const credentials = await context.context.internalAdapter.findCredentialAccount(user.id)
          return context.json({
            enabled: user.twoFactorEnabled === true,
            has_password: Boolean(credentials?.password),
          })
        },
      ),
    },
  }) satisfies BetterAuthPlugin
