// The plugin's types add the websocket option to routes.
import type {} from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import { Problem } from '#contract/errors.ts'
import type { DeviceDirectory } from './deviceDirectory.ts'
import { authenticatedDevice } from './httpIntake.ts'
import { Decoders, type Intake, isPaired } from './intake.ts'

/** Messages of one socket that may wait for the store; beyond it the socket is no longer read. */
const MOST_WAITING = 200
const MAX_DELTA_BYTES = 1024 * 1024

/**
 * `/gateway/signalk`: a device sends Signal K deltas, one in each text message, in the order it wants them stored.
 * The answer `{"ack": n}` says that the first n messages of this connection are on disk; a store-and-forward sender
 * keeps the rest. Credentials come in the Authorization header as for HTTP batches.
 */
export function signalkRoutes(
  app: FastifyInstance,
  given: { directory: DeviceDirectory; intake: Intake },
): void {
  const { directory, intake } = given
  app.get('/gateway/signalk', { websocket: true }, (socket, request) => {
    const decoders = new Decoders()
    const device = authenticatedDevice(directory, request.headers)
    let received = 0
    let acknowledged = 0
    const stored = new Set<number>()
    const refuse = (error: unknown) => {
      const problem = error instanceof Problem ? error : new Problem('unavailable')
      socket.send(JSON.stringify({ code: problem.code, message: problem.message }))
      socket.close(problem.status === 503 ? 1013 : 1008)
    }
    device.catch(refuse)
    socket.on('error', () => socket.terminate())
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      const number = ++received
      if (isBinary || data.length > MAX_DELTA_BYTES) return refuse(new Problem('too_large'))
      if (received - acknowledged > MOST_WAITING) socket.pause()
      void take(number, data).catch(refuse)
    })

    async function take(number: number, data: Buffer) {
      const { id, secretHash } = await device
      const now = await directory.get(id)
      if (now?.secretHash !== secretHash) throw new Problem('not_authenticated')
      if (!isPaired(now)) throw new Problem('not_paired')
      await intake.takeMessage(now, decoders, 'signalk', data)
      stored.add(number)
      const before = acknowledged
      while (stored.delete(acknowledged + 1)) acknowledged++
      if (acknowledged > before) socket.send(JSON.stringify({ ack: acknowledged }))
      if (received - acknowledged <= MOST_WAITING) socket.resume()
    }
  })
}
