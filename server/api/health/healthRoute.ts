import type { FastifyInstance } from 'fastify'
import type { Realtime } from '#server/realtime/openRealtime.ts'

/**
 * `GET /health`: 200 while the console can be used, with what is still being filled in behind it; 503 while a database
 * that it needs does not answer.
 */
export function healthRoute(
  app: FastifyInstance,
  { preparation }: Pick<Realtime, 'preparation'>,
  storesAnswer: () => Promise<boolean>,
): void {
  app.get('/health', async (_request, reply) => {
    const { now } = preparation
    const preparing =
      now && now.done < now.total ? { done: now.done, total: now.total, what: now.what } : null
    const isReady = await storesAnswer()
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : 'unavailable', preparing })
  })
}
