import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isWrite, publicPathOf } from '#contract/wire/endpoint.ts'
import type { KeyCaller } from '#server/access/caller.ts'
import { writeAnswer } from '../answerInTurns.ts'
import { keyBearerOf } from '../bearerOf.ts'
import type { Spent } from '../meter.ts'
import type { Surface } from '../surface.ts'
import { idempotent } from './idempotent.ts'

/** Surface for programs, each with a key that pays for its calls. */
export const publicSurface: Surface<KeyCaller> = {
  pathOf: publicPathOf,
  callerOf: async (request, services) => (await keyBearerOf(request, services)).caller,
  problemsOf: (endpoint) => [
    'API_LIMIT_REACHED',
    ...(isWrite(endpoint) ? (['IDEMPOTENCY_KEY_IN_USE', 'IDEMPOTENCY_KEY_REUSED'] as const) : []),
  ],
  async around({ request, reply, endpoint, caller }, services, work) {
    const charged = () =>
      services.meter.charge(caller, endpoint, work, (spent) => setCreditHeaders(reply, spent))
    if (isWrite(endpoint)) return idempotent({ request, reply, caller }, services, charged)
    const answer = await charged()
    return endpoint.method === 'GET' ? unlessKnown(request, reply, answer) : answer
  },
}

/** Headers that `@fastify/rate-limit` and most clients know, for credits instead of calls. */
export function setCreditHeaders(reply: FastifyReply, { limit, left, spent, resetS, isOver }: Spent): void {
  reply.header('ratelimit-limit', limit)
  reply.header('ratelimit-remaining', left)
  reply.header('ratelimit-reset', resetS)
  reply.header('credits-spent', spent)
  if (isOver) reply.header('retry-after', resetS)
}

/**
 * Answers `304` to a client with the current answer. A 304 costs as many credits, because the work is equal:
 * it saves only the transfer.
 */
async function unlessKnown(request: FastifyRequest, reply: FastifyReply, answer: unknown): Promise<unknown> {
  const text = await writeAnswer(answer)
  // A weak tag, because the answer may be compressed on its way or not.
  const tag = `W/"${createHash('sha256').update(text).digest('base64url')}"`
  reply.header('cache-control', 'private, no-cache')
  reply.header('etag', tag)
  const known = (request.headers['if-none-match'] ?? '').split(',').map((one) => one.trim())
  if (known.includes(tag) || known.includes(tag.slice(2)) || known.includes('*'))
    return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(text)
}
