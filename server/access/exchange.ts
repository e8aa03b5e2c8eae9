/** A signed-in code becomes a session through a token that works once and shortly. */
import { randomBytes } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import { MINUTE_MS } from '#contract/domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { insertVerification } from './verification.ts'

const LIFE_MS = 2 * MINUTE_MS

export async function issueExchangeToken(
  { db, clock }: { db: Db; clock: Clock },
  identityId: string,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAtMs = clock.nowMs() + LIFE_MS
  await insertVerification(db, { identifier: identifierOf(token), identityId, expiresAtMs })
  return token
}

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

const identifierOf = (token: string) => `exchange:${token}`
