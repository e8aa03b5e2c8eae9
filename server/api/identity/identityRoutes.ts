/**
 * The doors of the identity engine that the console uses; all its others stay shut. Limits and origins are checked
 * here, and its failures get the product's own words.
 */
import { isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { PROBLEMS, Problem, type ProblemCode } from '#contract/errors.ts'
import { isOwnOrigin } from '#server/access/origins.ts'
import { PUBLIC_LIMIT } from '../publicLimit.ts'
import type { Services } from '../serve.ts'

const BODY_LIMIT = 10_000

interface Door {
  method: 'GET' | 'POST'
  path: string
  /** What each refusal of the engine means to the one who knocked. */
  refused: ProblemCode
}

const DOORS: readonly Door[] = [
  { method: 'GET', path: '/token', refused: 'not_authenticated' },
  { method: 'GET', path: '/jwks', refused: 'not_found' },
  { method: 'POST', path: '/exchange', refused: 'not_authenticated' },
  { method: 'POST', path: '/sign-out', refused: 'not_authenticated' },
  { method: 'POST', path: '/reset-password', refused: 'invalid' },
  { method: 'POST', path: '/change-password', refused: 'INVALID_CREDENTIALS' },
]

export function identityRoutes(app: FastifyInstance, services: Services): void {
  const { access, background, publicUrl } = services

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      (_request, body, done) => done(null, body),
    )
    scope.addHook('onRequest', async (request) => {
      if (request.method !== 'GET' && !isOwnOrigin(request.headers, publicUrl))
        throw new Problem('not_allowed')
    })

    for (const { method, path, refused } of DOORS) {
      scope.route({
        method,
        url: `/identity${path}`,
        config: { rateLimit: PUBLIC_LIMIT },
        handler: async (request, reply) => {
          const answer = await ask(request)
          // Sessions may have ended with this: what is remembered of their rights must not outlive them.
          if (method === 'POST') access.callers.forget()
          return pass(reply, answer, refused)
        },
      })
    }

    scope.post('/identity/sign-in/email', { config: { rateLimit: PUBLIC_LIMIT } }, async (request, reply) => {
      const email = emailIn(request)
      if (!(await access.limits.mayTryPassword(email, request.ip))) throw new Problem('TOO_MANY_ATTEMPTS')
      const answer = await ask(request)
      if (answer.ok) await access.limits.passwordWasRight(email, request.ip)
      return pass(reply, answer, 'INVALID_CREDENTIALS')
    })

    /** Answers before it looks the address up, so that neither words nor time tell who has an account. */
    scope.post(
      '/identity/request-password-reset',
      { config: { rateLimit: PUBLIC_LIMIT } },
      async (request) => {
        const email = emailIn(request)
        if (!(await access.limits.mayAskForCode(request.ip))) throw new Problem('too_many')
        background.run('sending a password mail', async () => {
          await ask(request, JSON.stringify({ email }))
        })
        return { status: true }
      },
    )
  })

  function ask(request: FastifyRequest, body = request.body as string | undefined): Promise<Response> {
    const headers = new Headers({ 'x-real-ip': isIP(request.ip) ? request.ip : '' })
    for (const name of ['cookie', 'origin', 'user-agent', 'content-type'] as const) {
      const value = request.headers[name]
      if (value) headers.set(name, value)
    }
    const { method } = request
    const init = method === 'GET' ? { method, headers } : { method, headers, body: body || '{}' }
    return access.identity.handle(new Request(new URL(request.url, publicUrl), init))
  }
}

/** Sessions travel in the cookie only: what the engine says of them in its body stays here. */
async function pass(reply: FastifyReply, answer: Response, refused: ProblemCode): Promise<FastifyReply> {
  for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie)
  reply.header('cache-control', 'no-store')
  if (answer.status >= 500) throw new Error(`the identity engine answered ${answer.status}`)
  if (!answer.ok) throw new Problem(refused, sentenceOf(refused))
  const body = (await answer.json()) as { token?: string; keys?: unknown }
  if (reply.request.method === 'GET') return reply.send(body)
  return reply.send({ ok: true })
}

const sentenceOf = (code: ProblemCode) =>
  code === 'invalid'
    ? 'The link is used or too old, or the password is shorter than 8 characters.'
    : PROBLEMS[code].message

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
