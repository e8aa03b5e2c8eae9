import type { FastifyInstance } from 'fastify'
import type { Realtime } from '#server/realtime/openRealtime.ts'

/**
 * `GET /health`: 200 while the process answers at all, so that no supervisor restarts it for a database that is down.
 * `GET /ready`: 200 while the console can be used, 503 while a database that it needs does not answer. Both report
 * which data the server is still preparing.
 */
export function healthRoute(
  app: FastifyInstance,
  { preparation }: Pick<Realtime, 'preparation'>,
  storesReady: () => Promise<boolean>,
): void {
  const preparing = () => {
    const { now } = preparation
    return now && now.done < now.total ? { done: now.done, total: now.total, what: now.what } : null
  }
  app.get('/health', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'running', preparing: preparing() }),
  )
  app.get('/ready', async (_request, reply) => {
    const isReady = await storesReady()
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : 'unavailable', preparing: preparing() })
  })
}
