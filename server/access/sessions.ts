/** A user's own sessions: the list without their secrets, and their end. */
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint, sessionMiddleware } from 'better-auth/api'
import { z } from 'zod'

/**
 * `GET /identity/sessions` lists the sessions that are open, the newest first. `POST /identity/sessions/end` { id } ends
 * one of them; `noteEnd` writes the audit line.
 */
export const sessionsPlugin = (
  noteEnd: (identityId: string, headers: Headers | undefined) => Promise<void>,
) =>
  ({
    id: 'own-sessions',
    endpoints: {
      listOwnSessions: createAuthEndpoint(
        '/sessions',
        { method: 'GET', use: [sessionMiddleware] },
        async (context) => {
          const { user, session } = context.context.session
          const all = await context.context.internalAdapter.listSessions(user.id, {
            onlyActiveSessions: true,
          })
          const newestFirst = all.toSorted(
            (one, other) => other.updatedAt.getTime() - one.updatedAt.getTime(),
          )
          return context.json({
            sessions: newestFirst.map(({ id, createdAt, updatedAt, ipAddress, userAgent }) => ({
              id,
              signed_in_at: createdAt.toISOString(),
              last_used_at: updatedAt.toISOString(),
              ip: ipAddress || null,
              browser: userAgent || null,
              current: id === session.id,
            })),
          })
        },
      ),
      endOwnSession: createAuthEndpoint(
        '/sessions/end',
        // The engine checks the body before the session, and a caller without a session shall get no other answer.
        { method: 'POST', use: [sessionMiddleware], body: z.object({ id: z.string().max(100).optional() }) },
        async (context) => {
          const { user } = context.context.session
          const all = await context.context.internalAdapter.listSessions(user.id)
          const ended = all.find(({ id }) => id === context.body.id)
          if (!ended) throw new APIError('NOT_FOUND', { code: 'SESSION_NOT_FOUND' })
          await context.context.internalAdapter.deleteSession(ended.token)
          await noteEnd(user.id, context.headers)
          return context.json({})
        },
      ),
    },
  }) satisfies BetterAuthPlugin
