import type { FastifyRequest } from 'fastify'
import { Problem } from '#contract/wire/errors.ts'
import type { KeyCaller, UserCaller } from '#server/access/caller.ts'
import type { Claims } from '#server/access/tokens.ts'
import { nameOrganization } from '#server/platform/organizationAtWork.ts'
import type { Services } from './serve.ts'

/** Caller of the request's bearer token. Throws `not_authenticated` without a valid token. */
export async function bearerOf(
  request: FastifyRequest,
  { access }: Pick<Services, 'access'>,
): Promise<{ caller: UserCaller; claims: Claims }> {
  const [, token] = /^bearer ([\w.-]{1,4000})$/i.exec(request.headers.authorization ?? '') ?? []
  const known = token ? await access.callers.ofToken(token) : null
  if (!known) throw new Problem('not_authenticated')
  nameOrganization(known.caller.organizationId)
  return known
}

/** The key of the public API that came as the request's bearer. Throws `not_authenticated` without a good one. */
export async function keyBearerOf(
  request: FastifyRequest,
  { access }: Pick<Services, 'access'>,
): Promise<{ caller: KeyCaller; secret: string }> {
  const [, secret] = /^bearer (bk_[\w-]{20,100})$/i.exec(request.headers.authorization ?? '') ?? []
  const caller = secret === undefined ? null : await access.callers.ofKey(secret)
  if (!caller || secret === undefined) {
    access.refusals.key(request.ip)
    throw new Problem('not_authenticated', 'The API key is missing, wrong or deleted.')
  }
  nameOrganization(caller.organizationId)
  return { caller, secret }
}

/** Secret of a link to a trip or a wall screen, which its holder sends instead of a session. */
export const linkTokenOf = ({ headers }: FastifyRequest): string | undefined =>
  /^bearer ([\w-]{1,200})$/i.exec(headers.authorization ?? '')?.[1]
