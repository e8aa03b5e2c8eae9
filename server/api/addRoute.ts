import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { NIL_ID } from '#contract/endpoint.ts'
import { Problem } from '#contract/errors.ts'
import { languageOf } from '#contract/language.ts'
import { decodeListQuery } from '#contract/list.ts'
import type { Permission } from '#contract/permissions.ts'
import type { Caller, UserCaller } from '#server/access/caller.ts'
import { reachOf } from '#server/access/reachOf.ts'
import type { Claims } from '#server/access/tokens.ts'
import type { Scope } from '#server/records/scope.ts'
import { sentFiles, sentStreams } from './images/sentFiles.ts'
import { problemsOf } from './openApi/problemsOf.ts'
import { PUBLIC_LIMIT } from './publicLimit.ts'
import type { Route, Services } from './serve.ts'
import { answerWithoutNoise } from './withoutNoise.ts'

/**
 * Who asks comes before what is asked: of somebody who may not, not even the body is read, and they learn nothing about
 * the shape of a call.
 */
export function addRoute(app: FastifyInstance, route: Route, services: Services): void {
  const { endpoint, handle, bodyLimit } = route
  const callers = new WeakMap<FastifyRequest, Caller>()
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: {
      problems: problemsOf(endpoint),
      ...(endpoint.access === 'anyone' ? { rateLimit: PUBLIC_LIMIT } : {}),
    },
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    async onRequest(request) {
      if (endpoint.access === 'anyone') return
      const caller = await callerOf(request, services)
      const scope = reachOf(endpoint.access, caller)
      if (!scope) throw new Problem('not_allowed')
      callers.set(request, { ...caller, scope })
    },
    async handler(request, reply) {
      const caller = callers.get(request)
      const answer = async () => {
        const language = languageOf(request.headers['accept-language'])
        const call = {
          ...services,
          ip: request.ip,
          left: leaving(reply),
          language,
          sentFiles: (what: 'Picture' | 'Model' = 'Picture') => sentFiles(request, what),
          sentStreams: (maxBytes: number) => sentStreams(request, maxBytes),
          params: parse(endpoint.params, request.params),
          query: endpoint.list
            ? decodeListQuery(endpoint.list, request.query, language)
            : parse(endpoint.query, request.query),
          body: parse(endpoint.body, request.body ?? {}),
          // The type of Call promises a caller exactly where the endpoint demands one.
          caller: caller as Caller,
          further: (permission: Permission) => demandReach(permission, caller as Caller),
        }
        return endpoint.output.parse(await handle(call))
      }
      reply.header('cache-control', 'no-store')
      const answered = caller ? await services.meter.charge(caller, endpoint, answer) : await answer()
      return answerWithoutNoise(answered)
    },
  })
}

/** Who has closed the connection is told nothing, so it does not matter what. */
function leaving({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) leaving.abort(new Problem('unavailable'))
  })
  return leaving.signal
}

function demandReach(permission: Permission, caller: Caller): Scope {
  const scope = reachOf(permission, caller)
  if (!scope) throw new Problem('not_allowed')
  return scope
}

/** The person or the key behind the request's bearer. Throws `not_authenticated` without a good one. */
async function callerOf(request: FastifyRequest, services: Services): Promise<Caller> {
  const key = /^bearer (bk_[\w-]{20,100})$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!key) return (await bearerOf(request, services)).caller
  const caller = await services.access.callers.ofKey(key)
  if (!caller) throw new Problem('not_authenticated')
  return caller
}

/** Who sent the request's bearer token. Throws `not_authenticated` without a good one. */
export async function bearerOf(
  request: FastifyRequest,
  { access }: Services,
): Promise<{ caller: UserCaller; claims: Claims }> {
  const [, token] = /^bearer ([\w.-]{1,4000})$/i.exec(request.headers.authorization ?? '') ?? []
  const known = token ? await access.callers.ofToken(token) : null
  if (!known) throw new Problem('not_authenticated')
  return known
}

function parse(schema: z.ZodType, given: unknown): unknown {
  const first = schema.safeParse(given)
  const parsed = first.success ? first : schema.safeParse(withoutNonsense(given, first.error.issues))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = issue?.path.join('.')
  throw new Problem('invalid', place ? `${place}: ${issue?.message}` : issue?.message)
}

/** What cannot be an id is asked for like one that nobody has: a mistyped address finds nothing, as a foreign one. */
function withoutNonsense(given: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  const places = issues.flatMap((issue) =>
    issue.code === 'invalid_format' && issue.format === 'uuid' ? [issue.path] : [],
  )
  if (places.length === 0) return given
  const copy = structuredClone(given)
  for (const place of places) {
    const last = place.at(-1) as PropertyKey
    const holder = place.slice(0, -1).reduce((inner, name) => inner[name as never], copy as object)
    Object.assign(holder, { [last]: NIL_ID })
  }
  return copy
}
