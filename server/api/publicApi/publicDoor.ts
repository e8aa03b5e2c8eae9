import type { FastifyReply } from 'fastify'
import { publicPathOf } from '#contract/endpoint.ts'
import type { KeyCaller } from '#server/access/caller.ts'
import { keyOf } from '../bearerOf.ts'
import type { Door } from '../door.ts'
import type { Spent } from '../meter.ts'

/** Where programs come in, each with a key that pays for what it asks. */
export const publicDoor: Door<KeyCaller> = {
  pathOf: publicPathOf,
  callerOf: async (request, services) => (await keyOf(request, services)).caller,
  problems: ['API_LIMIT_REACHED'],
  around: ({ reply, endpoint, caller }, { meter }, work) =>
    meter.charge(caller, endpoint, work, (spent) => sayCredits(reply, spent)),
}

/** The headers that `@fastify/rate-limit` and most clients know, of credits instead of calls. */
function sayCredits(reply: FastifyReply, { limit, left, spent, resetS, isOver }: Spent): void {
  reply.header('ratelimit-limit', limit)
  reply.header('ratelimit-remaining', left)
  reply.header('ratelimit-reset', resetS)
  reply.header('credits-spent', spent)
  if (isOver) reply.header('retry-after', resetS)
}
