/** A six-digit code of an authenticator app, or a backup code, after the password, the mailed code or the provider. */
import type { BetterAuthPlugin } from 'better-auth'
import {
  APIError,
  createAuthEndpoint,
  createAuthMiddleware,
  getSessionFromCtx,
  isAPIError,
  sessionMiddleware,
} from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { AttemptLimits } from './attemptLimits.ts'
import type { Refusals } from './refusals.ts'

/** Wrong codes in a row, whichever sign-in they belong to, before an account rests. */
const LOCK = { maxFailedAttempts: 10, durationSeconds: 900 }

/** Cookie after the first factor, before the second. */
const CHALLENGE = 'two_factor'

/**
 * Second factor with the app. The engine's own plugin asks only after a password, and accepts a code
 * repeatedly while it is valid. Ours asks after every first factor, and accepts each code once.
 */
export function secondFactorPlugin(limits: AttemptLimits, refusals: Refusals) {
  const plugin = twoFactor({ issuer: 'Taffrail', allowPasswordless: true, accountLockout: LOCK })
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    matcher: (context: Parameters<typeof hook.matcher>[0]) =>
      context.path === '/exchange' || isFromProvider(context) || hook.matcher(context),
  }))
  const asked = {
    matcher: isFromProvider,
    handler: createAuthMiddleware(async (context) => {
      const { returned, responseHeaders } = context.context
      if (!(returned && typeof returned === 'object' && 'twoFactorRedirect' in returned)) return
      // The provider sent the browser here, so a page asks for the code and then leads on.
      const from = responseHeaders?.get('location') ?? '/'
      throw context.redirect(`/signin?${new URLSearchParams({ second_factor: 'true', from })}`)
    }),
  }
  const before = [
    {
      matcher: ({ path }: { path?: string }) => path === '/two-factor/verify-totp',
      handler: createAuthMiddleware(async (context) => {
        const userId = await whoseCode(context)
        if (userId && !(await limits.mayUseCode(userId, String(context.body?.code)))) {
          throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'Used before' })
        }
      }),
    },
  ]
  const refused = {
    matcher: ({ path = '' }: { path?: string }) =>
      path.startsWith('/two-factor/verify-') || path === '/change-password',
    handler: createAuthMiddleware(async (context) => {
      const { returned } = context.context
      if (!isAPIError(returned)) return
      const own = context.path === '/change-password' ? 'credentials' : 'second-factor'
      const reason = returned.body?.code === 'ACCOUNT_TEMPORARILY_LOCKED' ? 'locked' : own
      const identityId = await whoseCode(context)
      await refusals.signIn(identityId, reason, context.headers?.get('x-real-ip') ?? '')
    }),
  }
  return { ...plugin, hooks: { before, after: [...after, asked, refused] } }
}

const isFromProvider = ({ path = '' }: { path?: string }) => path.startsWith('/callback/')

async function whoseCode(context: Parameters<typeof getSessionFromCtx>[0]): Promise<string | undefined> {
  const session = await getSessionFromCtx(context)
  if (session) return session.user.id
  const { name } = context.context.createAuthCookie(CHALLENGE)
  const challenge = await context.getSignedCookie(name, context.context.secret)
  const kept = challenge && (await context.context.internalAdapter.findVerificationValue(challenge))
  return kept ? kept.value : undefined
}

/** `GET /identity/two-factor/state` { enabled, has_password } of the signed-in user. */
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
