import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import { identifierOf } from './issueExchangeToken.ts'

/** `POST /identity/exchange` { token } starts the session. */
export const exchangePlugin = () =>
  ({
    id: 'exchange',
    endpoints: {
      exchange: createAuthEndpoint(
        '/exchange',
        { method: 'POST', body: z.object({ token: z.string().max(100) }) },
        async (context) => {
          const { internalAdapter } = context.context
          const used = await internalAdapter.consumeVerificationValue(identifierOf(context.body.token))
          const user =
            used && used.expiresAt > new Date() ? await internalAdapter.findUserById(used.value) : null
          if (!user) throw new APIError('UNAUTHORIZED')
          const session = await internalAdapter.createSession(user.id)
          await setSessionCookie(context, { session, user })
          return context.json({ ok: true })
        },
      ),
    },
  }) satisfies BetterAuthPlugin
