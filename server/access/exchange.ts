/** A signed-in code becomes a session through a token that works once and shortly. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import type { Clock } from '#server/platform/clock.ts'
import { identityVerifications } from '#server/stores/relational/identitySchema.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'

const LIFE_MS = 120_000

export async function issueExchangeToken(
  { db, clock }: { db: Db; clock: Clock },
  identityId: string,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.insert(identityVerifications).values({
    id: randomUUID(),
    identifier: identifierOf(token),
    value: identityId,
    expiresAt: new Date(clock.nowMs() + LIFE_MS),
  })
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

/** Only a hash is kept, so that a copy of the table signs nobody in. */
const identifierOf = (token: string) => `exchange:${createHash('sha256').update(token).digest('hex')}`
