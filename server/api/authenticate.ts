import type { FastifyRequest } from 'fastify'
import { Problem } from '#contract/wire/errors.ts'
import { requireSecondFactor } from '#server/access/caller.ts'
import { nameOrganization } from '#server/platform/organizationAtWork.ts'
import { bearerOf } from './bearerOf.ts'
import { requireIdentityEngine } from './identity/requireIdentityEngine.ts'
import type { Services } from './serve.ts'

/**
 * Identifies the caller by a bearer token, or by the session cookie, which is all that a browser sends for a
 * link or a picture, and waits for the turn of its organization. Throws `not_authenticated`.
 */
export async function authenticate(request: FastifyRequest, services: Services) {
  const known = await identify(request, services)
  requireSecondFactor(known.caller)
  await services.turns.take(request)
  return known
}

async function identify(request: FastifyRequest, services: Services) {
  if (request.headers.authorization !== undefined) return bearerOf(request, services)
  const { access, db, publicUrl } = services
  const headers = new Headers({ cookie: request.headers.cookie ?? '' })
  const answer = await access.identity.handle(new Request(`${publicUrl}/identity/token`, { headers }))
  await requireIdentityEngine(answer, db)
  const { token } = answer.ok ? ((await answer.json()) as { token?: string }) : {}
  const known = token ? await access.callers.ofToken(token) : null
  if (!known) throw new Problem('not_authenticated')
  nameOrganization(known.caller.organizationId)
  return known
}
