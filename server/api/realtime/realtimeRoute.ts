import type { FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import { requireOwnOrigin } from '#server/access/origins.ts'
import type { Realtime } from '#server/realtime/openRealtime.ts'

const PING_MS = 30_000

/** `/realtime`: opened by our own page or by a program, never by another site's page. */
export function realtimeRoute(
  app: FastifyInstance,
  { realtime, publicUrl }: { realtime: Realtime; publicUrl: string },
) {
  app.get(
    '/realtime',
    {
      websocket: true,
      preValidation: async (request) => {
        requireOwnOrigin(request.headers, publicUrl)
      },
    },
    (socket) => {
      const client = realtime.connect(socket)
      keepAlive(socket)
      socket.on('message', (data, isBinary) => {
        if (!isBinary) client.receive(data.toString())
      })
      socket.on('error', () => socket.terminate())
      socket.on('close', () => realtime.disconnect(client))
    },
  )
}

/** Closes a socket that does not answer a ping before the next one, whatever TCP reports. */
function keepAlive(socket: WebSocket) {
  let isAlive = true
  socket.on('pong', () => {
    isAlive = true
  })
  const timer = setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
  }, PING_MS)
  socket.on('close', () => clearInterval(timer))
}
