import type { FastifyInstance } from 'fastify'
import type { Realtime } from '#server/realtime/openRealtime.ts'

export interface Readiness {
  /** True while the databases answer; databases in this process always do. */
  storesReady(): Promise<boolean>
  isClockRight(): boolean
  /** Parts of the telemetry that cannot be read. */
  damagedParts(): number
}

/**
 * `GET /health`: 200 while the process answers at all, so that no supervisor restarts it for a database that is down.
 * `GET /ready`: 200 while the console can be used, 503 while a database that it needs does not answer, or while the
 * clocks of this process and of a database differ. Both report which data the server is still preparing, and `/ready` also
 * the number of damaged parts of the telemetry: the console can still be used.
 */
export function healthRoute(
  app: FastifyInstance,
  { preparation }: Pick<Realtime, 'preparation'>,
  { storesReady, isClockRight, damagedParts }: Readiness,
): void {
  const preparing = () => {
    const { now } = preparation
    return now && now.done < now.total ? { done: now.done, total: now.total, what: now.what } : null
  }
  app.get('/health', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'running', preparing: preparing() }),
  )
  app.get('/ready', async (_request, reply) => {
    const reason = !(await storesReady()) ? 'stores' : isClockRight() ? null : 'clock'
    return reply
      .code(reason ? 503 : 200)
      .header('cache-control', 'no-store')
      .send({
        ...(reason ? { status: 'unavailable', reason, message: REASONS[reason] } : { status: 'ready' }),
        damaged_parts: damagedParts(),
        preparing: preparing(),
      })
  })
}

const REASONS = {
  stores: 'A database does not answer.',
  clock:
    'The clock of this process differs from that of a database by more than 30 s. No data is taken until they agree.',
}
