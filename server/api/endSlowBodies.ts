import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { MINUTE_MS } from '#contract/domain/time.ts'
import { refuseConnection } from './answerProblem.ts'

const LOOK_MS = MINUTE_MS
/** Bytes that a body has to bring in that time. The slowest satellite modems bring three times as many, 300 B/s. */
const LEAST_BYTES = 6000

/**
 * Ends calls whose body hardly arrives, so that idle callers do not keep sockets and memory. A body that arrives may
 * take any time, and a wait for the reader of the body is no fault of the caller.
 */
export function endSlowBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const { headers, socket } = raw
    // A call from within the process brings its body at once, and over no socket.
    if (!(socket instanceof Socket)) return
    if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0)) return
    let receivedBytes = socket.bytesRead
    const timer = setInterval(() => {
      const bytes = socket.bytesRead - receivedBytes
      receivedBytes = socket.bytesRead
      if (raw.complete || socket.destroyed) return clearInterval(timer)
      if (bytes >= LEAST_BYTES || raw.readableLength > 0) return
      clearInterval(timer)
      refuseConnection(Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
      socket.destroySoon()
    }, LOOK_MS).unref()
  })
}
