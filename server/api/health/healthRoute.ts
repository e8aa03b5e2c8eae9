import type { FastifyInstance } from 'fastify'
import type { Realtime } from '#server/realtime/openRealtime.ts'

/** `GET /health`: 200 as soon as the console can be used, with what is still being filled in behind it. */
export function healthRoute(app: FastifyInstance, { preparation }: Pick<Realtime, 'preparation'>): void {
  app.get('/health', async (_request, reply) => {
    const { now } = preparation
    const preparing =
      now && now.done < now.total ? { done: now.done, total: now.total, what: now.what } : null
    return reply.header('cache-control', 'no-store').send({ status: 'ready', preparing })
  })
}
