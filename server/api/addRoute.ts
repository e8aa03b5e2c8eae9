import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Permission } from '#contract/domain/permissions.ts'
import { languageOf } from '#contract/text/language.ts'
import { type AnyEndpoint, isWrite, NIL_ID } from '#contract/wire/endpoint.ts'
import { Problem } from '#contract/wire/errors.ts'
import { decodeListQuery } from '#contract/wire/list.ts'
import { getMe } from '#contract/wire/user.ts'
import { type Caller, requireSecondFactor } from '#server/access/caller.ts'
import { reachOf } from '#server/access/reachOf.ts'
import type { Scope } from '#server/records/scope.ts'
import { checkAnswer, sendAnswer } from './answerInTurns.ts'
import { sentFiles, sentStreams } from './images/sentFiles.ts'
import { problemsOf } from './openApi/problemsOf.ts'
import { PUBLIC_LIMIT } from './publicLimit.ts'
import type { Route, Services } from './serve.ts'
import type { Surface } from './surface.ts'

/** Calls of a user whose organization requires a second factor, before the user has turned one on. */
const OPEN_TO_ENROL = new Set<AnyEndpoint>([getMe])

/**
 * Checks the caller before the call: the server does not even read the body of a caller without permission.
 * Such a caller learns nothing about the shape of a call.
 */
export function addRoute<Who extends Caller>(
  app: FastifyInstance,
  route: Route,
  services: Services,
  surface: Surface<Who>,
): void {
  const { endpoint, handle, bodyLimit, takesFiles } = route
  const callers = new WeakMap<FastifyRequest, Who>()
  app.route({
    method: endpoint.method,
    url: surface.pathOf(endpoint),
    config: {
      problems: [...problemsOf(endpoint), ...surface.problemsOf(endpoint)],
      ...(endpoint.access === 'anyone' ? { rateLimit: PUBLIC_LIMIT } : {}),
    },
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    async onRequest(request) {
      if (endpoint.access === 'anyone') return
      const caller = await surface.callerOf(request, services)
      if (!OPEN_TO_ENROL.has(endpoint)) requireSecondFactor(caller)
      const scope = reachOf(endpoint.access, caller)
      if (!scope) {
        noteRefusal(request, caller)
        throw new Problem('not_allowed')
      }
      services.throttle.noteCall()
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
          further: (permission: Permission) => requireReach(permission, caller as Caller),
        }
        return checkAnswer(endpoint.output, await handle(call))
      }
      reply.header('cache-control', 'no-store')
      if (!caller) return sendAnswer(reply, await answer())
      // Files arrive as slowly as their sender sends them, and workers open them in turns.
      if (!takesFiles) await services.turns.take(request)
      try {
        return await sendAnswer(
          reply,
          await surface.around({ request, reply, endpoint, caller }, services, answer),
        )
      } catch (error) {
        if (error instanceof Problem && error.code === 'not_allowed') noteRefusal(request, caller)
        throw error
      }
    },
  })

  /** The pages of the console ask for what a role may not read, so only refused writes are notable. */
  function noteRefusal({ ip, method }: FastifyRequest, caller: Caller): void {
    const { access, background } = services
    if (isWrite(endpoint))
      background.run('noting a refused call', () => access.refusals.call(caller, ip, method, endpoint.path))
  }
}

/**
 * Aborts when the client closes the connection. The client receives no answer, so the problem's code does not matter.
 */
export function leaving({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) leaving.abort(new Problem('unavailable'))
  })
  return leaving.signal
}

function requireReach(permission: Permission, caller: Caller): Scope {
  const scope = reachOf(permission, caller)
  if (!scope) throw new Problem('not_allowed')
  return scope
}

export function parse(schema: z.ZodType, given: unknown): unknown {
  const first = schema.safeParse(given)
  const parsed = first.success ? first : schema.safeParse(withoutNonsense(given, first.error.issues))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = issue?.path.join('.')
  throw new Problem('invalid', place ? `${place}: ${issue?.message}` : issue?.message)
}

/** Replaces a malformed id by one that no row has: a mistyped address finds nothing, like a foreign one. */
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
