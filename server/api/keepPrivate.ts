import type { FastifyReply } from 'fastify'

/** Keeps the answer to the holder of a link out of caches and search engines. */
export function keepPrivate(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store')
  reply.header('x-robots-tag', 'noindex, nofollow')
}
