/**
 * The endpoints of the identity engine that the console uses; all others stay closed. Limits and origins are
 * checked here, and the engine's failures become the product's problems.
 */
import { isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Problem, type ProblemCode } from '#contract/wire/errors.ts'
import { basePathOf, requireOwnOrigin } from '#server/access/origins.ts'
import { PUBLIC_LIMIT } from '../publicLimit.ts'
import type { Services } from '../serve.ts'
import { IDENTITY_ENDPOINTS, pathOfCode, publicAnswer, refusalOf } from './identityEndpoints.ts'
import { requireIdentityEngine } from './requireIdentityEngine.ts'
import { tryPassword } from './tryPassword.ts'

const BODY_LIMIT = 10_000

export function identityRoutes(app: FastifyInstance, services: Services): void {
  const { access, background, bus, db, publicUrl } = services
  const base = basePathOf(publicUrl)

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      (_request, body, done) => done(null, body),
    )
    scope.addHook('onRequest', async (request) => {
      if (request.method !== 'GET') requireOwnOrigin(request.headers, publicUrl)
    })

    for (const { method, path, refused, body, guessable, needsCode, signedOut } of IDENTITY_ENDPOINTS) {
      scope.route({
        method,
        url: `/identity${path}`,
        config: { rateLimit: PUBLIC_LIMIT },
        handler: async (request, reply) => {
          if (guessable && !(await access.limits.mayTryCode(request.ip)))
            throw new Problem('TOO_MANY_ATTEMPTS')
          if (needsCode) await mustKnowCode(request)
          const sent = body && JSON.stringify(body.safeParse(parseJson(request.body)).data ?? {})
          const answer = await ask(request, { body: sent })
          // The call may have ended sessions, so every process drops their cached rights.
          if (method === 'POST' && path !== '/exchange' && answer.ok)
            bus.publish({ type: 'rights.changed', userId: null })
          if (signedOut && answer.status === 401)
            return reply.header('cache-control', 'no-store').send(signedOut)
          return pass(reply, answer, refused)
        },
      })
    }

    scope.post('/identity/sign-in/email', { config: { rateLimit: PUBLIC_LIMIT } }, async (request, reply) => {
      const answer = await tryPassword(services, emailIn(request), request.ip, () => ask(request))
      return pass(reply, answer, 'INVALID_CREDENTIALS')
    })

    /** Answers before looking the address up, so that neither words nor time reveal which addresses have an account. */
    scope.post(
      '/identity/request-password-reset',
      { config: { rateLimit: PUBLIC_LIMIT } },
      async (request) => {
        const email = emailIn(request)
        if (!(await access.limits.mayAskForCode(request.ip))) throw new Problem('too_many')
        background.run('sending a password mail', async () => {
          await ask(request, { body: JSON.stringify({ email }) })
        })
        return { status: true }
      },
    )
  })

  async function mustKnowCode(request: FastifyRequest): Promise<void> {
    const answer = await ask(request, pathOfCode(parseJson(request.body)))
    if (!answer.ok) throw await refusalOf(answer, 'INVALID_OTP')
  }

  async function ask(
    request: FastifyRequest,
    other: { path?: string; body?: string | undefined } = {},
  ): Promise<Response> {
    const headers = new Headers({ 'x-real-ip': isIP(request.ip) ? request.ip : '' })
    for (const name of ['cookie', 'origin', 'user-agent', 'content-type', 'accept-language'] as const) {
      const value = request.headers[name]
      if (value) headers.set(name, value)
    }
    const { method } = request
    if (other.body !== undefined) headers.set('content-type', 'application/json')
    const body = other.body ?? ((request.body as string | undefined) || '{}')
    const url = new URL(base + (other.path ? `/identity${other.path}` : request.url), publicUrl)
    const answer = await access.identity.handle(
      new Request(url, method === 'GET' ? { method, headers } : { method, headers, body }),
    )
    return requireIdentityEngine(answer, db)
  }

  async function pass(reply: FastifyReply, answer: Response, refused: ProblemCode): Promise<FastifyReply> {
    for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie)
    reply.header('cache-control', 'no-store')
    const location = answer.headers.get('location')
    if (answer.status === 302 && location)
      return reply.redirect(location.startsWith('/') ? base + location : location)
    if (!answer.ok) throw await refusalOf(answer, refused)
    const body = (await answer.json()) as object
    return reply.send(reply.request.method === 'GET' ? body : publicAnswer(body))
  }
}

const WithEmail = z.object({ email: z.email().max(254) })

function emailIn(request: FastifyRequest): string {
  const given = WithEmail.safeParse(parseJson(request.body))
  if (!given.success) throw new Problem('invalid', 'email: Must be a valid email')
  return given.data.email
}

function parseJson(body: unknown): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    return null
  }
}
